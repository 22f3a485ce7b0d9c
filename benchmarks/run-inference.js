// Infers the projects of a workspace as Nx would let the plugin do it, and prints what that alone
// has cost: without the start of Node, without Nx, whose list of files is read before.
// usage, in the workspace: node run-inference.js
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const root = process.cwd();
const workspaceRequire = createRequire(join(root, 'package.json'));
const { globWithWorkspaceContext } = workspaceRequire('nx/src/utils/workspace-context');
const [, infer] = workspaceRequire('nx-agent-skills/plugin').createNodes;
const nxJsonConfiguration = JSON.parse(readFileSync(join(root, 'nx.json'), 'utf8'));
const [{ options }] = nxJsonConfiguration.plugins;

async function run() {
  await globWithWorkspaceContext(root, ['nx.json']);
  const [cpu, start] = [process.cpuUsage(), process.hrtime.bigint()];
  const results = await infer(['nx.json'], options, { workspaceRoot: root, nxJsonConfiguration });
  const wall = Number(process.hrtime.bigint() - start) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  const memory = process.resourceUsage().maxRSS / 1024;
  const projects = results.flatMap(([, result]) => Object.keys(result.projects ?? {})).length;
  console.log(JSON.stringify({ projects, cpu: (user + system) / 1e6, wall, memory }));
}

run();
