import { escapeHidden, type Finding, finding } from '@nx-agent-skills/skill';
import { fitsUstar } from './tar-header';

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

/**
 * Why a path cannot stand in an archive that unpacks the same everywhere; undefined when it can.
 *
 * @param path relative, with `/`
 */
export function archivePathFault(path: string): string | undefined {
  const segments = path.split('/');
  if (segments.some((segment) => segment === '')) return 'has an empty part';
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    return 'has a part "." or ".."';
  }
  if (path.includes('\ufffd')) return 'is not valid UTF-8';
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'holds a control character';
  if (path.includes('\\')) return 'holds a backslash';
  if (path.includes(':')) return 'holds a colon';
  if (segments.some((segment) => /[. ]$/.test(segment)))
    return 'has a part that ends with a dot or a blank';
  if (segments.some((segment) => WINDOWS_DEVICE.test(segment))) {
    return 'has a part that is the name of a Windows device';
  }
  return fitsUstar(path) ? undefined : 'does not fit a tar header';
}

/**
 * Checks the paths of a skill's files before they are packed.
 *
 * @param paths relative to the skill, with `/`
 * @param skillPath the skill's folder, for findings
 */
export function checkArchivePaths(paths: readonly string[], skillPath: string): Finding[] {
  // Most skills; every publication asks for every one of them.
  if (paths.length === 1 && paths[0] === 'SKILL.md') return [];
  return [
    ...paths.flatMap((path) => checkPath(path, skillPath)),
    ...checkCollisions(paths, skillPath),
  ];
}

function checkPath(path: string, skillPath: string): Finding[] {
  const file = `${skillPath}/${path}`;
  const bytes = Buffer.byteLength(path, 'utf8');
  if (!fitsUstar(path)) {
    return [
      finding('path/too-long', file, {
        message: `The path ${path} has ${bytes} bytes and does not fit a plain tar header (100 bytes of name after at most 155 bytes of folders).`,
      }),
    ];
  }
  const fault = archivePathFault(path);
  if (fault) {
    return [
      finding('path/not-portable', file, { received: path, message: `The path ${path} ${fault}.` }),
    ];
  }
  return escapeHidden(path) === path
    ? []
    : [finding('path/hidden-character', file, { received: path })];
}

/** Files that would overwrite each other, and files that stand where another path needs a folder. */
function checkCollisions(paths: readonly string[], skillPath: string): Finding[] {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const findings: Finding[] = [];
  const collide = (path: string, other: string) =>
    findings.push(
      finding('path/collision', `${skillPath}/${path}`, {
        message: `The paths ${other} and ${path} are one on a file system that folds case or Unicode forms.`,
      }),
    );
  for (const path of paths) {
    const folded = fold(path);
    const other = files.get(folded);
    if (other !== undefined) collide(path, other);
    files.set(folded, path);
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      folders.set(fold(path.slice(0, slash)), path);
    }
  }
  for (const [folded, path] of files) {
    const below = folders.get(folded);
    if (below !== undefined) collide(path, below);
  }
  return findings;
}

const fold = (path: string) => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
