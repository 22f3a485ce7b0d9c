import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceDataDirectory } from 'nx/src/utils/cache-directory';

/** What is known of a SKILL.md: its time and size when it was read, and its description. */
type CacheEntry = [mtimeMs: number, size: number, description: string | null];
type Cache = Record<string, CacheEntry>;

/**
 * The descriptions of skills, for people who look at the graph. A file is read once per change: the
 * answers are kept beside Nx's own data, so that most commands load no YAML parser at all.
 *
 * @param files SKILL.md files, relative to the workspace
 * @returns by file; broken ones are absent, since that is the business of their own targets
 */
export async function readDescriptions(
  workspaceRoot: string,
  files: readonly string[],
): Promise<Map<string, string>> {
  const cacheFile = join(workspaceDataDirectory, 'nx-agent-skills.json');
  const before = readCache(cacheFile);
  const after: Cache = {};
  let isChanged = Object.keys(before).length !== files.length;
  for (const file of files) {
    const stats = statSync(join(workspaceRoot, file), { throwIfNoEntry: false });
    if (!stats) continue;
    const known = before[file];
    if (known && known[0] === stats.mtimeMs && known[1] === stats.size) {
      after[file] = known;
      continue;
    }
    isChanged = true;
    after[file] = [stats.mtimeMs, stats.size, await readDescription(workspaceRoot, file)];
  }
  if (isChanged) writeCache(cacheFile, after);
  return new Map(
    Object.entries(after).flatMap(([file, [, , description]]) =>
      description === null ? [] : [[file, description]],
    ),
  );
}

async function readDescription(workspaceRoot: string, file: string): Promise<string | null> {
  const { readFrontmatter } = await import('@nx-agent-skills/skill');
  try {
    const { frontmatter } = readFrontmatter(readFileSync(join(workspaceRoot, file)), file);
    return frontmatter?.description ?? null;
  } catch {
    return null;
  }
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
