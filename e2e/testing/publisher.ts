import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SCRATCH } from './packed-plugin';
import { runCli } from './run-cli';

/** A repository without Nx, whose skills are published with the command line. */
export interface Publisher {
  /** The published tree; absolute. */
  tree: string;
  write(files: Record<string, string>): void;
  /** Runs a command; fails when it does. */
  run(...args: string[]): Promise<void>;
}

/** A new folder that is a git repository: what the folders above ignore is not ignored in it. */
export function newRepository(kind: string): string {
  mkdirSync(SCRATCH, { recursive: true });
  const root = mkdtempSync(join(SCRATCH, `${kind}-`));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return root;
}

export function newPublisher(): Publisher {
  const root = newRepository('publisher');
  return {
    tree: join(root, 'dist/agent-skills'),
    write: (files) => writeFiles(root, files),
    run: async (...args) => {
      const { status, stderr } = await runCli(root, args);
      assert.equal(status, 0, stderr);
    },
  };
}

/** Writes files below a folder, by path. */
export function writeFiles(root: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}
