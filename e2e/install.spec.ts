import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findAgent, parseOrigin } from '@nx-agent-skills/discovery';
import { publish } from '@nx-agent-skills/publication';
import { buildWorkspace, TREE } from '../libs/publication/src/testing/built-workspace';
import { type HttpsHost, startHttpsHost } from './testing/https-host';
import { noOtherNodes } from './testing/node-versions';
import { installStockClient, newMachine } from './testing/stock-client';
import { createWorkspace, skillMd, type Workspace } from './testing/workspace';

const SKILLS = {
  'skills/alpha/SKILL.md': skillMd('alpha', 'Do it — «exactly» like this.'),
  'skills/beta/SKILL.md': skillMd('beta'),
  'skills/beta/scripts/run.sh': '#!/bin/sh\necho beta\n',
  'skills/beta/assets/ünï code.bin': Buffer.from([0, 255, 13, 10, 13]),
  'skills/beta/.hidden': 'hidden\n',
  'skills/suite/SKILL.md': skillMd('suite'),
  'skills/suite/skills/suite-scan/SKILL.md': skillMd('suite-scan'),
  'skills/cloud/README.md': '# Cloud\n',
  'skills/cloud/skills/cloud-logs/SKILL.md': skillMd('cloud-logs'),
  'skills/cloud/skills/cloud-logs/notes.md': 'Notes.\n',
};

interface Reported {
  name: string;
  path: string;
  indexed: boolean;
  install: { method: string; agent: string; command: string }[];
}

function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(folder, path)).toString('base64')]),
  );
}

(noOtherNodes ? describe.skip : describe)(
  noOtherNodes ? `skipped: ${noOtherNodes}` : 'install commands',
  () => {
    let host: HttpsHost;
    let client: ReturnType<typeof installStockClient>;
    let workspace: Workspace;
    let skills: Reported[];

    beforeAll(async () => {
      client = installStockClient();
      host = await startHttpsHost();
      workspace = createWorkspace(SKILLS, {
        origin: host.origin,
        repository: 'github:acme/skills',
        legacyIndex: true,
        zip: 'beside',
      });
      const run = workspace.nx(['publish-index']);
      expect([run.status, run.output]).toEqual([0, expect.anything()]);
      host.serve(join(workspace.root, TREE));
      skills = JSON.parse(workspace.read(`${TREE}/agent-skills/report.json`)).skills;
    });

    afterAll(() => host.close());

    const machine = () => newMachine(host, client, { name: 'acme/skills', folder: workspace.root });

    /** Where Claude Code finds the skills of a user, and what must be there after the command. */
    const installed = (home: string, name: string) => filesIn(join(home, '.claude/skills', name));
    const sources = (path: string) => filesIn(join(workspace.root, path));

    it.each(['alpha', 'beta', 'cloud-logs', 'suite', 'suite-scan'])(
      'of %s install exactly the bytes of the sources',
      async (name) => {
        const skill = skills.find((each) => each.name === name);
        const commands = (skill?.install ?? []).filter(
          ({ agent, method }) => agent === 'claude-code' && method !== 'gh',
        );
        expect(commands.map(({ method }) => method)).toEqual([
          ...Array(4).fill('skills-cli'),
          'curl',
          'curl-verified',
          'curl-verified',
          'skills-cli-git',
        ]);
        for (const { command } of commands) {
          const { home, run } = machine();
          const result = await run(command);
          expect([command, result]).toEqual([command, expect.objectContaining({ status: 0 })]);
          expect([command, installed(home, name)]).toEqual([command, sources(skill?.path ?? '')]);
        }
      },
    );

    it('of a bundle without a SKILL.md install the skills in it', async () => {
      const cloud = skills.find(({ name }) => name === 'cloud');
      const commands = (cloud?.install ?? []).filter(({ agent }) => agent === 'claude-code');
      expect(commands).toHaveLength(3);
      for (const { command } of commands) {
        const { home, run } = machine();
        expect((await run(command)).status).toBe(0);
        expect(readdirSync(join(home, '.claude/skills'))).toEqual(['cloud-logs']);
        expect(installed(home, 'cloud-logs')).toEqual(sources('skills/cloud/skills/cloud-logs'));
      }
    });

    it('install for every other agent where it looks', async () => {
      for (const { agent, command } of skills.find(({ name }) => name === 'beta')?.install ?? []) {
        if (agent === 'claude-code') continue;
        const { home, run } = machine();
        expect([command, (await run(command)).status]).toEqual([command, 0]);
        const folder = findAgent(agent)?.globalSkillsDir.replace('~', home) ?? '';
        const shared = join(home, '.agents/skills');
        const found = [folder, shared].map((each) => filesIn(join(each, 'beta')));
        expect(found).toContainEqual(sources('skills/beta'));
      }
    });

    it('that check the digest touch nothing when it is wrong', async () => {
      const beta = skills.find(({ name }) => name === 'beta');
      const commands = (beta?.install ?? []).filter(({ method }) => method === 'curl-verified');
      expect(commands).toHaveLength(2);
      for (const { command } of commands) {
        const { home, run } = machine();
        const other = command.replace(/[0-9a-f]{64}/, 'a'.repeat(64));
        expect((await run(other)).status).not.toBe(0);
        expect(existsSync(join(home, '.claude'))).toBe(false);
      }
    });

    it('work from the repository folder too', async () => {
      const { home, run } = machine();
      const result = await run(
        `npx -y skills add ${workspace.root} --skill beta -a claude-code -g -y`,
      );
      expect(result.status).toBe(0);
      expect(installed(home, 'beta')).toEqual(sources('skills/beta'));
    });

    it('leave a SKILL.md to be read at the name of every skill', async () => {
      const { run } = machine();
      for (const { name, path, indexed } of skills) {
        if (!indexed) continue;
        const { output } = await run(`curl -fsSL ${host.origin}/agent-skills/${name}/SKILL.md`);
        expect(output.trim()).toBe(workspace.read(`${path}/SKILL.md`).trim());
      }
    });

    it('of clients that know discovery 0.1.0 only find the same files', async () => {
      const { skills: listed } = JSON.parse(
        workspace.read(`${TREE}/.well-known/skills/index.json`),
      );
      for (const { name, files } of listed) {
        const path = skills.find((each) => each.name === name)?.path ?? '';
        const served = Object.fromEntries(
          files.map((file: string) => [
            file,
            readFileSync(join(workspace.root, TREE, '.well-known/skills', name, file), 'base64'),
          ]),
        );
        expect(served).toEqual(sources(path));
      }
    });

    it('install from a zip when the index points to it', async () => {
      const run = workspace.nx(['publish-index', '--zip=index']);
      expect(run.status).toBe(0);
      const { home, run: install } = machine();
      const command = skills.find(({ name }) => name === 'beta')?.install[0]?.command ?? '';
      host.requests.length = 0;
      expect((await install(command)).status).toBe(0);
      expect(host.requests).toContain('200 /agent-skills/beta.zip');
      expect(installed(home, 'beta')).toEqual(sources('skills/beta'));
    });

    it('cost the same however large the catalogue is', async () => {
      const files = Object.fromEntries(
        Array.from({ length: 1500 }, (_, at): [string, string][] => {
          const path = `skills/skill-${at}`;
          const skill: [string, string] = [`${path}/SKILL.md`, skillMd(`skill-${at}`)];
          return at % 5 < 3 ? [skill] : [skill, [`${path}/notes.md`, `Notes of ${at}.\n`]];
        }).flat(),
      );
      const large = buildWorkspace(files, { origin: parseOrigin(host.origin) });
      const { report } = publish(large.built, [], large.options);
      host.serve(join(large.root, TREE));
      const chosen = report.skills.find(({ name }) => name === 'skill-1234');
      const { home, run } = machine();
      host.requests.length = 0;
      expect((await run(chosen?.install[0]?.command ?? '')).status).toBe(0);
      expect(installed(home, 'skill-1234')).toEqual(filesIn(join(large.root, chosen?.path ?? '')));
      // Two downloads; the client also looks at three more places, found or not.
      const own = '/agent-skills/skill-1234';
      expect(host.requests.filter((request) => request.startsWith(`200 ${own}`))).toEqual([
        `200 ${own}/.well-known/agent-skills/index.json`,
        `200 ${own}.tar.gz`,
      ]);
      expect([...host.requests].sort()).toEqual([
        '200 /.well-known/agent-skills/index.json',
        `200 ${own}.tar.gz`,
        `200 ${own}/.well-known/agent-skills/index.json`,
        '404 /.well-known/skills/index.json',
        `404 ${own}/.well-known/skills/index.json`,
      ]);
    });
  },
);
