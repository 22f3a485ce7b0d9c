import { type Agent, findAgent, publishedPath } from '@nx-agent-skills/discovery';
import { escapeHidden } from '@nx-agent-skills/skill';
import { namesByFolder } from '../install-target';
import type { Report } from '../report-schema';
import { CATALOGUE_SCRIPT, FIRST_SCRIPT } from './catalogue-script';
import { CATALOGUE_STYLES } from './catalogue-styles';
import { checkSummary } from './check-results';
import {
  type CommandTemplates,
  commandTemplates,
  FOLDER_VALUE,
  fillTemplate,
  type TemplateWay,
} from './command-templates';
import { contentPolicy } from './content-policy';
import { escapeHtml, jsonForHtml } from './escape-html';
import { SHAPE_LABELS, type ShownInstall, skillArticle } from './skill-article';

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230a5aa6'/%3E%3Cpath d='M4 5h8M4 8h8M4 11h5' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

/**
 * The page on which people find and install the skills of a publication: one HTML file that fetches
 * nothing, reads well without scripts, and says nothing but what the report says. The same report
 * gives the same page. Paths of sources, and what was refused or excluded, are not shown.
 */
export function cataloguePage(report: Report): string {
  const agents = report.agents.flatMap((id) => findAgent(id) ?? []);
  const templates = commandTemplates(
    report.skills.map((skill) => ({ ...skill, artifactPath: skill.file })),
    {
      origin: { href: report.origin },
      agents,
      names: namesByFolder(report.skills),
      ...(report.repository ? { repository: report.repository } : {}),
    },
  );
  const articles = report.skills.map((skill, index) =>
    skillArticle(skill, shownInstall(templates, index, agents[0])),
  );
  const hasScript = articles.length > 0 && agents.length > 0;
  return [
    '<!doctype html>',
    '<html lang="en">',
    ...headPart(report),
    '<body>',
    '<a class="vh skip" href="#_skills">Skip to the skills</a>',
    ...headerPart(report),
    ...(hasScript ? toolsPart(agents) : []),
    '<main id="_skills" tabindex="-1">',
    ...(articles.length === 0 ? ['<p>No skills are published here yet.</p>'] : articles),
    '<p id="_empty" hidden>No skill fits. <button type="button" id="_clear">Clear the search</button></p>',
    '</main>',
    ...footerPart(report),
    ...(hasScript ? scriptPart(templates, agents) : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function shownInstall(
  { kinds, skills }: CommandTemplates,
  index: number,
  agent: Agent | undefined,
): ShownInstall {
  const placed = skills[index];
  const kind = placed?.kind ?? 0;
  const [first, ...others] = kinds[kind]?.[0] ?? [];
  if (placed === undefined || agent === undefined || first === undefined) return { kind };
  const shown = ({ label, command }: TemplateWay) => ({
    label: `${agent.label}: ${label}`,
    command: fillTemplate(command, placed.values),
  });
  const second = others.find(({ method }) => method === 'curl') ?? others[0];
  const namesFolder = kinds[kind]?.some((ways) =>
    ways.some(({ command }) => command.includes(FOLDER_VALUE)),
  );
  return {
    kind,
    ...(namesFolder ? { folder: placed.values[FOLDER_VALUE] } : {}),
    first: shown(first),
    ...(second ? { second: shown(second) } : {}),
  };
}

const siteOf = ({ origin }: Report) => escapeHtml(origin.replace(/^https?:\/\//, ''));

function headPart(report: Report): string[] {
  const policy = contentPolicy([FIRST_SCRIPT, CATALOGUE_SCRIPT], [CATALOGUE_STYLES]);
  return [
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>Agent skills at ${siteOf(report)}</title>`,
    `<link rel="icon" href="${ICON}">`,
    `<style>${CATALOGUE_STYLES}</style>`,
    `<script>${FIRST_SCRIPT}</script>`,
    '</head>',
  ];
}

function headerPart(report: Report): string[] {
  const bundles = report.skills.filter(({ shape }) => shape === 'bundle').length;
  const skills = report.skills.length - bundles;
  const { repository } = report;
  const source = repository?.url.startsWith('https://')
    ? ` Source: <a href="${escapeHtml(repository.url)}">${escapeHtml(repository.url.slice(8))}</a>.`
    : '';
  return [
    '<header>',
    '<h1>Agent skills</h1>',
    `<p>${counted(skills, 'skill')} and ${counted(bundles, 'bundle')} at ${siteOf(report)}.${source}</p>`,
    checkSummary(report),
    '<p class="without">Searching, copying and the commands for other agents need scripts. All else is here without.</p>',
    '</header>',
  ];
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function toolsPart(agents: readonly Agent[]): string[] {
  const options = (pairs: readonly (readonly [string, string])[]) =>
    pairs
      .map(([value, label]) => `<option value="${value}">${escapeHtml(label)}</option>`)
      .join('');
  const shapes = options([['', 'All shapes'], ...Object.entries(SHAPE_LABELS)]);
  return [
    '<div class="tools" role="search" aria-label="Skills"><div>',
    '<div class="query"><label for="_search">Search, with <kbd>/</kbd> from anywhere</label>',
    '<input id="_search" type="search" autocomplete="off" spellcheck="false" placeholder="Words in names and descriptions"></div>',
    '<div><label for="_agent">Install for</label>',
    `<select id="_agent" autocomplete="off">${options(agents.map(({ id, label }) => [id, label]))}</select></div>`,
    `<div><label for="_shape">Shape</label><select id="_shape" autocomplete="off">${shapes}</select></div>`,
    '<p class="count" id="_count" role="status"></p>',
    '<p class="vh" id="_said" role="status"></p>',
    '</div></div>',
  ];
}

function scriptPart({ kinds }: CommandTemplates, agents: readonly Agent[]): string[] {
  const data = {
    agents: agents.map(({ label }) => label),
    kinds: kinds.map((kind) =>
      kind.map((ways) =>
        ways.map(({ label, command }) => [
          escapeHidden(label),
          command.map((piece) => (typeof piece === 'string' ? escapeHidden(piece) : piece)),
        ]),
      ),
    ),
  };
  return [
    `<script type="application/json" id="_data">${jsonForHtml(data)}</script>`,
    `<script>${CATALOGUE_SCRIPT}</script>`,
  ];
}

function footerPart(report: Report): string[] {
  return [
    '<footer>',
    `<p>For programs: <a href="../${publishedPath.index}">the index of the skills</a>. A digest is the SHA-256 of the archive, or of SKILL.md where there is no archive.</p>`,
    `<p>Made by ${escapeHtml(report.generator)}.</p>`,
    '</footer>',
  ];
}
