import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceDataDirectory } from 'nx/src/utils/cache-directory';

/** What is known of a SKILL.md: its time and size when it was read, and its description. */
type CacheEntry = [mtimeMs: number, size: number, description: string | null];
type Cache = Record<string, CacheEntry>;

/**
 * The descriptions of skills, for people who look at the graph. A file is read once per change: the
 * answers are kept beside Nx's own data, so that most commands load no YAML parser at all.
 *
 * @param skills folders of skills with a SKILL.md, relative to the workspace
 * @returns by skill; broken ones are absent, since that is the business of their own targets
 */
export async function readDescriptions(
  workspaceRoot: string,
  skills: readonly string[],
): Promise<Map<string, string>> {
  const cacheFile = join(workspaceDataDirectory, 'nx-agent-skills.json');
  const before = readCache(cacheFile);
  const after: Cache = {};
  let isChanged = Object.keys(before).length !== skills.length;
  for (const skill of skills) {
    const file = join(workspaceRoot, skill, 'SKILL.md');
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats) continue;
    const known = before[skill];
    if (known && known[0] === stats.mtimeMs && known[1] === stats.size) {
      after[skill] = known;
      continue;
    }
    isChanged = true;
    after[skill] = [stats.mtimeMs, stats.size, await readDescription(workspaceRoot, skill)];
  }
  if (isChanged) writeCache(cacheFile, after);
  return new Map(
    Object.entries(after).flatMap(([skill, [, , description]]) =>
      description === null ? [] : [[skill, description]],
    ),
  );
}

async function readDescription(workspaceRoot: string, skill: string): Promise<string | null> {
  const { readFrontmatter, readSkillMd } = await import('@nx-agent-skills/skill');
  const bytes = readSkillMd(workspaceRoot, skill);
  if (!bytes) return null;
  return readFrontmatter(bytes, `${skill}/SKILL.md`).frontmatter?.description ?? null;
}

function readCache(file: string): Cache {
  try {
    const cache: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const isCache = typeof cache === 'object' && cache !== null && !Array.isArray(cache);
    return isCache ? Object.assign(Object.create(null), cache) : {};
  } catch {
    return {};
  }
}

/** Several nx commands may run at once: each one puts a whole file in place. */
function writeCache(file: string, cache: Cache): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(cache));
    renameSync(unfinished, file);
  } catch {
    // Without the cache the files are read again next time.
  }
}
