import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { verifyTree } from '@nx-agent-skills/publication';
import { shellBlocks } from './testing/code-blocks';
import { installNode, noOtherNodes } from './testing/node-versions';
import { SCRATCH } from './testing/packed-plugin';
import { type Registry, startRegistry } from './testing/registry';
import { treeDigests } from './testing/tree-digests';
import { nxEnv, skillMd } from './testing/workspace';

const [, , add = '', skill = '', publish = '', affected = '', scratch = '', build = ''] =
  shellBlocks('README.md');
const TREE = 'dist/agent-skills';

/** Each version of Nx with another one of Node, the oldest with the oldest. */
const VERSIONS = [
  [22, 20],
  [23, 22],
  [24, 24],
] as const;

let registry: Registry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

interface Shell {
  status: number | null;
  output: string;
}

function shell(folder: string, command: string, path: string): Promise<Shell> {
  const child = spawn('sh', ['-ec', command], {
    cwd: folder,
    env: {
      ...nxEnv(folder, registry.env),
      CI: 'true',
      NX_DAEMON: 'false',
      PATH: path === '' ? process.env.PATH : `${path}${delimiter}${process.env.PATH}`,
      GIT_AUTHOR_NAME: 'Acme',
      GIT_AUTHOR_EMAIL: 'skills@acme.example',
      GIT_COMMITTER_NAME: 'Acme',
      GIT_COMMITTER_EMAIL: 'skills@acme.example',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}

it('the README has the commands that are run here', () => {
  expect(add.split('\n')).toEqual([
    'npx nx add nx-agent-skills',
    'npx nx g nx-agent-skills:init --origin=https://skills.acme.example',
  ]);
  expect(skill).toMatch(/^npx nx g nx-agent-skills:skill plan-trip /);
  expect(publish.split('\n')).toEqual([
    'npx nx run @agent-skills/index:publish-index',
    'npx nx run @agent-skills/index:verify-tree',
  ]);
  expect(affected).toBe('npx nx affected -t publish-index --output-style=static');
  expect(scratch).toMatch(/^git init acme && cd acme\n/);
  expect(build).toMatch(/^npx nx-agent-skills build /);
});

const published = new Map<string, Record<string, string>>();

describe.each(VERSIONS)('from an empty folder with Nx %i on Node %i', (nx, node) => {
  let folder: string;
  let path: string;
  beforeAll(() => {
    mkdirSync(SCRATCH, { recursive: true });
    folder = mkdtempSync(join(SCRATCH, `nx-${nx}-`));
    path = noOtherNodes === undefined ? dirname(installNode(node)) : '';
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('one gets to a verified tree with the commands of the README, word for word', async () => {
    const ofThisVersion = scratch.replace('--save-dev nx', `--save-dev nx@${nx}`);
    const first = await shell(folder, ofThisVersion, path);
    if (first.status !== 0) throw new Error(first.output);
    const root = join(folder, 'acme');
    for (const command of [add, skill, publish]) {
      const run = await shell(root, command, path);
      if (run.status !== 0) throw new Error(`${command}\n${run.output}`);
    }
    const { version } = JSON.parse(
      readFileSync(join(root, 'node_modules/nx/package.json'), 'utf8'),
    );
    expect(version).toMatch(new RegExp(`^${nx}\\.`));
    const { report } = verifyTree(join(root, TREE));
    expect(report.skills).toMatchObject([{ name: 'plan-trip', findings: [] }]);
    published.set(`Nx ${nx}`, treeDigests(join(root, TREE)));

    const commit =
      'git add --all && git commit --quiet --message=Skills && git branch --force main';
    expect(await shell(root, `${commit} && git status --porcelain`, path)).toEqual({
      status: 0,
      output: '',
    });
    const nothing = await shell(root, affected, path);
    expect([nothing.status, nothing.output]).toEqual([
      0,
      expect.stringContaining('No tasks were run'),
    ]);
    const again = await shell(root, `${add} && git status --porcelain`, path);
    expect([again.status, again.output]).toEqual([0, expect.not.stringMatching(/^ M |^\?\? /m)]);

    const grouped = join(root, 'skills/(group) [a] {b,c}/trip guide');
    const [, run = ''] = /^(.*publish-index)$/m.exec(publish) ?? [];
    mkdirSync(grouped, { recursive: true });
    for (const text of ['First.', 'Second.']) {
      writeFileSync(join(grouped, 'SKILL.md'), skillMd('trip-guide', text));
      const edited = await shell(root, run, path);
      if (edited.status !== 0) throw new Error(edited.output);
      const artifact = readFileSync(join(root, TREE, 'agent-skills/trip-guide/SKILL.md'), 'utf8');
      expect(artifact).toBe(skillMd('trip-guide', text));
    }
    rmSync(join(root, 'skills/(group) [a] {b,c}'), { recursive: true });
    rmSync(join(root, 'dist'), { recursive: true });
    const alone = await shell(root, build, path);
    expect([alone.status, alone.output]).toEqual([
      0,
      expect.stringContaining('1 skills published'),
    ]);
    published.set(`the command line beside Nx ${nx}`, treeDigests(join(root, TREE)));
    expect(existsSync(join(root, 'node_modules/@nx/devkit'))).toBe(false);
  });
});

it('all of them publish the same bytes', () => {
  const [first, ...others] = [...published.values()];
  expect(published.size).toBe(2 * VERSIONS.length);
  for (const each of others) expect(each).toEqual(first);
});
