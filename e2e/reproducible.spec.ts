import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { installNode, NODE_MAJORS, noOtherNodes } from './testing/node-versions';
import { SCRATCH } from './testing/packed-plugin';
import { seededBytes } from './testing/seeded-random';
import { treeDigests } from './testing/tree-digests';
import {
  createWorkspace,
  type Files,
  installInto,
  NX_BIN,
  nxEnv,
  openWorkspace,
  skillMd,
  type Workspace,
} from './testing/workspace';

const TREE = 'dist/agent-skills';

/**
 * Names that other locales, a sort by UTF-16 units or one by numbers put into another order than
 * their bytes do.
 */
const ODD_NAMES = [
  '10.md',
  '9.md',
  'B.md',
  'a_b.md',
  'a-c.md',
  'aa.md',
  'cz.md',
  'ch.md',
  'dz.md',
  'ibis.md',
  'ırmak.md',
  'o.md',
  'zeta.md',
  'ärger.md',
  'åre.md',
  'örn.md',
  'über/straße.md',
  '日本語.md',
  '～wave.md',
  '😀.md',
];

const SKILLS: Files = {
  'skills/alpha/SKILL.md': skillMd('alpha'),
  'skills/aardvark/SKILL.md': skillMd('aardvark'),
  'skills/zebra/SKILL.md': skillMd('zebra', 'Grüße, İstanbul, 日本.'),
  'skills/mixed/SKILL.md': skillMd('mixed'),
  'skills/mixed/scripts/run.sh': '#!/bin/sh\necho mixed\n',
  ...Object.fromEntries(ODD_NAMES.map((name) => [`skills/mixed/names/${name}`, `${name}\n`])),
  'skills/binary/SKILL.md': skillMd('binary'),
  'skills/binary/assets/model.bin': seededBytes(1, 200_000),
  'skills/binary/assets/twin-1.bin': seededBytes(2, 3000),
  'skills/binary/assets/twin-2.bin': seededBytes(2, 3000),
  'skills/suite/SKILL.md': skillMd('suite'),
  'skills/suite/skills/suite-scan/SKILL.md': skillMd('suite-scan'),
  'skills/cloud/README.md': '# Cloud\n',
  'skills/cloud/skills/cloud-logs/SKILL.md': skillMd('cloud-logs'),
};

/**
 * What the bytes of these artifacts were when the format was decided. A change of the packing code,
 * or of the compression in a dependency, that gives other bytes for the same files must be a
 * decision too: every publisher's digests change with it.
 */
const GOLDEN = {
  'agent-skills/alpha/SKILL.md': '3379674ac4d0317854031994cde8cae37e8a516b38c4528ba6bca224f2c58180',
  'agent-skills/mixed.tar.gz': '23d28dc9e89b75014305c6e5d56da32af426d8ee92b810c3ddc7b4e075d54aa0',
  'agent-skills/binary.tar.gz': '201781b4300e453496918484f110f19a5194e87f09c071f6f666150d186b6bfb',
  'agent-skills/cloud-bundle.tar.gz':
    '061c0cc85c71b580ff46358b123d47bc4cc640da8623e6f04d5ef0c6dfb2b6d6',
};

/** These must be the same in all circumstances as well. */
const INDEXES_AND_REPORTS = [
  '.well-known/agent-skills/index.json',
  'agent-skills/.well-known/agent-skills/index.json',
  'agent-skills/report.json',
  'agent-skills/report.md',
];

interface Circumstances {
  /** The binary that runs Nx. */
  node?: string;
  umask?: string;
  env?: NodeJS.ProcessEnv;
  args?: string[];
  isBatch?: boolean;
}

/** Publishes without anything from an earlier run and returns the digest of every file. */
function publishFromScratch(
  { root }: Workspace,
  {
    node = process.execPath,
    umask = '022',
    env = {},
    args = [],
    isBatch = true,
  }: Circumstances = {},
): Record<string, string> {
  for (const folder of ['dist', '.nx'])
    rmSync(join(root, folder), { recursive: true, force: true });
  const run = spawnSync(
    'sh',
    ['-c', 'umask "$1" && shift && exec "$@"', 'sh', umask, node, NX_BIN, 'publish-index', ...args],
    {
      cwd: root,
      env: nxEnv(root, { PATH: `${dirname(node)}:${process.env.PATH}`, ...env }),
      encoding: 'utf8',
    },
  );
  const output = `${run.stdout}${run.stderr}`;
  expect(output).toContain('(9 added, 0 changed, 0 removed, 0 unchanged)');
  expect(run.status).toBe(0);
  // Nx names the executor of a batch, and the tasks alone otherwise.
  expect(output.includes('nx-agent-skills:archive')).toBe(isBatch);
  return treeDigests(join(root, TREE));
}

describe('a workspace gives the same tree', () => {
  let workspace: Workspace;
  let expected: Record<string, string>;

  beforeAll(() => {
    workspace = createWorkspace(SKILLS);
    expected = publishFromScratch(workspace);
  });

  it('with the digests of all earlier versions', () => {
    expect(Object.keys(expected)).toEqual(expect.arrayContaining(INDEXES_AND_REPORTS));
    expect(expected).toMatchObject(GOLDEN);
  });

  it('on a second run from scratch', () => {
    expect(publishFromScratch(workspace)).toEqual(expected);
  });

  it('from a clone in another folder, made and published under umask 077', () => {
    const root = join(mkdtempSync(join(SCRATCH, 'clone-')), 'a/folder with a much longer/path/é');
    mkdirSync(dirname(root), { recursive: true });
    execFileSync('sh', [
      '-c',
      'umask 077 && git clone --quiet "$1" "$2"',
      'sh',
      workspace.root,
      root,
    ]);
    installInto(root);
    expect(statSync(join(root, 'skills/alpha/SKILL.md')).mode & 0o777).toBe(0o600);
    expect(publishFromScratch(openWorkspace(root), { umask: '077' })).toEqual(expected);
    expect(statSync(join(root, TREE, 'agent-skills/report.json')).mode & 0o777).toBe(0o600);
  });

  it('in another time zone', () => {
    const env = { TZ: 'Asia/Kathmandu' };
    expect(evaluate('new Date(0).getTimezoneOffset()', env)).toBe(-330);
    expect(publishFromScratch(workspace, { env })).toEqual(expected);
  });

  it.each(['tr-TR', 'de-DE', 'sv-SE', 'da-DK'])('in the locale %s', (locale) => {
    const name = `${locale.replace('-', '_')}.UTF-8`;
    const env = { LANG: name, LC_ALL: name };
    const names = JSON.stringify(ODD_NAMES);
    expect(evaluate('Intl.DateTimeFormat().resolvedOptions().locale', env)).toBe(locale);
    expect(evaluate(`${names}.sort((a, b) => a.localeCompare(b))`, env)).not.toEqual(
      evaluate(`${names}.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))`, env),
    );
    expect(publishFromScratch(workspace, { env })).toEqual(expected);
  });

  it('with files that were created in another order', () => {
    const reversed = createWorkspace(Object.fromEntries(Object.entries(SKILLS).reverse()));
    expect(publishFromScratch(reversed)).toEqual(expected);
  });

  it('with other times and permissions of all files', () => {
    const copy = createWorkspace(SKILLS);
    const entries = readdirSync(join(copy.root, 'skills'), {
      recursive: true,
      withFileTypes: true,
    });
    for (const [index, entry] of entries.entries()) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) chmodSync(path, [0o600, 0o755, 0o666, 0o444][index % 4] ?? 0o644);
      utimesSync(path, 1_234_567_890.123 + index, index * 1e6 + 0.987_654);
    }
    expect(publishFromScratch(copy)).toEqual(expected);
  });

  it('with files that are hard links to one another', () => {
    const copy = createWorkspace(SKILLS);
    const twin = (number: number) => join(copy.root, `skills/binary/assets/twin-${number}.bin`);
    rmSync(twin(2));
    linkSync(twin(1), twin(2));
    expect(statSync(twin(1)).nlink).toBe(2);
    expect(publishFromScratch(copy)).toEqual(expected);
  });

  it.each<[string, Circumstances]>([
    ['--batch=false', { args: ['--batch=false'] }],
    ['NX_BATCH_MODE=false', { env: { NX_BATCH_MODE: 'false' } }],
  ])('task by task in place of batches: %s', (_, circumstances) => {
    expect(publishFromScratch(workspace, { ...circumstances, isBatch: false })).toEqual(expected);
  });

  describe.each(NODE_MAJORS)('on Node %i', (major) => {
    (noOtherNodes ? it.skip : it)(noOtherNodes ? `skipped: ${noOtherNodes}` : 'from npm', () => {
      const node = installNode(major);
      const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
      expect(version).toMatch(new RegExp(`^v${major}\\.`));
      expect(publishFromScratch(workspace, { node })).toEqual(expected);
    });
  });
});

/** The value of an expression in a Node of its own. */
function evaluate(expression: string, env: NodeJS.ProcessEnv): unknown {
  const output = execFileSync(process.execPath, ['-p', `JSON.stringify(${expression})`], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return JSON.parse(output);
}
