import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Machine } from './machine';
import { yamlBlocks } from './yaml-blocks';

/** As much of a workflow of GitHub Actions as the tests look at. */
export interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

export interface Job {
  if?: string;
  environment?: string;
  permissions?: Record<string, string>;
  steps: Step[];
}

export interface Step {
  name?: string;
  uses?: string;
  run?: string;
  if?: string;
  shell?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

/** A job of GitLab, or what others extend. */
export interface GitlabJob {
  extends?: string;
  variables: Record<string, string | number>;
  before_script?: string[];
  script: string[];
}

/** The templates of docs/ci.md. */
export function readTemplates() {
  const [github, gitlab, shards, agents] = yamlBlocks('docs/ci.md');
  return {
    github: github as Workflow,
    gitlab: gitlab as Record<string, GitlabJob>,
    shards: shards as Workflow,
    agents: agents as { 'assignment-rules': { targets: string[] }[] },
  };
}

/** What GitHub knows in a run. */
export interface Context {
  github: { event_name: string; ref: string };
  secrets: Record<string, string>;
  vars: Record<string, string>;
}

export interface JobRun {
  status: number;
  output: string;
  /** The names of the steps that were run. */
  steps: string[];
}

/**
 * Runs the commands of a job as GitHub would, up to the first that fails. Actions are left out, and
 * so is the installation: the machine has both the sources and the packages.
 */
export async function runJob(
  machine: Machine,
  job: Job,
  context: Context,
  env: NodeJS.ProcessEnv,
): Promise<JobRun> {
  const all: JobRun = { status: 0, output: '', steps: [] };
  for (const step of job.steps) {
    if (step.run === undefined || step.run === 'npm ci') continue;
    if (step.if !== undefined && !evaluate(step.if, context, machine)) continue;
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{\{(.*?)\}\}/g, (_, expression) =>
        String(evaluate(expression, context, machine) ?? ''),
      ),
    ]);
    const run = await machine.shell(step.run, { ...env, ...Object.fromEntries(own) });
    all.steps.push(step.name ?? step.run);
    all.output += run.output;
    all.status = run.status;
    if (run.status !== 0) break;
  }
  return all;
}

/** The operators of GitHub's expressions mean in JavaScript what they mean there. */
export function evaluate(expression: string, context: Context, { root }: Machine): unknown {
  const hashFiles = (path: string) => (existsSync(join(root, path)) ? 'some digest' : '');
  return runInNewContext(expression, { ...context, hashFiles });
}

/** Runs a job as GitLab would; as above, without the installation. */
export async function runGitlabJob(
  machine: Machine,
  jobs: Record<string, GitlabJob>,
  name: string,
  env: Record<string, string>,
): Promise<Omit<JobRun, 'steps'>> {
  const job = jobs[name];
  const base = jobs[job?.extends ?? ''];
  if (!job || !base) throw new Error(`docs/ci.md has no job ${name}.`);
  const variables = Object.entries({ ...base.variables, ...job.variables }).map(([key, value]) => [
    key,
    String(value).replace(/\$(\w+)/g, (_, variable) => env[variable] ?? ''),
  ]);
  return machine.shell(job.script.join('\n'), { ...env, ...Object.fromEntries(variables) });
}
