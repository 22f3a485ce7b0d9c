import { createWorkspace, type Files, skillMd, type Workspace } from './testing/workspace';

/** What `nx show project` says of a project. */
function showProject(workspace: Workspace, name: string) {
  const run = workspace.nx(['show', 'project', name, '--json']);
  expect(run.output).toContain('{');
  return JSON.parse(run.output.slice(run.output.indexOf('{'), run.output.lastIndexOf('}') + 1));
}

function projects(workspace: Workspace): string[] {
  const run = workspace.nx(['show', 'projects', '--json']);
  expect(run.status).toBe(0);
  return JSON.parse(
    run.output.slice(run.output.indexOf('['), run.output.lastIndexOf(']') + 1),
  ).sort();
}

describe('inference', () => {
  it('makes one project per skill and bundle, and one that publishes', () => {
    const workspace = createWorkspace({
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'skills/finance/taxes/SKILL.md': skillMd('taxes'),
      'skills/suite/SKILL.md': skillMd('suite'),
      'skills/suite/skills/suite-scan/SKILL.md': skillMd('suite-scan'),
      'skills/maker/SKILL.md': skillMd('maker'),
      'skills/maker/assets/template/SKILL.md': 'A template.\n',
    });
    expect(projects(workspace)).toEqual([
      '@agent-skills/index',
      'skills/alpha',
      'skills/finance/taxes',
      'skills/maker',
      'skills/suite',
      'skills/suite/skills/suite-scan',
    ]);

    const alpha = showProject(workspace, 'skills/alpha');
    expect(alpha.root).toBe('skills/alpha');
    expect(alpha.tags).toEqual(['agent-skill']);
    expect(alpha.metadata.description).toBe('Does alpha. Use it when alpha is asked for.');
    expect(alpha.metadata.technologies).toEqual(['agent-skills']);
    expect(Object.keys(alpha.targets).sort()).toEqual(['archive', 'hash', 'validate']);
    for (const target of [alpha.targets.archive, alpha.targets.hash]) {
      expect(target.cache).toBe(true);
      expect(target.metadata.description).toBeTruthy();
      expect(target.metadata.help.command).toMatch(/^npx nx run skills\/alpha:\w+ --help$/);
    }

    const index = showProject(workspace, '@agent-skills/index');
    expect(index.root).toBe('skills');
    expect(index.targets['publish-index'].dependsOn).toContainEqual({
      target: 'hash',
      dependencies: true,
    });
    expect(index.implicitDependencies.sort()).toEqual(projects(workspace).slice(1));
    expect(showProject(workspace, 'skills/suite').implicitDependencies).toEqual([
      'skills/suite/skills/suite-scan',
    ]);
  });

  it('shows in the graph what depends on what', () => {
    const workspace = createWorkspace({
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'skills/suite/SKILL.md': skillMd('suite'),
      'skills/suite/skills/suite-scan/SKILL.md': skillMd('suite-scan'),
    });
    expect(workspace.nx(['graph', '--file=tmp/graph.json']).status).toBe(0);
    const { dependencies } = JSON.parse(workspace.read('tmp/graph.json')).graph;
    const edges = Object.entries<{ target: string }[]>(dependencies).flatMap(([source, targets]) =>
      targets.map(({ target }) => `${source} -> ${target}`),
    );
    expect(edges.sort()).toEqual([
      '@agent-skills/index -> skills/alpha',
      '@agent-skills/index -> skills/suite',
      '@agent-skills/index -> skills/suite/skills/suite-scan',
      'skills/suite -> skills/suite/skills/suite-scan',
    ]);
  });

  it('gives targets the configured names, and searches the configured roots', () => {
    const workspace = createWorkspace(
      {
        'packages/a/agent/one/SKILL.md': skillMd('one'),
        'packages/b/agent/two/SKILL.md': skillMd('two'),
        'packages/b/agent/drafts/three/SKILL.md': 'Not ready.\n',
        'skills/ignored/SKILL.md': 'No skill here.\n',
      },
      {
        roots: ['packages/*/agent'],
        exclude: ['**/drafts'],
        archiveTargetName: 'pack-skill',
        hashTargetName: 'hash-skill',
        publishIndexTargetName: 'publish-skills',
        validateTargetName: 'validate-skills',
        outputDir: 'out/skills',
      },
    );
    expect(projects(workspace)).toEqual([
      '@agent-skills/index',
      'packages/a/agent/one',
      'packages/b/agent/two',
    ]);
    const run = workspace.nx(['run-many', '-t', 'publish-skills']);
    expect(run.status).toBe(0);
    expect(run.tasks).toMatchObject({
      'packages/a/agent/one:pack-skill': 'ran',
      'packages/b/agent/two:hash-skill': 'ran',
      '@agent-skills/index:publish-skills': 'ran',
    });
    expect(workspace.read('out/skills/.well-known/agent-skills/index.json')).toContain('"two"');
  });

  it('gives tasks outputs that do not overlap', () => {
    const workspace = createWorkspace({
      'skills/a-b/SKILL.md': skillMd('a-b'),
      'skills/a/b/SKILL.md': skillMd('b'),
      'skills/s/SKILL.md': skillMd('s'),
      'skills/s/skills/t/SKILL.md': skillMd('t'),
    });
    const outputs = projects(workspace).flatMap((name) =>
      Object.values<{ outputs?: string[] }>(showProject(workspace, name).targets).flatMap(
        (target) => target.outputs ?? [],
      ),
    );
    expect(outputs).toHaveLength(9);
    for (const a of outputs) {
      for (const b of outputs) if (a !== b) expect(`${a}/`.startsWith(`${b}/`)).toBe(false);
    }
    expect(new Set(outputs).size).toBe(outputs.length);
  });
});

describe('a workspace with difficult skills still works', () => {
  const OTHER: Files = {
    'libs/build/project.json':
      '{ "name": "build", "targets": { "hello": { "command": "echo hello" } } }',
    'libs/alpha/project.json': '{ "name": "alpha" }',
    'package.json': '{ "name": "agent-skills", "private": true, "workspaces": ["npm/*"] }',
    'npm/skills/package.json': '{ "name": "skills", "version": "1.0.0" }',
  };

  it('with skills called like other projects and like properties of objects', () => {
    const names = [
      'alpha',
      'build',
      'nx',
      'constructor',
      'archive',
      'hash',
      'publish-index',
      'skills',
      'index',
      'agent-skills',
    ];
    const workspace = createWorkspace({
      ...OTHER,
      ...Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skillMd(name)])),
      'skills/named/SKILL.md': skillMd('named'),
      'skills/named/project.json': '{ "name": "custom" }',
      'skills/named/skills/inner/SKILL.md': skillMd('inner'),
      'skills/named/skills/inner/project.json': '{ "name": "inner" }',
    });
    expect(projects(workspace)).toEqual(
      expect.arrayContaining([
        'alpha',
        'build',
        'skills',
        'custom',
        '@agent-skills/index',
        ...names.map((name) => `skills/${name}`),
      ]),
    );
    expect(workspace.nx(['hello', 'build']).status).toBe(0);
    const run = workspace.nx(['publish-index']);
    expect(run.status).toBe(0);
    const index = JSON.parse(
      workspace.read('dist/agent-skills/.well-known/agent-skills/index.json'),
    );
    expect(index.skills.map(({ name }: { name: string }) => name)).toEqual(
      [...names, 'inner', 'named'].sort(),
    );
  });

  it('with broken skills and two of one name', () => {
    const workspace = createWorkspace({
      ...OTHER,
      'skills/noise/SKILL.md': Buffer.from(
        Array.from({ length: 512 }, (_, index) => (index * 73) % 256),
      ),
      'skills/folder/SKILL.md/file.txt': 'x',
      'skills/js/SKILL.md':
        '---js\nglobalThis.ran = require("fs").writeFileSync("PWNED", "x")\n---\n',
      'skills/one/SKILL.md': skillMd('same'),
      'skills/two/SKILL.md': skillMd('same'),
      'skills/good/SKILL.md': skillMd('good'),
      'skills/a b v2?/SKILL.md': skillMd('ab'),
      'skills/c*/SKILL.md': skillMd('cid'),
      'skills/$(touch PWNED)!/SKILL.md': skillMd('touch'),
      'skills/会议/SKILL.md': skillMd('meeting'),
    });
    expect(workspace.nx(['hello', 'build']).status).toBe(0);
    expect(projects(workspace)).toContain('skills/noise');
    expect(workspace.nx(['run', 'skills/good:hash']).status).toBe(0);
    expect(workspace.nx(['run', 'skills/会议:hash']).status).toBe(0);

    const run = workspace.nx(['publish-index', '--output-style=static']);
    expect(run.status).not.toBe(0);
    for (const message of [
      'skills/noise/SKILL.md:1  error  encoding/not-utf8',
      'skills/folder/SKILL.md  error  layout/not-a-file',
      'skills/js/SKILL.md:1  error  frontmatter/language-tag',
      'name/duplicate',
      'skills/a b v2?  error  layout/pattern-characters',
      'skills/c*  error  layout/pattern-characters',
      'skills/$(touch PWNED)!  error  layout/pattern-characters',
    ]) {
      expect(run.output).toContain(message);
    }
    expect(run.tasks['skills/good:hash']).toBe('cached');
    expect(() => workspace.read('PWNED')).toThrow('ENOENT');
    expect(() => workspace.read('dist/agent-skills/.well-known/agent-skills/index.json')).toThrow(
      'ENOENT',
    );
  });

  it('with faulty plugin options, which only our own targets tell of', () => {
    const workspace = createWorkspace(
      { ...OTHER, 'skills/a/SKILL.md': skillMd('a') },
      { outputdir: 'x', strict: 'yes' },
    );
    expect(workspace.nx(['hello', 'build']).status).toBe(0);
    const run = workspace.nx(['publish-index']);
    expect(run.status).not.toBe(0);
    expect(run.output).toContain('outputdir: there is no such option');
    expect(run.output).toContain('strict: received "yes", expected true or false');
  });

  it('with no skill at all, and after the last one was deleted', () => {
    const workspace = createWorkspace({ ...OTHER, 'skills/a/SKILL.md': skillMd('a') });
    expect(workspace.nx(['publish-index']).status).toBe(0);
    workspace.write({ 'skills/a': null });
    const run = workspace.nx(['publish-index']);
    expect(run.output).toContain('layout/no-skills');
    expect(run.status).toBe(0);
    const index = JSON.parse(
      workspace.read('dist/agent-skills/.well-known/agent-skills/index.json'),
    );
    expect(index.skills).toEqual([]);
  });
});

describe('batches', () => {
  it('give the same bytes as single tasks, and one refused skill fails alone', () => {
    const files: Files = {
      'skills/one/SKILL.md': skillMd('one'),
      'skills/two/SKILL.md': skillMd('two'),
      'skills/two/a.md': 'a\n',
      'skills/three/SKILL.md': 'broken\n',
      'skills/four/SKILL.md': skillMd('four'),
      'skills/five/SKILL.md': skillMd('five'),
    };
    const digests = ['true', 'false'].map((mode) => {
      const workspace = createWorkspace(files);
      const run = workspace.nx(['run-many', '-t', 'hash', '--output-style=static'], {
        NX_BATCH_MODE: mode,
      });
      expect(run.status).not.toBe(0);
      expect(run.output).toContain('skills/three/SKILL.md:1  error  frontmatter/missing');
      expect(run.tasks['skills/three:archive']).toBe('failed');
      const again = workspace.nx(['run-many', '-t', 'hash'], { NX_BATCH_MODE: mode });
      expect(Object.entries(again.tasks).filter(([, state]) => state === 'cached')).toHaveLength(8);
      workspace.write({ 'skills/three/SKILL.md': skillMd('three') });
      workspace.nx(['publish-index'], { NX_BATCH_MODE: mode });
      return workspace.read('dist/agent-skills/.well-known/agent-skills/index.json');
    });
    expect(digests[0]).toBe(digests[1]);
    expect(digests[0]).toContain('"three"');
  });
});
