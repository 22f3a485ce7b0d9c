import { publishedPath } from './artifact-url';

/** A skill in the index of discovery 0.1.0, which lists files in place of an artifact. */
export interface LegacyEntry {
  name: string;
  description: string;
  /** Paths in the skill's folder; SKILL.md is one of them. */
  files: string[];
}

/**
 * The bytes of the index of Agent Skills Discovery 0.1.0, for clients from before 0.2.0: older
 * versions of `skills`, and OpenCode. Entries are sorted by name, SKILL.md comes first.
 */
export function serializeLegacyIndex(entries: Iterable<LegacyEntry>): string {
  const skills = [...entries]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description, files }) => ({
      name,
      description,
      files: ['SKILL.md', ...files.filter((path) => path !== 'SKILL.md')],
    }));
  return `${JSON.stringify({ skills }, null, 2)}\n`;
}

/** Where a file of a skill lies beside that index: clients put the URL together themselves. */
export function legacyFilePath(name: string, file: string): string {
  return publishedPath.legacyIndex.replace('index.json', `${name}/${file}`);
}

/**
 * The first path that a client of 0.1.0 cannot ask for; undefined when there is none. `skills`
 * gives up the whole index for a path with "..", and puts paths into URLs as they are.
 */
export function unservableLegacyFile(files: readonly string[]): string | undefined {
  return files.find((path) => path.includes('..') || /[#?%]/.test(path));
}
