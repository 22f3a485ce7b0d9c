import { publishedPath } from '@nx-agent-skills/discovery';
import type { ReportedSkill } from '../report-schema';
import { checkResults } from './check-results';
import { escapeHtml } from './escape-html';

/** Words for the shapes of skills. */
export const SHAPE_LABELS: Readonly<Record<ReportedSkill['shape'], string>> = {
  'single-file': 'Single file',
  'multi-file': 'Several files',
  bundle: 'Bundle',
};

/** A command that the page shows without scripts. */
export interface ShownWay {
  readonly label: string;
  readonly command: string;
}

/** How a skill is installed, as far as the page says so without scripts. */
export interface ShownInstall {
  /** The number of its kind, by which the script finds the other commands. */
  readonly kind: number;
  /** Its folder as it stands in commands; absent when none names it. */
  readonly folder?: string;
  /** The way that is shown first. */
  readonly first?: ShownWay;
  /** The one below "More ways to install". */
  readonly second?: ShownWay;
}

/** A skill as HTML. Its id is its name, so that `#<name>` leads to it. */
export function skillArticle(skill: ReportedSkill, install: ShownInstall): string {
  const name = escapeHtml(skill.name);
  const folder = install.folder === undefined ? '' : ` data-folder="${escapeHtml(install.folder)}"`;
  return [
    `<article id="${name}" data-shape="${skill.shape}" data-kind="${install.kind}"${folder}>`,
    '<div class="about">',
    `<h2><a href="#${name}">${name}</a></h2>`,
    ...(skill.description === null
      ? []
      : [`<p class="text" dir="auto">${escapeHtml(skill.description)}</p>`]),
    facts(skill),
    links(skill, name),
    ...(skill.notIndexedBecause === undefined
      ? []
      : [`<p class="note">Not in the index: ${escapeHtml(skill.notIndexedBecause)}</p>`]),
    ...[checkResults(skill.checks)].filter((results) => results !== ''),
    '</div>',
    ...installPart(install, name),
    '</article>',
  ].join('\n');
}

/** The digest of the artifact is the first code in it: the script takes it from there. */
function facts(skill: ReportedSkill): string {
  const { shape, type, size, files, version, license, digest, zip } = skill;
  const values: [string, string][] = [
    ['Shape', SHAPE_LABELS[shape]],
    ['Type', type === 'skill-md' ? 'SKILL.md' : 'Archive'],
    ['Size', formatSize(size)],
    ['Files', String(files.length)],
    ...(version === undefined ? [] : [['Version', version] satisfies [string, string]]),
    ...(license === undefined ? [] : [['Licence', license] satisfies [string, string]]),
  ];
  // Without the end tags that HTML does not ask for, which are many on a large page.
  const pair = (term: string, value: string) => `<div><dt>${term}<dd>${value}</div>`;
  const code = (value: string) => `<code>${escapeHtml(value)}</code>`;
  const pairs = [
    ...values.map(([term, value]) => pair(term, escapeHtml(value))),
    pair('Digest', code(digest)),
    ...(zip === undefined ? [] : [pair('Digest of the zip', code(zip.digest))]),
  ];
  return `<dl>${pairs.join('')}</dl>`;
}

/** The artifact comes last: the script takes its path from there. */
function links({ name, type, file, zip, indexed }: ReportedSkill, label: string): string {
  const download = (path: string) =>
    `<a href="${beside(path)}">${escapeHtml(path.split('/').at(-1) ?? path)}</a>`;
  const all = [
    ...(indexed || type === 'skill-md'
      ? [
          `<a href="${beside(publishedPath.skillMd(name))}">SKILL.md<span class="vh"> of ${label}</span></a>`,
        ]
      : []),
    ...(zip === undefined ? [] : [download(zip.file)]),
    ...(type === 'archive' ? [download(file)] : []),
  ];
  return `<p class="links">${all.join(' ')}</p>`;
}

/** A path of the tree as the page links to it, which lies in agent-skills/ itself. */
const beside = (path: string) => escapeHtml(path.replace(/^(agent-skills\/)?/, './'));

function installPart({ first, second }: ShownInstall, name: string): string[] {
  if (first === undefined) return [];
  const more =
    second === undefined
      ? []
      : [
          `<details><summary>More ways to install<span class="vh"> ${name}</span></summary>`,
          wayPart(second),
          '</details>',
        ];
  return ['<div class="install">', wayPart(first), ...more, '</div>'];
}

function wayPart({ label, command }: ShownWay): string {
  return `<div class="way"><p>${escapeHtml(label)}</p><pre>${escapeHtml(command)}</pre></div>`;
}

/** Bytes for people, in steps of thousand. */
function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
