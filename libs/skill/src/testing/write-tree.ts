import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const created: string[] = [];

// What this machine ignores for all repositories must not change a test.
process.env.HOME = writeTree({});
process.env.XDG_CONFIG_HOME = join(process.env.HOME, '.config');

afterAll(() => {
  for (const folder of created) rmSync(folder, { recursive: true, force: true });
});

/**
 * Writes files into a fresh folder that is removed after the tests of the file.
 *
 * @param files contents by path, relative with `/`; a path that ends with `/` is an empty folder
 * @returns the folder, absolute and without links on the way
 */
export function writeTree(files: Record<string, string | Buffer>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-skills-')));
  created.push(folder);
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    if (path.endsWith('/')) mkdirSync(target, { recursive: true });
    else {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  }
  return folder;
}
