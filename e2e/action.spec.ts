import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { verifyTree } from '@nx-agent-skills/publication';
import { parse } from 'yaml';
import type { Workflow } from './testing/ci-templates';
import { cleanEnv } from './testing/clean-env';
import { installedPackage } from './testing/install-package';
import { REPOSITORY } from './testing/packed-plugin';
import { treeDigests } from './testing/tree-digests';
import { createWorkspace, type Files, ORIGIN, skillMd, type Workspace } from './testing/workspace';
import { yamlBlocks } from './testing/yaml-blocks';

interface Action {
  inputs: Record<string, { default?: string; required?: boolean; description: string }>;
  outputs: Record<string, { value: string; description: string }>;
  runs: { steps: { id: string; env: Record<string, string>; run: string }[] };
}

const text = readFileSync(join(REPOSITORY, 'action.yml'), 'utf8');
const action: Action = parse(text);
const [step] = action.runs.steps;
const page = readFileSync(join(REPOSITORY, 'docs/action.md'), 'utf8');
const TREE = 'dist/agent-skills';

const SKILLS: Files = {
  'skills/alpha/SKILL.md': skillMd('alpha'),
  'skills/beta/SKILL.md': skillMd('beta'),
  'skills/beta/scripts/run.sh': '#!/bin/sh\n',
  'packages/a/skills/gamma/SKILL.md': skillMd('gamma'),
};

/** Runs the action as a runner would, with its own Node and the package from where npm has it. */
function run(workspace: Workspace, inputs: Record<string, string>) {
  const given = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [
      name,
      inputs[name] ?? input.default ?? '',
    ]),
  );
  const env = Object.entries(step?.env ?? {}).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_, input: string) => given[input] ?? '?'),
  ]);
  const outputs = join(workspace.root, 'tmp/outputs');
  mkdirSync(join(workspace.root, 'tmp'), { recursive: true });
  rmSync(outputs, { force: true });
  const bin = join(installedPackage(), '../.bin');
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-e', '-o', 'pipefail', '-c', step?.run ?? ''],
    {
      cwd: workspace.root,
      env: cleanEnv({
        ...Object.fromEntries(env),
        GITHUB_OUTPUT: outputs,
        GITHUB_ACTIONS: 'true',
        PATH: `${bin}${delimiter}${process.env.PATH}`,
      }),
      encoding: 'utf8',
    },
  );
  const lines = status === 0 ? readFileSync(outputs, 'utf8').trim().split('\n') : [];
  return {
    status,
    output: `${stdout}${stderr}`,
    outputs: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
  };
}

describe('the action', () => {
  it('publishes what the plugin publishes, and hands on the results that it names', () => {
    const workspace = createWorkspace(SKILLS);
    expect(workspace.nx(['publish-index']).status).toBe(0);
    const published = treeDigests(join(workspace.root, TREE));
    rmSync(join(workspace.root, 'dist'), { recursive: true });
    const { status, output, outputs } = run(workspace, { origin: ORIGIN });
    expect([status, output]).toEqual([0, expect.stringContaining('2 skills published')]);
    expect(treeDigests(join(workspace.root, TREE))).toEqual(published);
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort());
    expect(outputs).toMatchObject({
      'index-path': `${TREE}/.well-known/agent-skills/index.json`,
      published: '2',
    });
    expect(Object.keys(JSON.parse(outputs.digests ?? ''))).toEqual(['alpha', 'beta']);
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.${step?.id}.outputs.${name} }}`);
    }
  });

  it('takes several folders and another output folder', () => {
    const workspace = createWorkspace(SKILLS);
    const inputs = {
      origin: ORIGIN,
      'skills-dir': 'skills\npackages/*/skills\n',
      'output-dir': 'site out',
    };
    expect(run(workspace, inputs).outputs.published).toBe('3');
    expect(verifyTree(join(workspace.root, 'site out')).report.skills).toHaveLength(3);
  });

  it('fails and says why when a skill is refused, unless it may be left out', () => {
    const workspace = createWorkspace({ ...SKILLS, 'skills/bad/SKILL.md': '# Bad\n' });
    const refused = run(workspace, { origin: ORIGIN });
    expect([refused.status, refused.output]).toEqual([
      1,
      expect.stringContaining('::error file=skills/bad/SKILL.md'),
    ]);
    const { outputs } = run(workspace, { origin: ORIGIN, 'on-refused': 'exclude' });
    expect(outputs).toMatchObject({ published: '2', refused: '1' });
    expect(run(workspace, { origin: ORIGIN, 'on-refused': 'exclude', strict: 'true' }).status).toBe(
      0,
    );
  });

  it('passes no input on as code', () => {
    const workspace = createWorkspace(SKILLS);
    const hostile = '$(touch PWNED)`touch PWNED`"; touch PWNED; "';
    const { status } = run(workspace, { origin: ORIGIN, 'skills-dir': hostile });
    expect(status).not.toBe(0);
    expect(workspace.git('status', '--porcelain')).not.toContain('PWNED');
    expect(step?.run).not.toContain('${{');
  });

  it('uses the version that it comes with, and is described as it is', () => {
    const { version } = JSON.parse(
      readFileSync(join(REPOSITORY, 'tools/nx-agent-skills/package.json'), 'utf8'),
    );
    expect(action.inputs.version?.default).toBe(version);
    for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)]) {
      expect(page).toContain(`\`${name}\``);
    }
    const [workflow] = yamlBlocks('docs/action.md') as Workflow[];
    const uses = workflow?.jobs.publish?.steps.find((each) => each.uses === './');
    const used = Object.keys(uses?.with ?? {});
    expect(used).toContain('origin');
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(used));
  });
});
