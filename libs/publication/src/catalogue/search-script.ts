/**
 * Part of the page's script: search as you type over names and descriptions, a filter by shape, the
 * number of results, and all of it in the address. One pass over text that is prepared once; only
 * articles whose state changes are touched, those far below the fold a little later.
 */
export const SEARCH_SCRIPT = `
const search = byId('_search'), shape = byId('_shape');
const plain = (text) => text.normalize('NFKC').toLowerCase();
const entries = articles.map((element) => ({
  element,
  shape: element.dataset.shape,
  text: plain(element.querySelector('h2').textContent + '\\n' +
    (element.querySelector('.text')?.textContent ?? '')),
  shown: true,
}));

let filterTimer, addressTimer, restTimer;

function setShown(entry, shown) {
  entry.shown = shown;
  entry.element.hidden = !shown;
}

function showRest(rest) {
  for (const entry of rest.splice(0, 200)) setShown(entry, true);
  if (rest.length > 0) restTimer = setTimeout(showRest, 0, rest);
}

function filter(atOnce) {
  clearTimeout(filterTimer);
  clearTimeout(restTimer);
  const words = plain(search.value).split(/\\s+/).filter(Boolean);
  const rest = [];
  let found = 0;
  for (const entry of entries) {
    const fits = (shape.value === '' || shape.value === entry.shape) &&
      words.every((word) => entry.text.includes(word));
    if (fits) found += 1;
    if (fits && !entry.shown && found > 50 && !atOnce) rest.push(entry);
    else if (fits !== entry.shown) setShown(entry, fits);
  }
  byId('_count').textContent = found + ' of ' + entries.length + ' shown';
  byId('_empty').hidden = found > 0;
  showRest(rest);
}

function writeAddress() {
  clearTimeout(addressTimer);
  addressTimer = undefined;
  const url = new URL(location.href);
  const values = { q: search.value.trim(), shape: shape.value, agent: agentInAddress() };
  for (const [key, value] of Object.entries(values)) {
    if (value === '') url.searchParams.delete(key);
    else url.searchParams.set(key, value);
  }
  // Refused for files in some browsers, and when called too often in others.
  try { if (url.href !== location.href) history.replaceState(null, '', url); } catch {}
}

function changed() {
  clearTimeout(filterTimer);
  filterTimer = setTimeout(filter, 50, false);
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, 400);
}

function readAddress() {
  const { searchParams } = new URL(location.href);
  search.value = searchParams.get('q') ?? '';
  shape.value = searchParams.get('shape') ?? '';
  if (shape.selectedIndex < 0) shape.value = '';
  filter(true);
}

function clearSearch(atOnce) {
  search.value = '';
  shape.value = '';
  filter(atOnce);
  writeAddress();
}

search.addEventListener('input', changed);
shape.addEventListener('change', changed);
search.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || search.value === '') return;
  event.preventDefault();
  clearSearch();
});
byId('_clear').addEventListener('click', () => { clearSearch(); search.focus(); });
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, select, textarea')) return;
  event.preventDefault();
  search.focus();
  search.select();
});
`;
