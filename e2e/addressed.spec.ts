import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { type HttpsHost, startHttpsHost } from './testing/https-host';
import { noOtherNodes } from './testing/node-versions';
import { installStockClient, newMachine } from './testing/stock-client';
import { createWorkspace, skillMd, type Workspace } from './testing/workspace';

const TREE = 'dist/agent-skills';

const files = (text: string) => ({
  'skills/alpha/SKILL.md': skillMd('alpha', text),
  'skills/beta/SKILL.md': skillMd('beta', `${text} See [the guide](references/guide.md).`),
  'skills/beta/references/guide.md': `# ${text}\n`,
});

(noOtherNodes ? describe.skip : describe)(
  noOtherNodes ? `skipped: ${noOtherNodes}` : 'an index of urls with digests in them',
  () => {
    let host: HttpsHost;
    let workspace: Workspace;
    beforeAll(async () => {
      host = await startHttpsHost();
      workspace = createWorkspace(files('First.'), {
        origin: host.origin,
        contentAddressed: true,
        hosting: ['headers'],
      });
      host.serve(join(workspace.root, TREE));
    });
    afterAll(() => host.close());

    const entries = (): { url: string; digest: string }[] =>
      JSON.parse(workspace.read(`${TREE}/.well-known/agent-skills/index.json`)).skills;

    it('is read by the stock client, which finds what an earlier index has promised', async () => {
      expect(workspace.nx(['publish-index']).status).toBe(0);
      const before = entries();
      const machine = newMachine(host, installStockClient());
      const install = async () => {
        const run = await machine.run(
          `npx -y skills add ${host.origin}/agent-skills --skill beta -a claude-code -g -y`,
        );
        expect([run.status, run.output]).toEqual([0, expect.anything()]);
        return readFileSync(join(machine.home, '.claude/skills/beta/references/guide.md'), 'utf8');
      };
      expect(await install()).toBe('# First.\n');
      expect(host.requests).toContainEqual(
        expect.stringMatching(/^200 \/agent-skills\/sha256\/[0-9a-f]{64}\/beta\.tar\.gz$/),
      );
      workspace.write(files('Second.'));
      expect(workspace.nx(['publish-index']).status).toBe(0);
      for (const { url, digest } of before) {
        const path = url.slice(host.origin.length + 1);
        expect(digestOf(readFileSync(join(workspace.root, TREE, path)))).toBe(digest);
      }
      expect(await install()).toBe('# Second.\n');
      expect(entries().some(({ url }) => before.some((each) => each.url === url))).toBe(false);
    });

    it('lets clients keep those files for ever, and no others', () => {
      const text = workspace.read(`${TREE}/_headers`);
      expect(text).toContain(
        '/agent-skills/sha256/*\n  Cache-Control: public, max-age=31536000, immutable\n',
      );
      expect(text.match(/immutable/g)).toHaveLength(1);
    });

    it('is checked with all files that it names', () => {
      const run = workspace.nx(['run', '@agent-skills/index:verify-tree']);
      expect([run.status, run.output]).toEqual([0, expect.anything()]);
    });
  },
);
