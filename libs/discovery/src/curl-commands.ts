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
  /**
   * For the archive of a bundle that is no skill itself: the skill folders in it (`skills/a`). Each
   * is placed beside the agent's other skills under the last part of its path.
   */
  readonly skillFolders?: readonly string[];
}

const CHECKERS = { sha256sum: 'sha256sum -c -', shasum: 'shasum -a 256 -c -' } as const;

export type Checker = keyof typeof CHECKERS;

/** Downloads straight into place. Repeatable; files of an older version are written over. */
export function curlCommand(download: Download, agent: Agent): string {
  const url = quoteForShell(download.url);
  const target = targetFolder(download, agent);
  const fetch = `curl -fsSL ${url}`;
  if (download.type === 'skill-md') {
    return `mkdir -p ${target} && ${fetch} -o ${target}/SKILL.md`;
  }
  const unpacks = tarArguments(download).map((rest) => `${fetch} | tar -xzf - -C ${target}${rest}`);
  return [`mkdir -p ${target}`, ...unpacks].join(' && ');
}

/**
 * Downloads into a temporary folder, compares the digest, and only then touches the agent's folder.
 * The subshell keeps the trap and the variable away from the user's shell.
 */
export function verifiedCurlCommand(download: Download, agent: Agent, checker: Checker): string {
  const target = targetFolder(download, agent);
  const file = download.type === 'skill-md' ? '"$d/SKILL.md"' : '"$d/skill.tar.gz"';
  const hex = download.digest.replace(/^sha256:/, '');
  const place =
    download.type === 'skill-md'
      ? [`cp ${file} ${target}/SKILL.md`]
      : tarArguments(download).map((rest) => `tar -xzf ${file} -C ${target}${rest}`);
  const steps = [
    'd=$(mktemp -d)',
    `trap 'rm -rf "$d"' EXIT`,
    `curl -fsSL ${quoteForShell(download.url)} -o ${file}`,
    `printf '%s  %s\\n' ${quoteForShell(hex)} ${file} | ${CHECKERS[checker]}`,
    `mkdir -p ${target}`,
    ...place,
  ];
  return `(${steps.join(' && ')})`;
}

/** Unquoted `~`, because no shell expands a quoted one. */
function targetFolder(download: Download, agent: Agent): string {
  const folder = `~/${quoteForShell(agent.globalSkillsDir.replace(/^~\//, ''))}`;
  return download.skillFolders ? folder : `${folder}/${quoteForShell(download.name)}`;
}

/**
 * What follows `-C <folder>`, once for every depth at which a bundle has skills, since tar strips
 * the same number of folders from all paths. `--strip-components` is in GNU and BSD tar; both
 * unpack a folder that is named without its files.
 */
function tarArguments(download: Download): string[] {
  if (!download.skillFolders) return [''];
  const byDepth = new Map<number, string[]>();
  for (const folder of download.skillFolders) {
    const depth = folder.split('/').length - 1;
    byDepth.set(depth, [...(byDepth.get(depth) ?? []), folder]);
  }
  const isFlat = byDepth.size === 1 && byDepth.has(1);
  const groups = isFlat ? new Map([[1, ['skills']]]) : byDepth;
  return [...groups].map(
    ([depth, folders]) => ` --strip-components=${depth} ${folders.map(quoteForShell).join(' ')}`,
  );
}
