/**
 * Part of the page's script: the commands for the chosen agent, made from templates and the values
 * that stand in each article, and copying them.
 */
export const INSTALL_SCRIPT = `
const { agents, kinds } = JSON.parse(byId('_data').textContent);
const picker = byId('_agent');
const MEMORY = 'agent-skills-agent';
let picked = '';

// The address names an agent only once somebody has picked one.
const agentInAddress = () => picked;

// With simple selectors: one of two parts takes Chromium a second for 5,000 articles.
function valuesOf(article) {
  return [
    article.id,
    article.querySelector('code').textContent.replace('sha256:', ''),
    article.querySelector('.links').lastElementChild.getAttribute('href')
      .replace('./', 'agent-skills/'),
    article.dataset.folder,
  ];
}

function waysOf(article) {
  const values = valuesOf(article);
  const agent = agents[picker.selectedIndex];
  return kinds[article.dataset.kind][picker.selectedIndex].map(([label, command]) => ({
    label: agent + ': ' + label,
    command: command.map((piece) => typeof piece === 'string' ? piece : values[piece]).join(''),
  }));
}

function showWay(element, way) {
  element.children[0].textContent = way.label;
  element.children[1].textContent = way.command;
}

const button = document.createElement('button');
button.type = 'button';
button.append('Copy', document.createElement('span'));
button.lastChild.className = 'vh';

function addButton(way, article) {
  const copy = button.cloneNode(true);
  copy.lastChild.textContent = ' this command for ' + article.id;
  way.append(copy);
}

function newWay(article, way) {
  const element = document.createElement('div');
  element.className = 'way';
  element.append(document.createElement('p'), document.createElement('pre'));
  showWay(element, way);
  addButton(element, article);
  return element;
}

function showMore(details) {
  if (!details.open || details.dataset.agent === picker.value) return;
  details.dataset.agent = picker.value;
  const article = details.closest('article');
  for (const old of details.querySelectorAll('.way')) old.remove();
  details.append(...waysOf(article).slice(1).map((way) => newWay(article, way)));
}

function showAgent() {
  const ways = articles.map((article) => waysOf(article)[0]);
  for (const [index, first] of firstWays.entries()) {
    if (first && ways[index]) showWay(first, ways[index]);
  }
  for (const details of document.querySelectorAll('details')) showMore(details);
}

function readAgent() {
  const asked = new URL(location.href).searchParams.get('agent');
  let kept = null;
  try { kept = localStorage.getItem(MEMORY); } catch {}
  const before = picker.value;
  const known = (value) => [...picker.options].some((option) => option.value === value);
  picked = known(asked) ? asked : picked;
  picker.value = known(asked) ? asked : known(kept) ? kept : picker.options[0].value;
  if (picker.value !== before) showAgent();
}

picker.addEventListener('change', () => {
  picked = picker.value;
  try { localStorage.setItem(MEMORY, picked); } catch {}
  showAgent();
  writeAddress();
});
document.addEventListener('toggle', (event) => {
  if (event.target.matches('details')) showMore(event.target);
}, true);

async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    // Pages that are served over http have no clipboard: the old way, which needs a selection.
  }
  getSelection().selectAllChildren(element);
  let done = false;
  try { done = document.execCommand('copy'); } catch {}
  if (done) getSelection().removeAllRanges();
  return done;
}

document.addEventListener('click', async (event) => {
  const copy = event.target.closest('.way button');
  if (!copy) return;
  const done = await copyText(copy.parentElement.querySelector('pre'));
  copy.firstChild.data = done ? 'Copied' : 'Press Ctrl+C';
  copy.classList.toggle('done', done);
  byId('_said').textContent = '';
  setTimeout(() => {
    byId('_said').textContent = done
      ? 'Copied the command for ' + copy.closest('article').id
      : 'The command is selected. Press Ctrl or Command and C to copy it.';
  }, 50);
  setTimeout(() => {
    copy.firstChild.data = 'Copy';
    copy.classList.remove('done');
  }, 2500);
});
const firstWays = articles.map((article) => article.querySelector('.way'));
for (const [index, first] of firstWays.entries()) {
  if (first) addButton(first, articles[index]);
}
`;
