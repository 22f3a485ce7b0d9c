/** The style sheet of the catalogue page. It names no file and no font that would have to be fetched. */
export const CATALOGUE_STYLES = `
:root {
  color-scheme: light dark;
  --page: #f6f7f5; --card: #fff; --ink: #1c2126; --soft: #56606b; --line: #dfe3df; --edge: #818b94;
  --accent: #0a5aa6; --on-accent: #fff; --code: #f1f4f2; --good: #17663a; --bad: #a3211b; --glow: #cfe3f7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131619; --card: #1a1e22; --ink: #e5e9ec; --soft: #a6b0ba; --line: #2c3238; --edge: #737d87;
    --accent: #86bbf7; --on-accent: #10202f; --code: #121518; --good: #80d3a1; --bad: #ff9f96; --glow: #1f3a55;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
header, main, footer, .tools > div { max-width: 74rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2.5rem; padding-bottom: 1.25rem; }
h1 { margin: 0 0 .25rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; }
header p { margin: .25rem 0; color: var(--soft); overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
[hidden], html:not(.js) .tools, .js .without { display: none !important; }
.vh:not(:focus) {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; border: 0;
}
.skip:focus {
  position: fixed; z-index: 3; top: .5rem; left: .5rem; padding: .5rem .9rem;
  background: var(--card); border-radius: .4rem;
}
.note { color: var(--soft); }
.tools { background: var(--page); border-bottom: 1px solid var(--line); }
.tools > div { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem .75rem; padding-bottom: .75rem; }
.tools label { display: block; font-size: .8125rem; color: var(--soft); margin-bottom: .15rem; }
.tools .query, .tools .count { grid-column: 1 / -1; }
.tools .count { margin: 0; font-size: .875rem; color: var(--soft); }
input, select {
  width: 100%; min-height: 2.75rem; padding: .4rem .7rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--edge); border-radius: .5rem;
}
input:focus-visible, select:focus-visible { outline-offset: -1px; border-radius: .5rem; }
input::placeholder { color: var(--soft); opacity: 1; }
kbd { padding: 0 .35em; border: 1px solid var(--edge); border-radius: .25rem; font: inherit; font-size: .75rem; }
main { padding-top: 1.25rem; padding-bottom: 3rem; outline: 0; }
article {
  display: grid; gap: 1rem; padding: 1.25rem; margin-bottom: 1rem;
  background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
  content-visibility: auto; contain-intrinsic-size: auto 24rem;
}
article:target { border-color: var(--accent); box-shadow: inset 0 0 0 2px var(--glow); }
h2 { margin: 0; font-size: 1.1875rem; line-height: 1.35; overflow-wrap: anywhere; }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover { text-decoration: underline; }
h2 a::after { content: "#" / ""; margin-inline-start: .35em; color: var(--edge); font-weight: 400; }
.text { margin: .35rem 0 .85rem; max-width: 68ch; overflow-wrap: anywhere; }
dl { display: flex; flex-wrap: wrap; gap: .15rem 1.25rem; margin: 0; font-size: .875rem; }
dl div { display: flex; gap: .4rem; min-width: 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace; }
dd code { font-size: .78125rem; }
.links { margin: .6rem 0 0; display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; font-size: .9375rem; overflow-wrap: anywhere; }
.links a { padding: .15rem 0; min-width: 0; }
.about .note { margin: .6rem 0 0; font-size: .875rem; }
.checks { list-style: none; margin: .6rem 0 0; padding: 0; font-size: .875rem; overflow-wrap: anywhere; }
.passed b { color: var(--good); }
.failed b { color: var(--bad); }
.about, .install { min-width: 0; }
.way { position: relative; margin-bottom: .75rem; }
.way p { margin: 0 0 .25rem; font-size: .8125rem; color: var(--soft); }
pre {
  margin: 0; padding: .6rem .75rem; background: var(--code); border: 1px solid var(--line);
  border-radius: .5rem; white-space: pre-wrap; word-break: break-all;
}
.js .way p { min-height: 1.75rem; padding-right: 5rem; display: flex; align-items: end; }
button {
  min-height: 1.75rem; padding: 0 .7rem; font: inherit; font-size: .8125rem; cursor: pointer;
  color: var(--accent); background: var(--card); border: 1px solid var(--edge); border-radius: .4rem;
}
.way button { position: absolute; top: -.15rem; right: 0; }
button:hover { border-color: var(--accent); }
.way button.done { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
summary { padding: .2rem 0; font-size: .9375rem; color: var(--accent); cursor: pointer; }
details > div:first-of-type { margin-top: .5rem; }
footer { padding-top: 1rem; padding-bottom: 2.5rem; font-size: .875rem; color: var(--soft); overflow-wrap: anywhere; }
@media (min-width: 48rem) {
  header, main, footer, .tools > div { padding-left: 1.75rem; padding-right: 1.75rem; }
  .tools { position: sticky; top: 0; z-index: 2; }
  .tools > div { grid-template-columns: minmax(0, 1fr) 12rem 10rem; padding-top: .75rem; }
  .tools .query { grid-column: auto; }
  .js { scroll-padding-top: 9rem; }
}
@media (min-width: 62rem) {
  article { grid-template-columns: minmax(0, 1fr) 27rem; gap: 2rem; padding: 1.5rem; contain-intrinsic-size: auto 17rem; }
}
@media (prefers-reduced-motion: no-preference) {
  button { transition: background-color .15s, color .15s; }
}
@media (forced-colors: active) { article:target { outline: 3px solid Highlight; } }
@media print {
  .tools, .way button, .skip, .without { display: none !important; }
  body, article, pre { background: #fff; color: #000; }
  article { content-visibility: visible; break-inside: avoid; grid-template-columns: none; }
}
`;
