import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { copyRepository } from './testing/copy-repository';
import { REPOSITORY } from './testing/packed-plugin';
import {
  createWorkspace,
  nxJson,
  openWorkspace,
  skillMd,
  type Workspace,
} from './testing/workspace';

const MANIFEST = '.claude-plugin/marketplace.json';
const marketplace = { name: 'acme-skills', owner: { name: 'Acme' } };
const cloud = { 'skills/cloud/skills/logs/SKILL.md': skillMd('logs') };

describe('a fresh copy of this repository', () => {
  it('is in sync, is not after a skill was added, and nx sync mends it', () => {
    const clone = openWorkspace(copyRepository());
    execFileSync('cp', ['-al', join(REPOSITORY, 'node_modules'), join(clone.root, 'node_modules')]);
    expect(clone.nx(['sync:check'])).toMatchObject({ status: 0 });
    clone.write({ 'skills/new-one/SKILL.md': skillMd('new-one') });
    const stale = clone.nx(['sync:check']);
    expect(stale.output).toContain(`${MANIFEST}: plugin nx-agent-skills changes.`);
    expect(stale.status).toBe(1);
    expect(clone.nx(['sync'])).toMatchObject({ status: 0 });
    expect(clone.read(MANIFEST)).toContain('"./skills/new-one"');
    expect(clone.nx(['sync:check'])).toMatchObject({ status: 0 });
  });
});

describe('a workspace with the option "marketplace"', () => {
  let workspace: Workspace;

  beforeAll(() => {
    workspace = createWorkspace(
      { 'skills/alpha/SKILL.md': skillMd('alpha'), ...cloud, 'skills/odd/SKILL.md': 'no skill' },
      { marketplace },
    );
  });

  const plugins = () =>
    JSON.parse(workspace.read(MANIFEST)).plugins.map((plugin: { name: string }) => plugin.name);

  it('gets a manifest of all skills but the broken one, which is named', () => {
    const run = workspace.nx(['sync']);
    expect(run.output).toContain('skills/odd is left out, because its SKILL.md is broken');
    expect(run.status).toBe(0);
    expect(plugins()).toEqual(['acme-skills', 'cloud']);
    expect(workspace.read(MANIFEST)).not.toContain('skills/odd');
    expect(workspace.nx(['sync:check']).status).toBe(0);
  });

  it('follows a bundle that is removed, and keeps what a person has written', () => {
    const manifest = JSON.parse(workspace.read(MANIFEST));
    manifest.plugins.push({ name: 'mine', source: './mine', description: 'Mine.' });
    workspace.write({ [MANIFEST]: JSON.stringify(manifest, null, '\t'), 'skills/cloud': null });
    expect(workspace.nx(['sync:check']).output).toContain('plugin cloud is removed');
    expect(workspace.nx(['sync']).status).toBe(0);
    expect(plugins()).toEqual(['acme-skills', 'mine']);
    expect(workspace.read(MANIFEST)).toContain('\n\t\t\t"description": "Mine."');
  });

  it('stops its tasks outside CI when the manifest is stale, without waiting for an answer', () => {
    workspace.write(cloud);
    const run = workspace.nx(['run', '@agent-skills/index:validate'], { CI: 'false' });
    expect(run.output).toContain('plugin cloud is added');
    expect(run.status).toBe(1);
  });

  it('leaves a manifest alone that is not JSON, and says so', () => {
    workspace.write({ [MANIFEST]: '{ "name": ' });
    const run = workspace.nx(['sync']);
    expect(run.output).toContain('is not valid JSON');
    expect(run.output).toContain('Fix: mend or delete it');
    expect(run.status).toBe(1);
    expect(workspace.read(MANIFEST)).toBe('{ "name": ');
  });

  it('is told of a reserved name by the tasks, and no other command breaks', () => {
    workspace.write({
      'nx.json': nxJson({ marketplace: { ...marketplace, name: 'agent-skills' } }),
    });
    const run = workspace.nx(['run', '@agent-skills/index:validate']);
    expect(run.output).toContain('marketplace.name: received "agent-skills", which is reserved');
    expect(run.status).toBe(1);
    expect(workspace.nx(['show', 'projects']).status).toBe(0);
  });

  it('has nothing to sync without the option, and a global generator does nothing then', () => {
    workspace.write({
      'nx.json': JSON.stringify({
        ...JSON.parse(nxJson()),
        plugins: ['nx-agent-skills/plugin'],
        sync: { globalGenerators: ['nx-agent-skills:marketplace'] },
      }),
    });
    expect(workspace.nx(['sync:check'])).toMatchObject({ status: 0 });
  });
});
