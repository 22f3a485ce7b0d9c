import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, ORIGIN, skillMd, type Workspace } from './testing/workspace';

const SKILLS = {
  'skills/alpha/SKILL.md': skillMd('alpha'),
  'skills/beta/SKILL.md': skillMd('beta'),
  'skills/beta/scripts/run.sh': '#!/bin/sh\necho beta\n',
  'skills/suite/SKILL.md': skillMd('suite'),
  'skills/suite/skills/suite-scan/SKILL.md': skillMd('suite-scan'),
  'skills/cloud/README.md': '# Cloud\n',
  'skills/cloud/skills/cloud-logs/SKILL.md': skillMd('cloud-logs'),
};

const TREE = 'dist/agent-skills';

function treeFiles(workspace: Workspace, folder = TREE): string[] {
  return readdirSync(join(workspace.root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(join(workspace.root, folder).length + 1),
    )
    .sort();
}

describe('publish-index', () => {
  let workspace: Workspace;

  beforeAll(() => {
    workspace = createWorkspace(SKILLS);
  });

  it('turns skills/ into a complete tree', () => {
    const run = workspace.nx(['publish-index']);
    expect(run.output).toContain('published to dist/agent-skills');
    expect(run.status).toBe(0);
    expect(treeFiles(workspace)).toEqual([
      '.well-known/agent-skills/index.json',
      'agent-skills/.well-known/agent-skills/index.json',
      'agent-skills/alpha/.well-known/agent-skills/index.json',
      'agent-skills/alpha/SKILL.md',
      'agent-skills/beta.tar.gz',
      'agent-skills/beta/.well-known/agent-skills/index.json',
      'agent-skills/beta/SKILL.md',
      'agent-skills/cloud-bundle.tar.gz',
      'agent-skills/cloud-logs/.well-known/agent-skills/index.json',
      'agent-skills/cloud-logs/SKILL.md',
      'agent-skills/index.html',
      'agent-skills/report.json',
      'agent-skills/report.md',
      'agent-skills/report.schema.json',
      'agent-skills/suite-bundle.tar.gz',
      'agent-skills/suite-scan/.well-known/agent-skills/index.json',
      'agent-skills/suite-scan/SKILL.md',
      'agent-skills/suite/.well-known/agent-skills/index.json',
      'agent-skills/suite/SKILL.md',
    ]);
  });

  it('writes an index whose digests sha256sum confirms', () => {
    const text = workspace.read(`${TREE}/.well-known/agent-skills/index.json`);
    const index = JSON.parse(text);
    expect(Object.keys(index)).toEqual(['$schema', 'skills']);
    expect(
      index.skills.map(({ name, type, url }: Record<string, string>) => [name, type, url]),
    ).toEqual([
      ['alpha', 'skill-md', `${ORIGIN}/agent-skills/alpha/SKILL.md`],
      ['beta', 'archive', `${ORIGIN}/agent-skills/beta.tar.gz`],
      ['cloud-logs', 'skill-md', `${ORIGIN}/agent-skills/cloud-logs/SKILL.md`],
      ['suite', 'archive', `${ORIGIN}/agent-skills/suite-bundle.tar.gz`],
      ['suite-scan', 'skill-md', `${ORIGIN}/agent-skills/suite-scan/SKILL.md`],
    ]);
    for (const { url, digest } of index.skills) {
      const file = url.replace(`${ORIGIN}/`, '');
      const sum = execFileSync('sha256sum', [join(workspace.root, TREE, file)], {
        encoding: 'utf8',
      });
      expect(digest).toBe(`sha256:${sum.split(' ')[0]}`);
    }
    expect(workspace.read(`${TREE}/agent-skills/.well-known/agent-skills/index.json`)).toBe(text);
  });

  it('writes archives that tar lists flat', () => {
    const list = (file: string) =>
      execFileSync('tar', ['-tzf', join(workspace.root, TREE, 'agent-skills', file)], {
        encoding: 'utf8',
      });
    expect(list('beta.tar.gz')).toBe('SKILL.md\nscripts/run.sh\n');
    expect(list('suite-bundle.tar.gz')).toBe('SKILL.md\nskills/suite-scan/SKILL.md\n');
    expect(list('cloud-bundle.tar.gz')).toBe('README.md\nskills/cloud-logs/SKILL.md\n');
  });

  it('reports every skill with commands and checks that nobody has run', () => {
    const report = JSON.parse(workspace.read(`${TREE}/agent-skills/report.json`));
    expect(report.skills).toHaveLength(6);
    for (const skill of report.skills) {
      expect(skill.install.length).toBeGreaterThanOrEqual(2);
      expect(skill.checks.length).toBeGreaterThanOrEqual(3);
      expect(new Set(skill.checks.map(({ status }: { status: string }) => status))).toEqual(
        new Set(['not-run']),
      );
    }
    const cloud = report.skills.find(({ name }: { name: string }) => name === 'cloud');
    expect(cloud).toMatchObject({ indexed: false, shape: 'bundle' });
    expect(cloud.notIndexedBecause).toContain('no SKILL.md of its own');
    expect(workspace.read(`${TREE}/agent-skills/report.md`)).toContain('not run yet');
  });

  it('names each change and leaves nothing of a renamed, removed or reshaped skill', () => {
    workspace.git('mv', 'skills/alpha', 'skills/gamma');
    workspace.write({
      'skills/gamma/SKILL.md': skillMd('gamma'),
      'skills/beta/scripts': null,
      'skills/suite': null,
    });
    const run = workspace.nx(['publish-index']);
    expect(run.status).toBe(0);
    expect(run.output).toMatch(/^\+ gamma$/m);
    expect(run.output).toMatch(/^~ beta$/m);
    for (const name of ['alpha', 'suite', 'suite-scan']) {
      expect(run.output).toMatch(new RegExp(`^- ${name}$`, 'm'));
    }
    expect(run.output).toContain('1 added, 1 changed, 3 removed, 2 unchanged');
    expect(treeFiles(workspace).filter((path) => !/report|index\./.test(path))).toEqual([
      'agent-skills/beta/SKILL.md',
      'agent-skills/cloud-bundle.tar.gz',
      'agent-skills/cloud-logs/SKILL.md',
      'agent-skills/gamma/SKILL.md',
    ]);
    expect(readdirSync(join(workspace.root, 'dist')).sort()).toEqual([
      'agent-skills',
      'agent-skills-build',
    ]);
  });

  it('comes back from the cache without anything that does not belong', () => {
    workspace.write({ 'skills/beta/scripts/run.sh': '#!/bin/sh\necho beta\n' });
    workspace.nx(['publish-index']);
    workspace.write({ 'skills/beta/scripts': null });
    const back = workspace.nx(['publish-index']);
    expect(back.ran).toEqual(['@agent-skills/index:publish-index', '@agent-skills/index:validate']);
    expect(treeFiles(workspace)).toContain('agent-skills/beta/SKILL.md');
    expect(treeFiles(workspace)).not.toContain('agent-skills/beta.tar.gz');
  });
});

describe('publish-index refuses', () => {
  let workspace: Workspace;
  let before: string;

  const index = () => workspace.read(`${TREE}/.well-known/agent-skills/index.json`);

  beforeAll(() => {
    workspace = createWorkspace({
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'skills/beta/SKILL.md': skillMd('beta'),
    });
    expect(workspace.nx(['publish-index']).status).toBe(0);
    before = index();
  });

  afterEach(() => {
    workspace.git('checkout', '--quiet', '.');
    workspace.git('clean', '--quiet', '-fd', 'skills');
    expect(index()).toBe(before);
  });

  it('broken skills, all in one run, and leaves the tree as it was', () => {
    workspace.write({
      'skills/alpha/SKILL.md': '---\nname: alpha\n---\n\nNo description.\n',
      'skills/gamma/SKILL.md': '---\nname: Gamma\ndescription: Letters: all\n---\n',
      'skills/delta/SKILL.md': skillMd('beta'),
    });
    const run = workspace.nx(['publish-index', '--output-style=static']);
    expect(run.status).not.toBe(0);
    expect(run.output).toContain('skills/alpha/SKILL.md  error  frontmatter/missing-key');
    expect(run.output).toContain('skills/gamma/SKILL.md:3:14  error  frontmatter/invalid-yaml');
    expect(run.output).toMatch(
      /skills\/delta\/SKILL\.md:2:?\d* {2}error {2}name\/duplicate.*skills\/beta\/SKILL\.md/,
    );
    expect(run.tasks['skills/beta:hash']).toMatch(/ran|cached/);
  });

  it('two skills of one name, naming both files', () => {
    workspace.write({ 'skills/delta/SKILL.md': skillMd('beta') });
    const run = workspace.nx(['publish-index', '--output-style=static']);
    expect(run.status).not.toBe(0);
    expect(run.output).toContain('name/duplicate');
    expect(run.output).toContain('skills/beta/SKILL.md and skills/delta/SKILL.md');
    expect(workspace.nx(['show', 'projects']).status).toBe(0);
  });

  it('a link out of the skill and a secret, without printing either', () => {
    workspace.write({ 'outside.txt': 'made-up-1', 'skills/alpha/.env': 'TOKEN=made-up-2\n' });
    execFileSync('ln', ['-s', '../../outside.txt', join(workspace.root, 'skills/beta/link.txt')]);
    const run = workspace.nx(['publish-index', '--output-style=static']);
    expect(run.status).not.toBe(0);
    expect(run.output).toContain('skills/alpha/.env  error  files/secret');
    expect(run.output).toContain('skills/beta/link.txt  error  files/link-outside');
    const traces = execFileSync('sh', ['-c', 'grep -rl "made-up-" dist .nx || true'], {
      cwd: workspace.root,
      encoding: 'utf8',
    });
    expect(traces).toBe('');
  });

  it('a dangling link, which Nx does not hash', () => {
    execFileSync('ln', ['-s', 'gone.md', join(workspace.root, 'skills/beta/link.md')]);
    const run = workspace.nx(['publish-index', '--output-style=static']);
    expect(run.status).not.toBe(0);
    expect(run.output).toContain('files/link-dangling');
  });

  it('a missing, foreign or malformed origin', () => {
    const attempt = (origin: string) => workspace.nx(['publish-index', `--origin=${origin}`]);
    expect(attempt('http://skills.acme.example').output).toContain('origin/not-https');
    expect(attempt('https://raw.githubusercontent.com').output).toContain(
      'origin/uncontrolled-host',
    );
    expect(attempt('skills.acme.example').status).not.toBe(0);
  });

  it('an output folder that holds other files', () => {
    workspace.write({ 'dist/site/keep.txt': 'mine' });
    const run = workspace.nx(['publish-index', '--outputDir=dist/site']);
    expect(run.status).not.toBe(0);
    expect(run.output).toContain('publication/output-folder');
    expect(workspace.read('dist/site/keep.txt')).toBe('mine');
  });

  it('nothing, but writes nothing either, in a dry run', () => {
    workspace.write({ 'skills/gamma/SKILL.md': skillMd('gamma') });
    const run = workspace.nx(['publish-index', '--dryRun']);
    expect(run.status).toBe(0);
    expect(run.output).toContain('+ gamma');
    expect(existsSync(join(workspace.root, TREE, 'agent-skills/gamma'))).toBe(false);
    expect(workspace.nx(['publish-index'], { NX_DRY_RUN: 'true' }).output).toContain('would be');
  });
});
