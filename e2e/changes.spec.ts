import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { serveTree, type TreeServer } from '@nx-agent-skills/deployment';
import { verifyTree } from '@nx-agent-skills/publication';
import { installedPackage } from './testing/install-package';
import { cloneOnto, type Machine } from './testing/machine';
import { treeDigests } from './testing/tree-digests';
import { createWorkspace, skillMd } from './testing/workspace';

const TREE = 'dist/agent-skills';

describe('what a publication changes', () => {
  let server: TreeServer;
  let machine: Machine;

  const publish = (...args: string[]) =>
    machine.shell(`npx nx publish-index --output-style=static ${args.join(' ')}`);
  const changes = () => JSON.parse(machine.read(`${TREE}/agent-skills/report.json`)).changes;
  const tree = (folder = TREE) => treeDigests(join(machine.root, folder));

  beforeAll(async () => {
    const workspace = createWorkspace(
      {
        'skills/alpha/SKILL.md': skillMd('alpha'),
        'skills/beta/SKILL.md': skillMd('beta', 'See [the guide](references/guide.md).'),
        'skills/beta/references/guide.md': 'First.\n',
      },
      { preview: true },
    );
    workspace.git('tag', 'v1');
    machine = cloneOnto(workspace);
    expect((await publish()).status).toBe(0);
    const deployed = join(machine.root, 'tmp/deployed');
    cpSync(join(machine.root, TREE), deployed, { recursive: true });
    server = await serveTree(deployed);
    machine.write({
      'skills/beta/references/guide.md': 'Second.\n',
      'skills/beta/scripts/run.sh': '#!/bin/sh\n',
      'skills/gamma/SKILL.md': skillMd('gamma'),
    });
  });
  afterAll(() => server.close());

  it('is told with the files of each skill', async () => {
    expect((await publish('--dryRun')).output).toContain(
      '+ gamma\n~ beta\n    + scripts/run.sh\n    ~ references/guide.md\n',
    );
    expect(changes()).toBeUndefined();
  });

  it.each([() => server.url, () => 'git:v1', () => 'v1', () => 'tmp/deployed'])(
    'is a change log in the report since %s, the same from the command line',
    async (named) => {
      const previous = named();
      expect((await publish(`--previous=${previous}`)).status).toBe(0);
      expect(changes()).toMatchObject({
        since: previous,
        added: [{ name: 'gamma' }],
        changed: [
          { name: 'beta', files: { added: ['scripts/run.sh'], changed: ['references/guide.md'] } },
        ],
        removed: [],
        unchanged: 1,
      });
      expect(machine.read(`${TREE}/agent-skills/report.md`)).toContain(
        `## Changes since \`${previous}\``,
      );
      verifyTree(join(machine.root, TREE));
      const run = await machine.shell(
        `node ${join(installedPackage(), 'dist/cli.js')} build --origin=https://skills.acme.example --preview --out=tmp/out --previous=${previous}`,
      );
      expect([run.status, run.output]).toEqual([0, expect.stringContaining('1 added, 1 changed')]);
      expect(tree('tmp/out')).toEqual(tree());
    },
  );

  it('is JSON for programs', async () => {
    const { output } = await publish('--json', '--previous=git:v1');
    const text = output.slice(output.indexOf('\n{\n'), output.indexOf('\n}\n') + 2);
    expect(JSON.parse(text)).toMatchObject({
      published: 3,
      changes: { compared: true, added: [{ name: 'gamma' }] },
      findings: [],
    });
  });

  it('refuses the publication when a skill is gone and must not', async () => {
    expect((await publish()).status).toBe(0);
    const before = tree();
    machine.write({ 'skills/gamma/SKILL.md': null });
    const refused = await publish('--onRemoved=fail');
    expect([refused.status, refused.output]).toEqual([
      1,
      expect.stringContaining(
        'publication/removed: Skills that were published before are gone: gamma.',
      ),
    ]);
    expect(tree()).toEqual(before);
    expect((await publish('--onRemoved=fail', '--previous=git:v1')).status).toBe(0);
  });

  it.each([
    ['git:nowhere', 'There is no revision "nowhere"'],
    ['nowhere/agent-skills', '"nowhere/agent-skills", which is no file or folder of the workspace'],
    ['', 'The option "previous" is empty'],
    ['package.json', 'is neither a report.json nor an index.json'],
    ['skills', 'received the folder "skills", in which no tree was published'],
    ['https://skills.acme.example/report.json', 'received the URL of a file'],
    ['https://nowhere.invalid', 'What is published cannot be read from https://nowhere.invalid/'],
    ['http://acme.example', 'origin/not-https'],
  ])('refuses to compare with %s', async (previous, message) => {
    const before = tree();
    const run = await publish(`--previous=${previous}`);
    expect([run.status, run.output]).toEqual([1, expect.stringContaining(message)]);
    expect(tree()).toEqual(before);
  });

  it('is everything where nothing was published', async () => {
    const nowhere = await serveTree(join(machine.root, 'tmp/nothing'));
    try {
      expect((await publish(`--previous=${nowhere.url}`)).status).toBe(0);
      expect(changes().added).toHaveLength(2);
    } finally {
      await nowhere.close();
    }
  });
});
