import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, NX_BIN, nxEnv, nxJson, type Workspace } from '../e2e/testing/workspace';
import { addSkill, generateSkills, type SkillFiles, writeSkills } from './generate-skills';
import { type Cost, measure } from './measure';

/** Who runs in a workspace: the product, or executors that do nothing. */
export type Plugin = 'nx-agent-skills' | 'nx-agent-skills-floor';

/** A workspace of generated skills in which one plugin is measured. */
export interface BenchWorkspace {
  workspace: Workspace;
  /** Measures `nx` with these arguments. */
  nx(args: readonly string[]): Cost;
}

/** Writes the skills into a new workspace with the packed plugin, and commits them. */
export function benchWorkspace(plugin: Plugin, count: number, daemon: boolean): BenchWorkspace {
  const workspace = createWorkspace({
    'nx.json': nxJson().replace('nx-agent-skills/plugin', `${plugin}/plugin`),
  });
  if (plugin === 'nx-agent-skills-floor') installFloor(workspace.root);
  writeSkills(workspace.root, generateSkills(count));
  workspace.commit('Skills');
  const env = nxEnv(workspace.root, daemon ? { NX_DAEMON: 'true', CI: 'false' } : {});
  return {
    workspace,
    nx: (args) => measure([process.execPath, NX_BIN, ...args], workspace.root, env),
  };
}

/** Puts the floor beside the product, with an executor for each of the product's. */
function installFloor(root: string): void {
  const modules = join(root, 'node_modules');
  const floor = join(modules, 'nx-agent-skills-floor');
  cpSync(join(__dirname, 'floor'), floor, { recursive: true });
  const product = JSON.parse(readFileSync(join(modules, 'nx-agent-skills/executors.json'), 'utf8'));
  const executors = Object.fromEntries(
    Object.entries<{ batchImplementation?: string }>(product.executors).map(([name, executor]) => [
      name,
      {
        implementation: './touch-outputs',
        schema: './schema.json',
        ...(executor.batchImplementation
          ? { batchImplementation: './touch-outputs-batch', preferBatch: true }
          : {}),
      },
    ]),
  );
  writeFileSync(join(floor, 'schema.json'), '{"version":2,"type":"object","properties":{}}\n');
  writeFileSync(join(floor, 'executors.json'), JSON.stringify({ executors }));
}

const PUBLISH = ['run', '@agent-skills/index:publish-index'];
const AFFECTED = ['affected', '-t', 'publish-index', '--base=HEAD'];

/** What is measured, in this order. Every scenario starts from where the one before has ended. */
export const SCENARIOS: Readonly<Record<string, (bench: BenchWorkspace, round: number) => Cost>> = {
  cold: ({ workspace, nx }) => {
    for (const path of ['.nx', 'dist'])
      rmSync(join(workspace.root, path), { recursive: true, force: true });
    return nx(PUBLISH);
  },
  warm: ({ nx }) => nx(PUBLISH),
  'one changed': (bench, round) => {
    edit(bench, `Round ${round}.`);
    return bench.nx(PUBLISH);
  },
  'one added': ({ workspace, nx }) => {
    writeSkills(workspace.root, newSkill());
    return nx(PUBLISH);
  },
  'one removed': ({ workspace, nx }) => {
    rmSync(join(workspace.root, `skills/${NEW_NAME}`), { recursive: true });
    return nx(PUBLISH);
  },
  'affected, one': (bench, round) => {
    bench.workspace.commit('Round');
    edit(bench, `Affected, round ${round}.`);
    return bench.nx(AFFECTED);
  },
  'affected, none': ({ workspace, nx }) => {
    workspace.commit('Nothing else');
    return nx(AFFECTED);
  },
};

const NEW = 99_999;
const NEW_NAME = `skill-${NEW}`;

function newSkill(): SkillFiles {
  const files: SkillFiles = new Map();
  addSkill(files, NEW);
  return files;
}

function edit({ workspace }: BenchWorkspace, line: string): void {
  appendFileSync(join(workspace.root, 'skills/skill-00007/SKILL.md'), `\n${line}\n`);
}
