// Our own libraries in one process, without Nx: the same artifacts, tree, checks and report as the
// plugin makes. usage: libs.js <workspace> <output folder> <origin> <state folder>
import { basename, dirname, join, relative } from 'node:path';
import { AGENTS, parseOrigin } from '@nx-agent-skills/discovery';
import { buildAndPublish } from '@nx-agent-skills/publication';
import { checkSkillsTogether, keepMemoryIn, saveMemory } from '@nx-agent-skills/skill';

async function main(): Promise<void> {
  const [sources = '', out = '', origin = '', state = ''] = process.argv.slice(2);
  // The folder that holds them all: a tree is published into its own workspace only.
  const workspaceRoot = dirname(sources);
  keepMemoryIn(join(state, 'memory', 'one-version'));
  const search = { roots: [`${basename(sources)}/skills`], exclude: [] };
  const together = checkSkillsTogether(workspaceRoot, search);
  const built = together.skills.map(({ path }) => {
    const folder = join(state, 'build', path.replaceAll('/', '--'));
    return {
      path,
      artifactFolder: join(folder, 'artifact'),
      recordFile: join(folder, 'record', 'record.json'),
    };
  });
  const { report } = await buildAndPublish(built, together.findings, {
    workspaceRoot,
    outputDir: relative(workspaceRoot, out),
    origin: parseOrigin(origin),
    agents: AGENTS.slice(0, 4),
    zip: 'off',
    legacyIndex: false,
    contentAddressed: false,
    hosting: [],
    bundleSlugs: {},
    settings: { strict: false, rules: {} },
    onRefused: 'fail',
    onRemoved: 'allow',
    excludedOnPurpose: [],
    spareFolder: join(state, 'earlier'),
    generator: 'libs',
  });
  saveMemory(true);
  if (built.length === 0 || report.skills.length !== built.length) {
    throw new Error(`${report.skills.length} of ${built.length} skills were published.`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
