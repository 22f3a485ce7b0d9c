/** Part of the page's script: links to a single skill, and going back and forth between them. */
export const LINK_SCRIPT = `
function linkedArticle() {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch {}
  const element = id === '' ? null : byId(id);
  return element?.matches('article') ? element : null;
}

function showLinked() {
  const article = linkedArticle();
  if (!article) return;
  if (article.hidden) clearSearch(true);
  const show = () => article.scrollIntoView();
  show();
  article.querySelector('h2 a').focus({ preventScroll: true });
  // Articles that come into view take their real height only now.
  requestAnimationFrame(() => requestAnimationFrame(show));
}

// After the browser has gone to the link itself, which drops the focus.
const showLinkedLater = () => setTimeout(showLinked);

addEventListener('load', showLinkedLater);
addEventListener('popstate', () => {
  // What was typed and is not in the address yet must not get lost.
  if (addressTimer === undefined) {
    readAddress();
    readAgent();
  }
  showLinkedLater();
});
readAddress();
readAgent();
showLinked();
`;
