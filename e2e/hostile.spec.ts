import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, type Files, skillMd, type Workspace } from './testing/workspace';

const SKILLS: Files = {
  'skills/a/SKILL.md': skillMd('a'),
  'skills/b/SKILL.md': skillMd('b'),
  'libs/kept/file.txt': 'precious\n',
};

const publish = (workspace: Workspace) => workspace.nx(['publish-index', '--output-style=static']);

const isPwned = (workspace: Workspace) => existsSync(join(workspace.root, 'PWNED'));

describe('a manifest in a skill', () => {
  it.each<[string, Files]>([
    [
      'replaces a target',
      { 'skills/a/project.json': '{"targets":{"hash":{"command":"touch PWNED"}}}' },
    ],
    [
      'adds a dependency to a target',
      {
        'skills/a/project.json':
          '{"targets":{"archive":{"dependsOn":["evil"]},"evil":{"command":"touch PWNED"}}}',
      },
    ],
    [
      'has our tag and replaces a target',
      {
        'skills/a/project.json':
          '{"tags":["agent-skill"],"targets":{"validate":{"command":"touch PWNED"},"hash":{"command":"touch PWNED"}}}',
      },
    ],
    [
      'has a script of that name in a package of the workspace',
      {
        'package.json': '{"name":"acme","private":true,"workspaces":["skills/*"]}',
        'skills/a/package.json':
          '{"name":"a","version":"1.0.0","scripts":{"hash":"touch PWNED","archive":"touch PWNED"}}',
      },
    ],
    [
      'moves the output to other folders',
      {
        'skills/a/project.json':
          '{"targets":{"hash":{"options":{"buildDir":".."}},"archive":{"options":{"buildDir":"libs"}}}}',
      },
    ],
    [
      'reads another folder',
      { 'skills/a/project.json': '{"targets":{"archive":{"options":{"skill":"libs/kept"}}}}' },
    ],
  ])('runs and removes nothing when it %s, and is named', (_what, files) => {
    const workspace = createWorkspace({ ...SKILLS, ...files });
    const run = publish(workspace);
    expect(run.status).not.toBe(0);
    const manifest =
      'skills/a/package.json' in files ? 'skills/a/package.json' : 'skills/a/project.json';
    expect(run.output).toContain(`${manifest} defines`);
    expect(isPwned(workspace)).toBe(false);
    expect(workspace.read('libs/kept/file.txt')).toBe('precious\n');
    expect(existsSync(join(workspace.root, 'dist/agent-skills'))).toBe(false);
    expect(workspace.nx(['show', 'projects']).status).toBe(0);
  });

  it('does no harm when it changes options and its targets are run by name', () => {
    const workspace = createWorkspace({
      ...SKILLS,
      'skills/a/project.json':
        '{"name":"mine","targets":{"archive":{"options":{"skill":"libs/kept"}},"hash":{"options":{"buildDir":"."}}}}',
    });
    for (const args of [
      ['run-many', '-t', 'hash'],
      ['run', 'mine:archive'],
      ['run', 'mine:hash', '--batch=false'],
    ]) {
      const run = workspace.nx([...args, '--output-style=static']);
      expect(run.status).not.toBe(0);
      expect(run.output).toMatch(/The option "(skill|buildDir)" is/);
    }
    expect(workspace.read('libs/kept/file.txt')).toBe('precious\n');
  });

  it('may have scripts and targets of other names, and of ours where npm does not know it', () => {
    const workspace = createWorkspace({
      ...SKILLS,
      'skills/a/package.json':
        '{"name":"a","scripts":{"hash":"touch PWNED","validate":"touch PWNED"}}',
      'skills/b/project.json': '{"name":"renamed","targets":{"lint":{"command":"true"}}}',
    });
    expect(publish(workspace).status).toBe(0);
    expect(isPwned(workspace)).toBe(false);
    expect(workspace.nx(['run', 'renamed:lint']).status).toBe(0);
  });
});

describe('what lies outside a skill', () => {
  it('is not read through a link called SKILL.md, neither by the graph nor by validate', () => {
    const workspace = createWorkspace(SKILLS);
    writeFileSync(
      join(workspace.root, 'outside.md'),
      skillMd('b', 'x').replace('Does b', 'OUTSIDETEXT'),
    );
    execFileSync('sh', ['-c', 'mkdir skills/z && ln -s ../../outside.md skills/z/SKILL.md'], {
      cwd: workspace.root,
    });
    const run = publish(workspace);
    expect(run.status).not.toBe(0);
    expect(run.output).toContain('skills/z/SKILL.md  error  files/link-outside');
    expect(run.output).not.toContain('name/duplicate');
    const traces = execFileSync('sh', ['-c', 'grep -rl OUTSIDETEXT .nx dist || true'], {
      cwd: workspace.root,
      encoding: 'utf8',
    });
    expect(traces).toBe('');
  });
});

describe('a pipe, a missing root, an ignored skill', () => {
  it('are refused or named, and never make a skill vanish without a word', () => {
    const workspace = createWorkspace(SKILLS);
    expect(publish(workspace).status).toBe(0);
    const index = () => workspace.read('dist/agent-skills/.well-known/agent-skills/index.json');
    const before = index();

    execFileSync('sh', ['-c', 'mkdir skills/f && mkfifo skills/f/SKILL.md'], {
      cwd: workspace.root,
    });
    const pipe = publish(workspace);
    expect(pipe.status).not.toBe(0);
    expect(pipe.output).toContain('skills/f/SKILL.md  error  layout/not-a-file');
    execFileSync('rm', ['-r', join(workspace.root, 'skills/f')]);

    workspace.write({
      'nx.json': workspace.read('nx.json').replace('{"origin"', '{"roots":["skils"],"origin"'),
    });
    const typo = publish(workspace);
    expect(typo.status).not.toBe(0);
    expect(typo.output).toContain('skils  error  layout/missing-root');
    expect(index()).toBe(before);

    workspace.write({
      'nx.json': workspace.read('nx.json').replace('["skils"]', '["./skills/"]'),
      '.gitignore': `${workspace.read('.gitignore')}skills/b/SKILL.md\n`,
    });
    const ignored = publish(workspace);
    expect(ignored.status).toBe(0);
    expect(ignored.output).toContain('skills/b  warning  layout/ignored-skill');
    expect(ignored.output).toMatch(/^- b$/m);
  });
});
