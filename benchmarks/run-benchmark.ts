import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { installPackedPlugin, SCRATCH, TEMPLATE } from '../e2e/testing/packed-plugin';
import type { Site } from './contender';
import { CONTENDERS } from './contenders';
import { generateSkills, writeSkills } from './generate-skills';
import { parseBenchmarkArgs } from './parse-args';
import { RESULTS, writePerformancePage } from './performance-page';
import { renderRuns } from './render-runs';
import { type Run, writeRun } from './results';
import { runContenders } from './run-contenders';

async function main(): Promise<void> {
  const args = parseBenchmarkArgs(process.argv.slice(2));
  installPackedPlugin();
  const runs: Run[] = [];
  for (const skills of args.skills) {
    const run = await runWith(skills, args);
    runs.push(run);
    if (!args.write) continue;
    writeRun(RESULTS, run);
    writePerformancePage();
  }
  console.log(renderRuns(runs));
}

async function runWith(
  skills: number,
  { daemon, rounds, scenarios }: ReturnType<typeof parseBenchmarkArgs>,
): Promise<Run> {
  mkdirSync(SCRATCH, { recursive: true });
  const scratch = mkdtempSync(join(SCRATCH, 'benchmark-'));
  try {
    const site: Site = {
      files: generateSkills(skills),
      sources: join(scratch, 'sources'),
      scratch,
      daemon,
    };
    // A repository of its own: the one around it ignores this folder.
    mkdirSync(join(scratch, '.git'));
    writeSkills(site.sources, site.files);
    const measurements = await runContenders(site, CONTENDERS, {
      rounds,
      scenarios,
      signal: stop.signal,
      onCost: (contender, scenario, { cpu }) =>
        console.error(`${skills} skills, ${contender}, ${scenario}: ${cpu.toFixed(2)} s`),
    });
    return {
      skills,
      daemon,
      rounds,
      date: new Date().toISOString().slice(0, 10),
      versions: {
        node: process.versions.node,
        nx: versionOf('nx'),
        plugin: versionOf('nx-agent-skills'),
      },
      machine: { cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: availableParallelism() },
      measurements,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function versionOf(name: string): string {
  const file = join(TEMPLATE, 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

// A signal ends the run after the command that it has interrupted, so that folders are removed.
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => stop.abort(new Error(`Stopped by ${name}.`)));
}
main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
