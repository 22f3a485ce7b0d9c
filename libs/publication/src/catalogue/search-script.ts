/**
 * Part of the page's script: search as you type over names and descriptions, a filter by shape, the
 * number of results, and all of it in the address. One pass over text that is prepared once; only
 * articles whose state changes are touched.
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

function filter() {
  const words = plain(search.value).split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of entries) {
    const fits = (shape.value === '' || shape.value === entry.shape) &&
      words.every((word) => entry.text.includes(word));
    if (fits) shown += 1;
    if (fits !== entry.shown) {
      entry.shown = fits;
      entry.element.hidden = !fits;
    }
  }
  byId('_count').textContent = shown + ' of ' + entries.length + ' shown';
  byId('_empty').hidden = shown > 0;
}

let filterTimer, addressTimer;

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
  filterTimer = setTimeout(filter, 50);
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, 400);
}

function readAddress() {
  const { searchParams } = new URL(location.href);
  search.value = searchParams.get('q') ?? '';
  shape.value = searchParams.get('shape') ?? '';
  if (shape.selectedIndex < 0) shape.value = '';
  filter();
}

function clearSearch() {
  clearTimeout(filterTimer);
  search.value = '';
  shape.value = '';
  filter();
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
