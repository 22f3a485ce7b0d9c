import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cleanEnv } from './testing/clean-env';
import { installedPackage } from './testing/install-package';
import { temporaryFolder } from './testing/temporary-folder';
import { treeDigests } from './testing/tree-digests';
import { createWorkspace, type Files, ORIGIN, skillMd, type Workspace } from './testing/workspace';

const SKILLS: Files = {
  'skills/alpha/SKILL.md': skillMd('alpha'),
  'skills/beta/SKILL.md': skillMd('beta', 'See [the guide](references/guide.md).'),
  'skills/beta/references/guide.md': '# Guide\n',
  'skills/beta/scripts/run.sh': '#!/bin/sh\necho ran\n',
  'skills/suite/skills/gamma/SKILL.md': skillMd('gamma'),
};
const TREE = 'dist/agent-skills';

describe('the command line', () => {
  let bin: string;
  beforeAll(() => {
    bin = join(installedPackage(), 'dist/cli.js');
  });

  const run = (root: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, [bin, ...args], {
      cwd: root,
      env: cleanEnv(env),
      encoding: 'utf8',
    });
  const build = (root: string, ...args: string[]) =>
    run(root, ['build', '--origin', ORIGIN, ...args]);

  it('is installed without Nx', () => {
    expect(existsSync(join(bin, '../../..', 'nx'))).toBe(false);
    expect(run('/', ['--version']).stdout).toBe('0.1.0\n');
  });

  describe('in a repository', () => {
    let workspace: Workspace;
    let published: Record<string, string>;
    beforeAll(() => {
      workspace = createWorkspace(SKILLS);
      expect(workspace.nx(['publish-index']).status).toBe(0);
      published = treeDigests(join(workspace.root, TREE));
      rmSync(join(workspace.root, 'dist'), { recursive: true });
    });

    it('publishes the same bytes as the plugin', () => {
      const first = build(workspace.root);
      expect([first.status, first.stderr]).toEqual([0, '']);
      expect(first.stdout).toContain('4 skills published to dist/agent-skills');
      expect(treeDigests(join(workspace.root, TREE))).toEqual(published);
      const again = build(workspace.root);
      expect(again.stdout).toContain('(0 added, 0 changed, 0 removed, 4 unchanged)');
      expect(treeDigests(join(workspace.root, TREE))).toEqual(published);
      expect(workspace.nx(['publish-index']).output).toContain('4 unchanged');
    });

    it('publishes into any folder of the repository', () => {
      const { root } = workspace;
      expect(
        build(root, '--out', join(root, 'tmp/site'), '--skills', join(root, 'skills')).status,
      ).toBe(0);
      expect(treeDigests(join(root, 'tmp/site'))).toEqual(published);
      expect(run(root, ['verify-tree', 'tmp/site']).status).toBe(0);
      writeFileSync(join(root, 'tmp/site/agent-skills/alpha/SKILL.md'), 'x');
      const damaged = run(root, ['verify-tree', 'tmp/site']);
      expect([damaged.status, damaged.stderr]).toEqual([
        1,
        expect.stringContaining('has the digest'),
      ]);
    });

    it('tells programs what it has published', () => {
      const { root } = workspace;
      const outputs = join(root, 'tmp/outputs');
      mkdirSync(join(root, 'tmp'), { recursive: true });
      const json = run(root, ['build', '--origin', ORIGIN, '--json'], { GITHUB_OUTPUT: outputs });
      const summary = JSON.parse(json.stdout);
      expect(summary).toMatchObject({
        index: `${TREE}/.well-known/agent-skills/index.json`,
        published: 4,
        refused: 0,
        changes: { unchanged: 4 },
      });
      const { skills } = JSON.parse(workspace.read(summary.index));
      const indexed = skills.map((skill: Record<string, string>) => [skill.name, skill.digest]);
      expect(Object.entries(summary.digests)).toEqual(expect.arrayContaining(indexed));
      expect(readFileSync(outputs, 'utf8').split('\n')).toEqual([
        `index-path=${summary.index}`,
        `digests=${JSON.stringify(summary.digests)}`,
        'published=4',
        'refused=0',
        'excluded=0',
        '',
      ]);
    });

    it('refuses what the plugin refuses, and leaves the earlier tree', () => {
      const { root } = workspace;
      workspace.write({ 'skills/alpha/SKILL.md': '# Alpha\n' });
      const refused = build(root);
      expect([refused.status, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain('skills/alpha/SKILL.md:1');
      expect(refused.stderr).toContain('frontmatter/missing');
      expect(treeDigests(join(root, TREE))).toEqual(published);
      const onGithub = run(root, ['build', '--origin', ORIGIN], { GITHUB_ACTIONS: 'true' });
      expect(onGithub.stdout).toContain('::error file=skills/alpha/SKILL.md');
      const dry = build(root, '--on-refused', 'exclude', '--dry-run');
      expect([dry.status, dry.stdout]).toEqual([
        0,
        expect.stringContaining('1 refused and left out'),
      ]);
      expect(treeDigests(join(root, TREE))).toEqual(published);
      const excluding = build(root, '--on-refused', 'exclude', '--json');
      expect(JSON.parse(excluding.stdout)).toMatchObject({
        published: 3,
        refused: 1,
        changes: { removed: [{ name: 'alpha' }] },
      });
    });
  });

  it.each([
    [['build'], '--origin is missing'],
    [['build', '--origin', 'http://acme.example'], 'http'],
    [['build', '--orign', ORIGIN], "Unknown option '--orign'"],
    [['build', '--origin', ORIGIN, '--out', '../x'], '--out: received "../x"'],
    [['build', '--origin', ORIGIN, '--zip', 'all'], '--zip: received "all"'],
    [['build', '--origin', ORIGIN, '--rule', 'x'], '--rule received "x"'],
    [['build', '--origin', ORIGIN, '--agent', 'hal'], '"hal"'],
    [['build', '--origin', ORIGIN, 'skills'], 'skills'],
    [['verify-tree', 'a', 'b'], 'one folder'],
    [['constructor'], 'There is no command "constructor"'],
  ])('refuses %j and says why', (args, message) => {
    const root = temporaryFolder('cli');
    const { status, stdout, stderr } = run(root, args);
    rmSync(root, { recursive: true });
    expect([stdout, stderr]).toEqual(['', expect.stringContaining(message)]);
    expect(status).toBe(2);
  });

  describe('when something is in its way', () => {
    let root: string;
    beforeEach(() => {
      const workspace = createWorkspace(SKILLS);
      root = workspace.root;
    });

    it('says so of outputs that cannot be handed on, although the tree is published', () => {
      const env = { GITHUB_OUTPUT: join(root, 'none/outputs') };
      const handed = run(root, ['build', '--origin', ORIGIN], env);
      expect([handed.status, handed.stderr]).toEqual([
        1,
        expect.stringContaining('The tree is published, but its outputs could not be handed on'),
      ]);
      expect(run(root, ['verify-tree']).status).toBe(0);
    });

    it('prints no line of its own for a name with a line break', () => {
      const folder = join(root, 'skills/a\n::error::injected');
      mkdirSync(folder);
      writeFileSync(join(folder, 'SKILL.md'), '# None\n');
      const { stdout } = build(root, '--on-refused', 'exclude');
      expect(stdout).toContain('skills/a\\u{a}::error::injected');
      expect(stdout).not.toMatch(/^::/m);
      expect(build(root, '--out', 'dist/a\nevil=1').status).toBe(2);
    });

    it('tells a fault once that two checks have found', () => {
      mkdirSync(join(root, 'skills/new!'));
      writeFileSync(join(root, 'skills/new!/SKILL.md'), skillMd('new'));
      const { status, stderr } = build(root);
      expect([status, stderr.match(/layout\/pattern-characters/g)]).toEqual([
        1,
        ['layout/pattern-characters'],
      ]);
    });

    it('prints JSON for programs, whatever happens', () => {
      writeFileSync(join(root, 'skills/alpha/SKILL.md'), '# None\n');
      const args = ['build', '--origin', ORIGIN, '--json'];
      const refused = run(root, args, { GITHUB_ACTIONS: 'true' });
      expect(refused.status).toBe(1);
      expect(JSON.parse(refused.stdout)).toMatchObject({
        error: expect.stringContaining('publication/refused'),
        findings: [{ code: 'frontmatter/missing', file: 'skills/alpha/SKILL.md' }],
      });
    });

    it('takes folders with a slash at their end, and a link inside the repository', () => {
      expect(build(root, '--out', 'dist/site/', '--skills', 'skills/').status).toBe(0);
      mkdirSync(join(root, 'dist/real'));
      symlinkSync('real', join(root, 'dist/link'));
      expect(build(root, '--out', 'dist/link').status).toBe(0);
      expect(run(root, ['verify-tree', 'dist/link']).status).toBe(0);
    });

    it('writes nothing through a link out of the repository', () => {
      const outside = temporaryFolder('outside');
      symlinkSync(outside, join(root, 'link'));
      for (const args of [
        ['--build', 'link/build'],
        ['--out', 'link/tree'],
        ['--out', 'link/tree', '--build', 'dist/build'],
      ]) {
        const { status } = build(root, ...args);
        expect([args, status === 0]).toEqual([args, false]);
        expect(readdirSync(outside)).toEqual([]);
      }
      rmSync(outside, { recursive: true });
    });

    it('says so when it cannot make its folders', () => {
      writeFileSync(join(root, 'dist'), 'a file');
      const { status, stderr } = build(root);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^Nothing was published.*\n {4}Fix: /),
      ]);
    });

    it('leaves a build folder to the run that has it, and takes one that a killed run had', () => {
      mkdirSync(join(root, 'dist/agent-skills-build'), { recursive: true });
      const lock = join(root, 'dist/agent-skills-build/.lock');
      writeFileSync(lock, `${process.pid}\n`);
      const second = build(root);
      expect([second.status, second.stderr]).toEqual([
        2,
        expect.stringContaining('Another run works'),
      ]);
      writeFileSync(lock, '999999999\n');
      expect(build(root).status).toBe(0);
      expect(existsSync(lock)).toBe(false);
    });
  });

  it.each(['build', 'snapshot', 'verify-tree'])('explains %s', (command) => {
    const { status, stdout } = run('/', [command, '--help']);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`nx-agent-skills ${command}`)]);
  });
});
