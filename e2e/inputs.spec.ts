import { chmodSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, type Files, nxJson, skillMd, type Workspace } from './testing/workspace';

const SUITE = ['skills/suite', 'skills/suite/skills/suite-scan'];

const SKILLS: Files = {
  'skills/alpha/SKILL.md': skillMd('alpha'),
  'skills/beta/SKILL.md': skillMd('beta'),
  'skills/beta/notes/a.md': 'a\n',
  'skills/beta/.github/hidden.yml': 'on: push\n',
  'skills/suite/SKILL.md': skillMd('suite'),
  'skills/suite/skills/suite-scan/SKILL.md': skillMd('suite-scan'),
  'skills/(quality)/gamma/SKILL.md': skillMd('gamma'),
  'skills/xqualityx/gamma/SKILL.md': skillMd('gamma-two'),
  'skills/c[id] {a,b} (v2)/SKILL.md': skillMd('delta'),
  'skills/driver/SKILL.md': skillMd('driver'),
  'skills/driver/package.json': '{ "name": "@acme/driver", "version": "1.0.0" }\n',
  'skills/driver/tool/package.json': '{ "name": "@acme/tool", "version": "1.0.0" }\n',
  'skills/driver/tool/index.js': 'module.exports = 1;\n',
  'libs/other/project.json': '{ "name": "other" }\n',
  'libs/other/index.ts': 'export const one = 1;\n',
  'README.md': '# Acme\n',
};

/** The skills whose archive and hash ran, by path; every skill that ran did run both. */
function skillsThatRan(workspace: Workspace): string[] {
  const run = workspace.nx(['publish-index']);
  expect(run.output).toContain('published to dist/agent-skills');
  const names = new Set(run.ran.map((id) => id.slice(0, id.lastIndexOf(':'))));
  names.delete('@agent-skills/index');
  return [...names].sort();
}

describe('a change of what ends up in an artifact runs exactly the tasks of its skill', () => {
  let workspace: Workspace;

  beforeAll(() => {
    workspace = createWorkspace(SKILLS);
    expect(skillsThatRan(workspace)).toHaveLength(8);
  });

  it.each<[string, Files, string[]]>([
    [
      'the text of SKILL.md',
      { 'skills/alpha/SKILL.md': skillMd('alpha', 'Otherwise.') },
      ['skills/alpha'],
    ],
    ['a file beside it', { 'skills/beta/notes/a.md': 'changed\n' }, ['skills/beta']],
    [
      'a file in a dot-folder',
      { 'skills/beta/.github/hidden.yml': 'on: pull_request\n' },
      ['skills/beta'],
    ],
    [
      'a renamed file',
      { 'skills/beta/notes/a.md': null, 'skills/beta/notes/b.md': 'changed\n' },
      ['skills/beta'],
    ],
    ['an added file', { 'skills/alpha/extra.md': 'extra\n' }, ['skills/alpha']],
    ['an added empty file', { 'skills/beta/empty.txt': '' }, ['skills/beta']],
    ['a removed file', { 'skills/beta/notes/b.md': null }, ['skills/beta']],
    [
      'a file of a skill in a bundle',
      { 'skills/suite/skills/suite-scan/more.md': 'more\n' },
      SUITE,
    ],
    [
      'a skill added to a bundle',
      { 'skills/suite/skills/suite-fix/SKILL.md': skillMd('suite-fix') },
      ['skills/suite', 'skills/suite/skills/suite-fix'],
    ],
    [
      'a skill in a folder with parentheses',
      { 'skills/(quality)/gamma/SKILL.md': skillMd('gamma', 'Otherwise.') },
      ['skills/%28quality%29/gamma'],
    ],
    [
      'a file added to a folder of brackets, braces and blanks',
      { 'skills/c[id] {a,b} (v2)/references/[x].md': 'x\n' },
      ['skills/c%5Bid%5D%20%7Ba%2Cb%7D%20%28v2%29'],
    ],
    [
      'a file renamed in it',
      {
        'skills/c[id] {a,b} (v2)/references/[x].md': null,
        'skills/c[id] {a,b} (v2)/references/(x).md': 'x\n',
      },
      ['skills/c%5Bid%5D%20%7Ba%2Cb%7D%20%28v2%29'],
    ],
    [
      'a package.json in a skill',
      { 'skills/driver/tool/package.json': '{ "name": "@acme/tool", "version": "2.0.0" }\n' },
      ['skills/driver'],
    ],
    [
      'a file beside that package.json',
      { 'skills/driver/tool/index.js': 'module.exports = 2;\n' },
      ['skills/driver'],
    ],
  ])('%s', (_what, change, expected) => {
    workspace.write(change);
    // A cached artifact would hide a missing input: nothing here returns to an earlier state.
    expect(skillsThatRan(workspace)).toEqual(expected);
    expect(skillsThatRan(workspace)).toEqual([]);
  });
});

describe('a change of anything else runs none', () => {
  let workspace: Workspace;

  beforeAll(() => {
    workspace = createWorkspace(SKILLS);
    skillsThatRan(workspace);
  });

  it.each<[string, (root: string) => void]>([
    ['chmod', (root) => chmodSync(join(root, 'skills/beta/notes/a.md'), 0o755)],
    ['touch', (root) => utimesSync(join(root, 'skills/alpha/SKILL.md'), 1, 1)],
    [
      'an unrelated library',
      () => workspace.write({ 'libs/other/index.ts': 'export const two = 2;\n' }),
    ],
    ['the README', () => workspace.write({ 'README.md': '# Changed\n' })],
    ['a loose file beside the skills', () => workspace.write({ 'skills/README.md': '# Skills\n' })],
    [
      'junk in a skill',
      () =>
        workspace.write({
          'skills/alpha/.DS_Store': 'x',
          'skills/beta/notes/._a.md': 'x',
          'skills/beta/__pycache__/a.pyc': 'x',
          'skills/beta/notes/a.md~': 'x',
        }),
    ],
    [
      'an ignored file in a skill',
      () =>
        workspace.write({
          'skills/beta/node_modules/x/index.js': 'x',
          'skills/beta/dist/x.js': 'x',
        }),
    ],
  ])('%s', (_what, change) => {
    change(workspace.root);
    expect(skillsThatRan(workspace)).toEqual([]);
  });

  it.each(['skills/alpha/SKILL.md', 'skills/beta/notes/a.md'])(
    'the same bytes written again: %s',
    (path) => {
      workspace.write({ [path]: workspace.read(path) });
      expect(skillsThatRan(workspace)).toEqual([]);
    },
  );

  it('the origin', () => {
    const run = workspace.nx(['publish-index', '--origin=https://other.example/base']);
    expect(run.ran).toEqual(['@agent-skills/index:publish-index', '@agent-skills/index:validate']);
    expect(workspace.read('dist/agent-skills/.well-known/agent-skills/index.json')).toContain(
      'https://other.example/base/agent-skills/alpha/SKILL.md',
    );
  });

  it('lists the junk and the ignored files as left out', () => {
    workspace.nx(['publish-index']);
    const report = JSON.parse(workspace.read('dist/agent-skills/agent-skills/report.json'));
    const leftOut = (name: string) =>
      report.skills.find((skill: { name: string }) => skill.name === name).leftOut;
    expect(leftOut('alpha')).toEqual([{ path: '.DS_Store', reason: 'junk' }]);
    expect(leftOut('beta')).toEqual([
      { path: '__pycache__/', reason: 'junk' },
      { path: 'dist/', reason: 'ignored' },
      { path: 'node_modules/', reason: 'junk' },
      { path: 'notes/._a.md', reason: 'junk' },
      { path: 'notes/a.md~', reason: 'junk' },
    ]);
  });
});

describe('a change of the packing code', () => {
  it('runs all when the installed plugin changes, none when another package does', () => {
    const workspace = createWorkspace(SKILLS);
    skillsThatRan(workspace);
    const lock = JSON.parse(workspace.read('package-lock.json'));
    const upgrade = (name: string) => {
      const version = '99.0.0';
      Object.assign(lock.packages[`node_modules/${name}`], {
        version,
        integrity: `sha512-${name}`,
      });
      workspace.write({ 'package-lock.json': JSON.stringify(lock) });
      return skillsThatRan(workspace);
    };
    expect(upgrade('mitt')).toEqual([]);
    expect(upgrade('nx-agent-skills')).toHaveLength(8);
    expect(upgrade('fflate')).toHaveLength(8);
  });
});

describe('what is packed is what is hashed', () => {
  it('agrees with Nx about ignore files at every level', () => {
    const workspace = createWorkspace({
      ...SKILLS,
      '.gitignore': 'node_modules\ndist\n.nx\n*.log\n/skills/beta/top.txt\nsecret-*/\n',
      '.nxignore': 'skills/beta/nx-ignored.md\n',
      'skills/beta/.gitignore': 'generated/\n!keep.log\n*.tmp\n',
      'skills/beta/.ignore': 'dot-ignored.md\n',
      'skills/beta/keep.log': 'kept\n',
      'skills/beta/deep/er/file.md': 'deep\n',
    });
    workspace.write({
      'skills/beta/drop.log': 'x',
      'skills/beta/top.txt': 'x',
      'skills/beta/nx-ignored.md': 'x',
      'skills/beta/dot-ignored.md': 'x',
      'skills/beta/generated/a.md': 'x',
      'skills/beta/deep/er/a.tmp': 'x',
      'skills/beta/secret-1/a.md': 'x',
    });
    skillsThatRan(workspace);
    const packed = packedFiles(workspace, 'beta');
    expect(packed).toEqual([
      '.github/hidden.yml',
      '.gitignore',
      '.ignore',
      'SKILL.md',
      'deep/er/file.md',
      'keep.log',
      'notes/a.md',
    ]);
    for (const [index, path] of packed.entries()) {
      if (path === '.gitignore' || path === '.ignore' || path === 'SKILL.md') continue;
      workspace.write({ [`skills/beta/${path}`]: `changed ${index}\n` });
      expect([path, skillsThatRan(workspace)]).toEqual([path, ['skills/beta']]);
    }
    // Nx from 23 on does hash what .ignore names, so a change of that file is left out here.
    for (const path of [
      'drop.log',
      'top.txt',
      'nx-ignored.md',
      'generated/a.md',
      'deep/er/a.tmp',
      'secret-1/a.md',
    ]) {
      workspace.write({ [`skills/beta/${path}`]: 'changed\n' });
      expect([path, skillsThatRan(workspace)]).toEqual([path, []]);
    }
    expect(packedFiles(workspace, 'beta')).toEqual(packed);
  });
});

function packedFiles(workspace: Workspace, name: string): string[] {
  const report = JSON.parse(workspace.read('dist/agent-skills/agent-skills/report.json'));
  return report.skills
    .find((skill: { name: string }) => skill.name === name)
    .files.map(({ path }: { path: string }) => path);
}

describe('nx affected -t publish-index', () => {
  let workspace: Workspace;

  const affected = (env: NodeJS.ProcessEnv) =>
    workspace.nx(['affected', '-t', 'publish-index', '--base=HEAD~1', '--head=HEAD'], env);

  beforeAll(() => {
    workspace = createWorkspace(SKILLS);
    workspace.nx(['publish-index']);
  });

  describe.each([
    ['by task, as Nx 24 does', {}],
    ['by project, as Nx 21 to 23 do', { NX_LEGACY_AFFECTED: 'true' }],
  ])('%s', (_way, env) => {
    it.each<[string, () => void]>([
      [
        'changed',
        () =>
          workspace.write({
            'skills/alpha/SKILL.md': skillMd('alpha', `Now ${Object.keys(env)}.`),
          }),
      ],
      ['added', () => workspace.write({ 'skills/new/SKILL.md': skillMd('new') })],
      ['renamed', () => workspace.git('mv', 'skills/new', 'skills/newer')],
      ['removed', () => workspace.write({ 'skills/newer': null })],
    ])('runs when a skill was %s', (_what, change) => {
      change();
      workspace.commit('Change');
      const run = affected(env);
      expect(run.status).toBe(0);
      expect(run.tasks['@agent-skills/index:publish-index']).toBe('ran');
    });

    it('runs when the options of the plugin changed', () => {
      workspace.write({
        'nx.json': nxJson({ agents: ['codex'], exclude: [`none-${Object.keys(env)}`] }),
      });
      workspace.commit('Options');
      expect(affected(env).tasks['@agent-skills/index:publish-index']).toBe('ran');
    });

    it.each<[string, Files]>([
      [
        'an unrelated library',
        { 'libs/other/index.ts': `export const three = '${Object.keys(env)}';\n` },
      ],
      ['the README', { 'README.md': `# ${Object.keys(env)} again\n` }],
    ])('does not run for %s', (_what, change) => {
      workspace.write(change);
      workspace.commit('Other');
      const run = affected(env);
      expect(run.status).toBe(0);
      expect(run.tasks).toEqual({});
    });
  });
});
