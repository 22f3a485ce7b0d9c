import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, NX_BIN, nxEnv, nxJson, type Workspace } from '../e2e/testing/workspace';
import type { Contender, Site } from './contender';
import { readDaemon, settledDaemon, withDaemon } from './daemon-cost';
import { addOne, editOne, hasAdded, removeOne } from './edit-skills';
import { installFloor } from './floor/install-floor';
import { writeSkills } from './generate-skills';
import { inferenceScenarios } from './inference';
import { type Cost, measure } from './measure';

/** Whose executors run: the product's, or some that do nothing. */
export type Plugin = 'nx-agent-skills' | 'nx-agent-skills-floor';

const PUBLISH = ['run', '@agent-skills/index:publish-index'];
const AFFECTED = ['affected', '-t', 'publish-index', '--base=HEAD'];

/** Nx with a plugin, in a workspace of its own. */
export function nxContender(site: Site, name: string, plugin: Plugin): Contender {
  const workspace = createWorkspace({
    'nx.json': nxJson().replace('nx-agent-skills/plugin', `${plugin}/plugin`),
  });
  const dispose = () => {
    if (site.daemon) workspace.nx(['daemon', '--stop'], { NX_DAEMON: 'true', CI: 'false' });
    // The daemon may still write its log.
    rmSync(workspace.root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    if (plugin === 'nx-agent-skills-floor') installFloor(workspace.root);
    commitSkills(workspace, site);
  } catch (error) {
    dispose();
    throw error;
  }
  const isProduct = plugin === 'nx-agent-skills';
  return {
    name,
    scenarios: {
      ...scenarios(workspace, site),
      ...(isProduct ? inferenceScenarios(workspace.root) : {}),
    },
    prepare: () => {
      measureNx(workspace, site, PUBLISH);
    },
    ...(isProduct ? { index: indexOf(workspace) } : {}),
    dispose,
  };
}

function indexOf({ root }: Workspace): string {
  return join(root, 'dist/agent-skills/.well-known/agent-skills/index.json');
}

function commitSkills(workspace: Workspace, { files }: Site): void {
  const settings = {
    // Else git may repack in the background while something is measured.
    'gc.auto': '0',
    'maintenance.auto': 'false',
    // One pack instead of a file for each blob, and no compression: quick at 10,000 skills.
    'core.bigFileThreshold': '1',
    'core.compression': '0',
  };
  for (const [key, value] of Object.entries(settings)) workspace.git('config', key, value);
  writeSkills(workspace.root, files);
  workspace.commit('Skills');
}

function scenarios(workspace: Workspace, site: Site): Contender['scenarios'] {
  const { root } = workspace;
  const publish = (change?: () => void) => measureNx(workspace, site, PUBLISH, change);
  return {
    cold: () => {
      if (site.daemon) workspace.nx(['daemon', '--stop'], { NX_DAEMON: 'true', CI: 'false' });
      if (hasAdded(root)) removeOne(root);
      for (const path of ['.nx', 'dist'])
        rmSync(join(root, path), { recursive: true, force: true });
      return publish();
    },
    warm: () => publish(),
    'one changed': (round) => {
      // As for someone at work: the first edit after everything was built writes a second tree.
      editOne(root, `Before round ${round}.`);
      publish();
      return publish(() => editOne(root, `Round ${round}.`));
    },
    'one added': () => {
      if (hasAdded(root)) {
        removeOne(root);
        publish();
      }
      return publish(() => addOne(root));
    },
    'one removed': () => {
      if (!hasAdded(root)) {
        addOne(root);
        publish();
      }
      return publish(() => removeOne(root));
    },
    'affected, one': (round) => {
      workspace.commit('Round');
      return measureNx(workspace, site, AFFECTED, () => editOne(root, `Affected, ${round}.`));
    },
    'affected, none': () => {
      workspace.commit('Nothing else');
      return measureNx(workspace, site, AFFECTED);
    },
  };
}

/** What Nx costs, with its daemon where one is on, from a change of the sources to the end. */
function measureNx(
  { root }: Workspace,
  { daemon }: Site,
  args: readonly string[],
  change: () => void = () => undefined,
): Cost {
  const env = nxEnv(root, daemon ? { NX_DAEMON: 'true', CI: 'false' } : {});
  const data = join(root, '.nx/workspace-data');
  const before = daemon ? settledDaemon(data) : undefined;
  change();
  const client = measure([process.execPath, NX_BIN, ...args], {
    cwd: root,
    env,
    leaveRunning: daemon,
  });
  if (!daemon) return client;
  if (!readDaemon(data)) throw new Error(`No daemon of Nx runs in ${root}.`);
  return withDaemon(client, before, settledDaemon(data));
}
