import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyTree } from '@nx-agent-skills/publication';
import { shellBlocks } from './testing/code-blocks';
import { copyRepository } from './testing/copy-repository';
import { REPOSITORY } from './testing/packed-plugin';
import {
  createWorkspace,
  nxEnv,
  openWorkspace,
  skillMd,
  type Workspace,
} from './testing/workspace';

function shell(root: string, command: string) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: root,
    env: nxEnv(root),
    encoding: 'utf8',
  });
  return { status, output: `${stdout}\n${stderr}` };
}

describe('a newcomer with a fresh clone', () => {
  const [publish = '', test = ''] = shellBlocks('README.md');
  let clone: Workspace;

  beforeAll(() => {
    clone = openWorkspace(copyRepository());
  });

  it('is given two commands first, and the gate runs the second one', () => {
    expect([publish, test]).toEqual(['npm ci && npx nx publish-index', 'npm ci && npm test']);
    const gate = readFileSync(join(REPOSITORY, '.ci/run'), 'utf8');
    for (const command of test.split(' && ')) expect(gate.split('\n')).toContain(command);
  });

  it('publishes our own skills with the first', () => {
    const run = shell(clone.root, publish);
    expect(run.output).toContain('published to dist/agent-skills');
    expect(run.status).toBe(0);
    const { index, report } = verifyTree(join(clone.root, 'dist/agent-skills'));
    expect(index.skills.map(({ name }) => name)).toEqual([
      'add-nx-agent-skills',
      'adopt-nx-agent-skills',
      'check-published-skills',
      'publish-skills-in-ci',
      'write-a-skill',
    ]);
    const shapes = report.skills.map(({ shape }) => shape);
    expect(new Set(shapes)).toEqual(new Set(['single-file', 'multi-file', 'bundle']));
    expect(report.skills.flatMap(({ findings }) => findings)).toEqual([]);
    expect(report.findings).toEqual([]);
  });

  it('can run the commands of CONTRIBUTING.md', () => {
    const blocks = shellBlocks('CONTRIBUTING.md');
    expect(blocks.length).toBeGreaterThan(1);
    for (const command of blocks) {
      const run = shell(clone.root, command);
      expect([command, run.status, run.status === 0 ? '' : run.output]).toEqual([command, 0, '']);
    }
    expect(clone.git('status', '--porcelain')).toBe('');
  });

  it('gets a rebuild of all skills after a change of the packing code, and of none after a change of its tests', () => {
    const archives = () => clone.nx(['publish-index']).ran.filter((id) => id.endsWith(':archive'));
    expect(archives()).toEqual([]);
    appendFileSync(join(clone.root, 'libs/artifact/src/gzip.spec.ts'), '\n// More tests.\n');
    expect(archives()).toEqual([]);
    appendFileSync(join(clone.root, 'libs/artifact/src/gzip.ts'), '\n// Other code.\n');
    expect(archives()).toHaveLength(5);
    appendFileSync(
      join(clone.root, 'tools/nx-agent-skills/src/executors/archive-tasks.ts'),
      '\n// Other code.\n',
    );
    expect(archives()).toHaveLength(5);
  });
});

describe('the documentation', () => {
  const pages = readdirSync(join(REPOSITORY, 'docs'))
    .map((page) => `docs/${page}`)
    .filter((page) => shellBlocks(page).length > 0);

  it.each(pages)('%s shows commands that work', (page) => {
    const workspace = createWorkspace(
      { 'skills/alpha/SKILL.md': skillMd('alpha') },
      page === 'docs/marketplace.md'
        ? { marketplace: { name: 'acme-skills', owner: { name: 'Acme' } } }
        : {},
    );
    for (const command of shellBlocks(page)) {
      const run = shell(workspace.root, command);
      expect([command, run.status, run.output]).toEqual([command, 0, expect.anything()]);
    }
  });

  it('shows a project.json that sets the origin', () => {
    const page = readFileSync(join(REPOSITORY, 'docs/nx.md'), 'utf8');
    const workspace = createWorkspace({
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'skills/project.json': (/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '').replace(
        'skills.acme',
        'other.acme',
      ),
    });
    expect(workspace.nx(['publish-index']).status).toBe(0);
    expect(workspace.read('dist/agent-skills/.well-known/agent-skills/index.json')).toContain(
      'https://other.acme.example/',
    );
  });
});
