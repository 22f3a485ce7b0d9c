import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';
import { needProgram } from './debian-package';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];

/** The Chromium of this machine: an absolute path or a command, or why there is none. */
export type FoundChromium = { program: string } | { missing: string };

/** Finds the browser that CHROMIUM_PATH names or that is installed, else brings Debian's. */
export function findChromium(): FoundChromium {
  const wished = process.env.CHROMIUM_PATH;
  if (wished) return { program: wished };
  const found = COMMANDS.map(pathOf).find((path) => path !== '');
  if (found) return { program: found };
  const missing = needProgram('chromium', 'chromium');
  return missing === undefined ? { program: pathOf('chromium') } : { missing };
}

/** Starts it without a window. Its sandbox does not work for root, and it opens our own pages only. */
export function startChromium(program: string): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: program, args: isRoot ? ['--no-sandbox'] : [] });
}

const pathOf = (command: string) =>
  spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command], { encoding: 'utf8' }).stdout.trim();
