import {
  type Agent,
  type InstallCommand,
  type InstallMethod,
  type InstallTarget,
  installCommands,
  quoteForShell,
  ShellQuoteError,
} from '@nx-agent-skills/discovery';
import { type InstallableSkill, type InstallContext, installTarget } from '../install-target';

/** A command in pieces; a number stands for one of the skill's values. */
export type Template = readonly (string | number)[];

/** A way to install any skill of one kind. */
export interface TemplateWay {
  readonly method: InstallMethod;
  readonly label: string;
  readonly command: Template;
}

/** What differs between skills of one kind: name, hex digest, path in the tree, quoted folder. */
export type TemplateValues = readonly [name: string, digest: string, file: string, folder: string];

/** The place of the quoted folder in the values, which few templates need. */
export const FOLDER_VALUE = 3;

/** All install commands of a publication, written once for every kind of skill. */
export interface CommandTemplates {
  /** By kind, then in the order of the agents. */
  readonly kinds: readonly (readonly (readonly TemplateWay[])[])[];
  /** In the order of the skills. */
  readonly skills: readonly { readonly kind: number; readonly values: TemplateValues }[];
}

/** They take the place of real values while a template is made, and need no quotes, as those. */
const STAND_IN = {
  name: 'stand-in-for-the-name',
  digest: 'd1665713'.repeat(8),
  file: 'stand-in-for-the-file',
  folder: 'stand-in-for-the-folder',
};

/**
 * Finds the kinds of skills whose commands differ in nothing but the values of the skill. Thousands
 * of skills have a handful of kinds, so that a page can hold all commands for all agents. Nothing
 * here knows the commands: a template is what `installCommands` makes of stand-ins.
 */
export function commandTemplates(
  skills: readonly InstallableSkill[],
  context: InstallContext,
): CommandTemplates {
  const kinds: TemplateWay[][][] = [];
  const kindOfTarget = new Map<string, number>();
  const kindOfWays = new Map<string, number>();
  const kindOf = (target: InstallTarget): number => {
    const ways = templateWays(target, context.agents);
    const key = JSON.stringify(ways);
    const kind = kindOfWays.get(key) ?? kinds.push(ways) - 1;
    kindOfWays.set(key, kind);
    return kind;
  };
  const placed = skills.map((skill) => {
    const target = withStandIns(installTarget(skill, context), skill);
    const { origin: _, agents: __, repository: ___, ...own } = target;
    const key = JSON.stringify(own);
    const kind = kindOfTarget.get(key) ?? kindOf(target);
    kindOfTarget.set(key, kind);
    return { kind, values: valuesOf(skill) };
  });
  return { kinds, skills: placed };
}

/** The command of a skill with these values. */
export function fillTemplate(template: Template, values: TemplateValues): string {
  return template
    .map((piece) => (typeof piece === 'string' ? piece : (values[piece] ?? '')))
    .join('');
}

function valuesOf({ name, digest, artifactPath, path }: InstallableSkill): TemplateValues {
  // A folder stands in the middle of a word, with or without quotes around it.
  return [name, digest.replace(/^sha256:/, ''), artifactPath, path.replaceAll("'", "'\\''")];
}

function withStandIns(target: InstallTarget, skill: InstallableSkill): InstallTarget {
  const isUsualPlace = skill.path === `skills/${skill.name}`;
  return {
    ...target,
    name: STAND_IN.name,
    digest: `sha256:${STAND_IN.digest}`,
    artifactPath: fileStandIn(skill.artifactPath),
    repositoryPath: isUsualPlace ? `skills/${STAND_IN.name}` : folderStandIn(skill.path),
  };
}

/** Keeps the ending, by which the commands may unpack. */
const fileStandIn = (file: string) =>
  `${STAND_IN.file}${/\.(tar\.)?[^./]*$/.exec(file)?.[0] ?? ''}`;

/** Keeps what decides whether a folder can stand in a command, and whether it needs quotes there. */
function folderStandIn(folder: string): string {
  const dash = folder.startsWith('-') ? '-' : '';
  const at = folder.includes('@') ? '@' : '';
  const needsQuotes = /\p{Cc}/u.test(folder) || quoteForShell(folder) !== folder;
  const hidden = /\p{C}/u.test(folder) ? '\u200b' : '';
  return `${dash}${STAND_IN.folder}${at}${hidden}${needsQuotes ? ' ' : ''}`;
}

function templateWays(target: InstallTarget, agents: readonly Agent[]): TemplateWay[][] {
  const ways = commandsOrNone(target);
  const standIns = [STAND_IN.name, STAND_IN.digest, target.artifactPath];
  const { repositoryPath } = target;
  if (repositoryPath?.includes(STAND_IN.folder)) standIns.push(repositoryPath);
  return agents.map((agent) =>
    ways
      .filter((way) => way.agent === agent.id)
      .map(({ method, label, command }) => ({
        method,
        label: label.replace(`${agent.label}: `, ''),
        command: inPieces(command, standIns),
      })),
  );
}

/** None for a report that was tampered with; no skill with such a path is ever published. */
function commandsOrNone(target: InstallTarget): InstallCommand[] {
  try {
    return installCommands(target);
  } catch (error) {
    if (error instanceof ShellQuoteError) return [];
    throw error;
  }
}

/** Splits a command at the stand-ins, none of which is a part of another. */
function inPieces(command: string, standIns: readonly string[]): Template {
  const found = new RegExp(`(${standIns.map((each) => each.replaceAll('.', '\\.')).join('|')})`);
  return command
    .split(found)
    .filter((piece) => piece !== '')
    .map((piece) => (standIns.includes(piece) ? standIns.indexOf(piece) : piece));
}
