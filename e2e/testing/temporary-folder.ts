import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const created: string[] = [];

afterAll(() => {
  for (const folder of created) rmSync(folder, { recursive: true, force: true });
});

/** A fresh folder outside the repository, absolute, that is removed after the tests of the file. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  created.push(folder);
  return folder;
}
