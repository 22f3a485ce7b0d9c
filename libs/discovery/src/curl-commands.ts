import type { Agent } from './agents';
import type { EntryType } from './index-schema';
import { quoteForShell } from './quote-for-shell';

/** What a curl command downloads and where the files belong. */
export interface Download {
  readonly url: string;
  readonly type: EntryType;
  /** `sha256:` and 64 lower-case hexadecimal digits. */
  readonly digest: string;
  /** Folder name under which the agent finds the skill. */
  readonly name: string;
  /** For the archive of a bundle that is no skill itself: the skills in it. Nothing else is placed. */
  readonly skills?: readonly BundledSkill[];
}

/** A skill in the archive of a bundle. */
export interface BundledSkill {
  /** In the archive: `skills/a`. */
  readonly folder: string;
  /** The folder's name at the agent. */
  readonly name: string;
}

const CHECKERS = { sha256sum: 'sha256sum -c -', shasum: 'shasum -a 256 -c -' } as const;

export type Checker = keyof typeof CHECKERS;

/** Downloads straight into place. Repeatable; files of an older version are written over. */
export function curlCommand(download: Download, agent: Agent): string {
  const fetch = `curl -fsSL ${quoteForShell(download.url)}`;
  // Several skills come out of one download, which has to lie somewhere for so long.
  if (download.skills) return inTemporaryFolder(download, agent, []);
  const target = targetFolder(agent, download.name);
  const place =
    download.type === 'skill-md'
      ? `${fetch} -o ${target}/SKILL.md`
      : `${fetch} | tar -xzf - -C ${target}`;
  return `mkdir -p ${target} && ${place}`;
}

/** Downloads, compares the digest, and only then touches the agent's folder. */
export function verifiedCurlCommand(download: Download, agent: Agent, checker: Checker): string {
  const hex = quoteForShell(download.digest.replace(/^sha256:/, ''));
  const check = `printf '%s  %s\\n' ${hex} ${temporaryFile(download)} | ${CHECKERS[checker]}`;
  return inTemporaryFolder(download, agent, [check]);
}

const temporaryFile = ({ type }: Download) =>
  type === 'skill-md' ? '"$d/SKILL.md"' : '"$d/skill.tar.gz"';

/**
 * Downloads into a temporary folder and puts the files in place from there. The subshell keeps the
 * trap and the variable away from the user's shell.
 *
 * @param checks what has to succeed in between
 */
function inTemporaryFolder(download: Download, agent: Agent, checks: readonly string[]): string {
  const file = temporaryFile(download);
  const steps = [
    'd=$(mktemp -d)',
    `trap 'rm -rf "$d"' EXIT`,
    `curl -fsSL ${quoteForShell(download.url)} -o ${file}`,
    ...checks,
    ...placeSteps(download, agent, file),
  ];
  return `(${steps.join(' && ')})`;
}

function placeSteps(download: Download, agent: Agent, file: string): string[] {
  const { name, type, skills } = download;
  if (skills) {
    return skills.flatMap((skill) => {
      const target = targetFolder(agent, skill.name);
      const depth = skill.folder.split('/').length;
      // `--strip-components` is in GNU and BSD tar; both unpack a folder that is named.
      const rest = `--strip-components=${depth} ${quoteForShell(skill.folder)}`;
      return [`mkdir -p ${target}`, `tar -xzf ${file} -C ${target} ${rest}`];
    });
  }
  const target = targetFolder(agent, name);
  const place =
    type === 'skill-md' ? `cp ${file} ${target}/SKILL.md` : `tar -xzf ${file} -C ${target}`;
  return [`mkdir -p ${target}`, place];
}

/** Unquoted `~`, because no shell expands a quoted one. */
function targetFolder(agent: Agent, name: string): string {
  return `~/${quoteForShell(agent.globalSkillsDir.replace(/^~\//, ''))}/${quoteForShell(name)}`;
}
