import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REFUSAL_FILE = 'refusal.json';

/**
 * Writes into a folder of outputs, as its only file, that the skill is refused. The reasons are
 * not kept: whoever acts on a refusal checks the skill again.
 */
export function writeRefusal(folder: string, skillPath: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, REFUSAL_FILE), `${JSON.stringify({ refused: skillPath }, null, 2)}\n`);
}

/** Whether a folder of outputs says that its skill is refused. */
export function holdsRefusal(folder: string): boolean {
  return existsSync(join(folder, REFUSAL_FILE));
}
