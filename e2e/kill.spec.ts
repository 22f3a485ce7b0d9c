import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchangeFolders } from '../libs/publication/src/exchange-folders';
import { newStagingFolder, swapIn } from '../libs/publication/src/output-folder';
import { largeCatalogue, sourceFiles } from './testing/catalogue';
import { runKillRounds } from './testing/kill-rounds';
import { SCRATCH } from './testing/packed-plugin';
import { treeDigests } from './testing/tree-digests';
import { createWorkspace, nxJson, skillMd, type Workspace } from './testing/workspace';

const TREE = 'dist/agent-skills';
const INDEX = '.well-known/agent-skills/index.json';

const beside = (root: string) =>
  readdirSync(join(root, 'dist')).filter((name) => name.startsWith('.agent-skills.'));

describe('a publication that is killed', () => {
  const isLinux = process.platform === 'linux';

  (isLinux ? it : it.skip)(
    isLinux
      ? 'leaves a complete tree, the earlier one or the new one, whenever that happens'
      : 'skipped: the test looks for processes in /proc',
    async () => {
      const skills = largeCatalogue();
      const workspace = createWorkspace(sourceFiles(skills));
      const outcomes = await runKillRounds(workspace, skills, 12, Date.now() % 1_000_000);
      expect(outcomes.old + outcomes.new).toBe(12);
      expect(outcomes.killed).toBeGreaterThan(3);
      expect(outcomes.killedWithLeftovers).toBeGreaterThan(0);
    },
  );
});

describe('a publication that was killed where folders cannot be exchanged in one step', () => {
  let workspace: Workspace;
  let published: Record<string, string>;

  beforeAll(() => {
    workspace = createWorkspace({
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'skills/beta/SKILL.md': skillMd('beta'),
    });
    expect(workspace.nx(['publish-index']).status).toBe(0);
    published = treeDigests(join(workspace.root, TREE));
  });

  /** The moment between two renames: the earlier tree lies aside, the new one is still staged. */
  beforeEach(() => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const aside = (kind: string) => join(workspace.root, 'dist', `.agent-skills.${kind}-${pid}-x`);
    cpSync(join(workspace.root, TREE), aside('staging'), { recursive: true });
    renameSync(join(workspace.root, TREE), aside('previous'));
  });

  it('is made up for by the next one, which compares with the earlier tree', () => {
    workspace.write({ 'skills/beta/SKILL.md': skillMd('beta', 'Changed.') });
    const run = workspace.nx(['publish-index']);
    expect(run.output).toContain('0 added, 1 changed, 0 removed, 1 unchanged');
    expect(workspace.read(`${TREE}/agent-skills/beta/SKILL.md`)).toContain('Changed.');
    expect(beside(workspace.root)).toEqual([]);
    published = treeDigests(join(workspace.root, TREE));
  });

  it('gets its earlier tree back from one that is refused', () => {
    workspace.write({ 'nx.json': nxJson({ bundleSlugs: { 'skills/gone': 'gone' } }) });
    const run = workspace.nx(['publish-index', '--output-style=static']);
    expect(run.status).not.toBe(0);
    expect(run.output).toContain('which is no bundle');
    expect(treeDigests(join(workspace.root, TREE))).toEqual(published);
  });
});

describe('while trees are swapped', () => {
  mkdirSync(SCRATCH, { recursive: true });
  const probe = (name: string) => mkdtempSync(join(SCRATCH, `exchange-${name}-`));
  const canExchange = exchangeFolders(probe('a'), probe('b'));

  (canExchange ? it : it.skip)(
    canExchange
      ? 'a reader always finds one of the two'
      : 'skipped: this system cannot exchange folders in one step',
    async () => {
      const root = mkdtempSync(join(SCRATCH, 'swap-'));
      const output = { folder: join(root, TREE) };
      const texts = ['first', 'second'].map((word) => `${word} `.repeat(2000));
      const prepared = texts.map((text, index) => {
        const folder = join(root, `prepared-${index}`);
        mkdirSync(dirname(join(folder, INDEX)), { recursive: true });
        writeFileSync(join(folder, INDEX), text);
        return folder;
      });
      const swap = (index: number) => {
        const staged = newStagingFolder(output);
        cpSync(prepared[index % 2] ?? '', staged, { recursive: true });
        swapIn(output, staged);
      };
      swap(0);
      const reader = startReader(join(output.folder, INDEX));
      await reader.begun;
      for (let index = 1; index <= 20; index += 1) {
        swap(index);
        await sleep(20);
      }
      const { reads, changes, faults, seen } = await reader.stop();
      expect(faults).toEqual([]);
      expect(seen.sort()).toEqual([...texts].sort());
      // A busy machine may keep the reader from seeing every one.
      expect(changes).toBeGreaterThan(5);
      expect(reads).toBeGreaterThan(500);
    },
  );
});

interface Readings {
  reads: number;
  /** How often the file was another one than in the reading before. */
  changes: number;
  /** Error codes of failed readings. */
  faults: string[];
  /** The different contents. */
  seen: string[];
}

/** Reads a file again and again in a process of its own. */
function startReader(file: string): { begun: Promise<void>; stop(): Promise<Readings> } {
  const script = `
    const { readFileSync } = require('node:fs');
    const seen = new Set();
    const readings = { reads: 0, changes: -1, faults: [] };
    let last;
    const readOften = () => {
      for (let count = 0; count < 200; count += 1) {
        readings.reads += 1;
        try {
          const text = readFileSync(process.argv[1], 'utf8');
          if (text !== last) readings.changes += 1;
          seen.add((last = text));
        } catch (error) {
          readings.faults.push(error.code);
        }
      }
      if (readings.reads === 200) process.stdout.write('begun\\n');
      setImmediate(readOften);
    };
    process.stdin.on('end', () => {
      process.stdout.write(JSON.stringify({ ...readings, seen: [...seen] }), () => process.exit());
    }).resume();
    readOften();
  `;
  const child = spawn(process.execPath, ['-e', script, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (data) => {
      output += data;
      if (output.startsWith('begun\n')) resolve();
    });
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  return {
    begun,
    stop: async () => {
      child.stdin.end();
      await ended;
      return JSON.parse(output.replace('begun\n', ''));
    },
  };
}
