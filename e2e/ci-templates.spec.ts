import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Context,
  evaluate,
  readTemplates,
  runGitlabJob,
  runJob,
} from './testing/ci-templates';
import { HOST, type HttpsHost, startHttpsHost } from './testing/https-host';
import { cloneOnto, type Machine } from './testing/machine';
import { REPOSITORY } from './testing/packed-plugin';
import { treeDigests } from './testing/tree-digests';
import { createWorkspace, skillMd } from './testing/workspace';

const TREE = 'dist/agent-skills';
const DEPLOY = `#!/bin/sh
set -e
test -n "$DEPLOY_TOKEN"
rm -rf tmp/deployed && mkdir -p tmp && cp -R "$1" tmp/deployed
`;

const { github, gitlab, shards, agents } = readTemplates();
const { check, publish } = github.jobs;
const { shard } = shards.jobs;
if (!check || !publish || !shard) throw new Error('docs/ci.md lacks a job.');

const fallback = String(
  publish.steps.find((step) => step.with?.['fallback-sha'])?.with?.['fallback-sha'],
);

describe('the templates', () => {
  const jobs = [check, publish, shard];

  it('pin every action by a commit, with its version beside it', () => {
    const uses = jobs.flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? []));
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    const lines = readFileSync(join(REPOSITORY, 'docs/ci.md'), 'utf8').match(/uses: .*/g) ?? [];
    expect(lines).toHaveLength(uses.length);
    for (const line of lines) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(new Set(lines).size).toBe(3);
  });

  it('may read and nothing else, and give secrets to the steps alone that need them', () => {
    const permissions = [github, ...jobs].flatMap((each) => Object.values(each.permissions ?? {}));
    expect(new Set(permissions)).toEqual(new Set(['read']));
    expect(github.permissions).toEqual({ contents: 'read' });
    expect(JSON.stringify(check)).not.toMatch(/WRITE|DEPLOY/);
    expect(check.environment).toBeUndefined();
    const withSecrets = publish.steps.filter((step) => JSON.stringify(step).includes('secrets.'));
    expect(withSecrets.map(({ name }) => name)).toEqual(['Publish', 'Deploy']);
    expect([publish.environment, shard.environment]).toEqual(['agent-skills', 'agent-skills']);
    // A job is skipped with the one that it needs.
    expect(shard.if).toBe(publish.if);
  });

  it('have the whole history, and nothing of it that could push', () => {
    for (const { steps } of jobs) {
      expect(steps[0]?.with).toEqual({ 'fetch-depth': 0, 'persist-credentials': false });
    }
    expect(gitlab['.agent-skills']?.variables.GIT_DEPTH).toBe(0);
  });

  it('give to agents what is cached, by the names of our targets', () => {
    const targets = agents['assignment-rules'].flatMap((rule) => rule.targets);
    expect(targets).toEqual(['validate', 'archive', 'hash']);
  });
});

describe('in a workspace with a history', () => {
  let host: HttpsHost;
  let machine: Machine;
  let commits: Record<'skill' | 'readme' | 'refused', string>;

  beforeAll(async () => {
    host = await startHttpsHost();
    const workspace = createWorkspace(
      {
        'skills/alpha/SKILL.md': skillMd('alpha'),
        'skills/beta/SKILL.md': skillMd('beta'),
        'skills/project.json': JSON.stringify({
          name: '@agent-skills/index',
          targets: {
            'verify-deployment': { options: { resolve: { [HOST]: '127.0.0.1' }, install: false } },
          },
        }),
        '.gitignore': 'node_modules\ndist\n.nx\ntmp\n',
        'deploy.sh': DEPLOY,
      },
      { origin: host.origin },
    );
    chmodSync(join(workspace.root, 'deploy.sh'), 0o755);
    workspace.commit('Let the deploy run');
    const commit = (files: Record<string, string>) => {
      workspace.write(files);
      workspace.commit('Change');
      return workspace.git('rev-parse', 'HEAD').trim();
    };
    commits = {
      skill: commit({ 'skills/beta/SKILL.md': skillMd('beta', 'Changed.') }),
      readme: commit({ 'README.md': '# Acme\n' }),
      refused: commit({ 'skills/beta/SKILL.md': '# Beta\n' }),
    };
    machine = cloneOnto(workspace);
    host.serve(join(machine.root, 'tmp/deployed'));
  });

  afterAll(() => host.close());

  /** A runner with a commit, and nothing that another run has left but what is deployed. */
  function checkOut(commit: string): void {
    machine.git('checkout', '--quiet', commit);
    machine.git('clean', '-ffdxq', '--exclude=node_modules', '--exclude=tmp');
  }

  const isDeployed = (path: string) => existsSync(join(machine.root, 'tmp/deployed', path));
  const deployed = () => treeDigests(join(machine.root, 'tmp/deployed'));

  function onGithub(event: string, commit: string, base = `${commit}~1`) {
    const context: Context = {
      github: {
        event_name: event,
        ref: event === 'pull_request' ? 'refs/pull/1/merge' : 'refs/heads/main',
      },
      // A fork has none of these; the remote cache has tests of its own.
      secrets: event === 'pull_request' ? {} : { DEPLOY_TOKEN: 'a-secret' },
      vars: { NX_CACHE_SERVER: 'http://127.0.0.1:1' },
    };
    const jobs = [check, publish].filter((job) => evaluate(job?.if ?? '', context, machine));
    expect(jobs).toHaveLength(1);
    checkOut(commit);
    return runJob(machine, jobs[0] ?? { steps: [] }, context, {
      NX_BASE: base,
      NX_HEAD: commit,
      GITHUB_ACTIONS: 'true',
      NODE_EXTRA_CA_CERTS: host.authority,
    });
  }

  it('a pull request on GitHub checks what it changes, and deploys nothing', async () => {
    const run = await onGithub('pull_request', commits.skill);
    expect(run.status).toBe(0);
    expect(run.output).toContain('skills/beta:validate');
    expect(run.output).not.toContain('skills/alpha:validate');
    expect(run.output).toContain('2 skills published');
    const refused = await onGithub('pull_request', commits.refused);
    expect(refused.output).toContain('::error file=skills/beta/SKILL.md');
    expect(refused.status).toBe(1);
    expect(isDeployed('')).toBe(false);
  });

  it('the first run on the main branch publishes everything, deploys, and verifies what is served', async () => {
    const run = await onGithub('push', commits.readme, fallback);
    expect(run.output).toContain('2 of 2 skills are served as they were built.');
    expect(run.steps).toEqual([
      'Publish',
      'Check the tree once more',
      'Deploy',
      'Verify what is served',
    ]);
    expect(run.status).toBe(0);
    expect(isDeployed('.well-known/agent-skills/index.json')).toBe(true);
  });

  it('deploys nothing after a push that changes no skill, or a refused one', async () => {
    const before = deployed();
    const run = await onGithub('push', commits.readme);
    expect(run).toMatchObject({ status: 0, steps: ['Publish'] });
    const refused = await onGithub('push', commits.refused);
    expect(refused).toMatchObject({ status: 1, steps: ['Publish'] });
    expect(deployed()).toEqual(before);
  });

  it('deploys everything again by hand', async () => {
    const run = await onGithub('workflow_dispatch', commits.skill, commits.skill);
    expect(run.steps).toContain('Deploy');
    expect(run.output).toContain('2 of 2 skills are served');
    expect(run.status).toBe(0);
  });

  it('GitLab publishes everything without an earlier commit, and nothing when no skill was changed', async () => {
    const env = { DEPLOY_TOKEN: 'a-secret', NODE_EXTRA_CA_CERTS: host.authority };
    const job = (before: string) =>
      runGitlabJob(machine, gitlab, 'publish-agent-skills', {
        ...env,
        CI_COMMIT_SHA: commits.readme,
        CI_COMMIT_BEFORE_SHA: before,
      });
    checkOut(commits.readme);
    const first = await job('0'.repeat(40));
    expect(first.output).toContain('2 of 2 skills are served');
    expect(first.status).toBe(0);
    const before = deployed();
    checkOut(commits.readme);
    const second = await job(commits.skill);
    expect(second.output).toContain('No tasks were run');
    expect(second.status).toBe(0);
    expect(existsSync(join(machine.root, TREE))).toBe(false);
    expect(deployed()).toEqual(before);
  });

  it('GitLab checks a merge request with the command that GitHub uses', () => {
    const script = gitlab['check-agent-skills']?.script;
    expect(script).toEqual(check.steps.flatMap(({ name, run }) => (name && run ? [run] : [])));
  });
});
