import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { publish } from './publish';
import { buildWorkspace, EACH_SHAPE, skillMd, TREE, thrownBy } from './testing/built-workspace';
import { verifyTree } from './verify-tree';

const INDEX = '.well-known/agent-skills/index.json';
const COPY = `agent-skills/${INDEX}`;
const REPORT = 'agent-skills/report.json';

/** Publishes one skill of each shape and returns the folder of the tree. */
function publishedTree(): string {
  const { root, built, options } = buildWorkspace(EACH_SHAPE);
  publish(built, [], options);
  return join(root, TREE);
}

function faultsOf(tree: string): string {
  const error = thrownBy(() => verifyTree(tree));
  expect(error.code).toBe('publication/verification');
  return error.message;
}

const read = (tree: string, path: string) => readFileSync(join(tree, path));

function write(tree: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), content);
}

// biome-ignore lint/suspicious/noExplicitAny: the tests write what the types do not allow
type Json = any;

function editJson(tree: string, path: string, edit: (json: Json) => void): void {
  const json = JSON.parse(read(tree, path).toString());
  edit(json);
  write(tree, path, `${JSON.stringify(json, null, 2)}\n`);
}

/** Edits both indexes, and the report's digest of them, as somebody would who knows the format. */
function editIndexes(tree: string, edit: (json: Json) => void): void {
  for (const path of [INDEX, COPY]) editJson(tree, path, edit);
  const bytes = read(tree, INDEX);
  editJson(tree, REPORT, ({ index }) =>
    Object.assign(index, { digest: digestOf(bytes), size: bytes.length }),
  );
}

const reported = (report: Json, name: string) =>
  report.skills.find((skill: Json) => skill.name === name);

it('accepts a tree as it was published', () => {
  const { origin, index, report } = verifyTree(publishedTree());
  expect(origin.href).toBe('https://skills.acme.example');
  expect(index.skills.map(({ name }) => name)).toEqual([
    'alpha',
    'beta',
    'cloud-logs',
    'suite',
    'suite-scan',
  ]);
  expect(report.skills.map(({ name }) => name)).toContain('cloud');
});

const FILES = [
  INDEX,
  COPY,
  REPORT,
  'agent-skills/report.md',
  'agent-skills/report.schema.json',
  'agent-skills/alpha/SKILL.md',
  'agent-skills/beta.tar.gz',
  'agent-skills/suite-bundle.tar.gz',
  'agent-skills/cloud-bundle.tar.gz',
  'agent-skills/beta/SKILL.md',
  'agent-skills/suite/SKILL.md',
];

describe('refuses a tree', () => {
  it.each(FILES)('without %s', (path) => {
    const tree = publishedTree();
    rmSync(join(tree, path));
    expect(faultsOf(tree)).toContain(`${path} is missing.`);
  });

  it.each(['CNAME', 'agent-skills/gone.tar.gz', 'agent-skills/alpha/notes.md', '.well-known/x'])(
    'with a file that nobody knows: %s',
    (path) => {
      const tree = publishedTree();
      write(tree, path, 'x');
      expect(faultsOf(tree)).toContain(`${path} does not belong to the tree.`);
    },
  );

  it.each(FILES.slice(5, 9))('with one other byte in %s', (path) => {
    const tree = publishedTree();
    const bytes = read(tree, path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    write(tree, path, bytes);
    expect(faultsOf(tree)).toContain(`${path} has the digest ${digestOf(bytes)}, the report says`);
  });

  it('with a SKILL.md beside an archive that is not the one inside', () => {
    const tree = publishedTree();
    write(tree, 'agent-skills/beta/SKILL.md', skillMd('beta', 'Other words.'));
    expect(faultsOf(tree)).toContain(
      'agent-skills/beta/SKILL.md is not the SKILL.md of agent-skills/beta.tar.gz.',
    );
  });

  it('with a report for people that says something else', () => {
    const tree = publishedTree();
    write(tree, 'agent-skills/report.md', `${read(tree, 'agent-skills/report.md')}All checked.\n`);
    expect(faultsOf(tree)).toContain(`agent-skills/report.md does not say the same as ${REPORT}.`);
  });

  it('with an artifact that is cut off', () => {
    const tree = publishedTree();
    write(tree, 'agent-skills/beta.tar.gz', read(tree, 'agent-skills/beta.tar.gz').subarray(0, 99));
    expect(faultsOf(tree)).toContain('agent-skills/beta.tar.gz');
  });

  it('with two artifacts exchanged', () => {
    const tree = publishedTree();
    const at = (name: string) => join(tree, 'agent-skills', name);
    renameSync(at('alpha'), at('x'));
    renameSync(at('cloud-logs'), at('alpha'));
    renameSync(at('x'), at('cloud-logs'));
    expect(faultsOf(tree)).toMatch(/agent-skills\/alpha\/SKILL\.md has the digest/);
  });

  it('with a link in the place of an artifact, though the bytes are the same', () => {
    const tree = publishedTree();
    const path = 'agent-skills/alpha/SKILL.md';
    const aside = join(dirname(tree), 'aside');
    renameSync(join(tree, path), aside);
    symlinkSync(aside, join(tree, path));
    expect(faultsOf(tree)).toContain(`${path} is not a file.`);
  });

  it('with another byte in the index', () => {
    const tree = publishedTree();
    write(tree, INDEX, `${read(tree, INDEX)} `);
    expect(faultsOf(tree)).toContain(`${INDEX} is not the index that the report describes.`);
  });

  it('with another byte in the copy of the index', () => {
    const tree = publishedTree();
    write(tree, COPY, `${read(tree, COPY)} `);
    expect(faultsOf(tree)).toContain(`${COPY} does not say the same as ${INDEX}.`);
  });

  it('with an index that is no JSON, or breaks the format', () => {
    const tree = publishedTree();
    for (const path of [INDEX, COPY]) write(tree, path, '{');
    expect(faultsOf(tree)).toContain('the file is not JSON');
    const other = publishedTree();
    editIndexes(other, ({ skills }) => Object.assign(skills[0], { version: 1 }));
    expect(faultsOf(other)).toContain('skills[0].version');
  });

  it.each<[string, (index: Json) => void, string]>([
    ['lacks a skill', ({ skills }) => skills.shift(), 'do not agree about "alpha"'],
    [
      'has a skill that was not built',
      ({ skills }) => skills.push({ ...skills[0], name: 'zeta' }),
      'do not agree about "zeta"',
    ],
    [
      'has another digest',
      ({ skills }) => Object.assign(skills[1], { digest: `sha256:${'0'.repeat(64)}` }),
      'do not agree about "beta"',
    ],
    [
      'has another description',
      ({ skills }) => Object.assign(skills[1], { description: 'Other.' }),
      'do not agree about "beta"',
    ],
    [
      'has another type',
      ({ skills }) => Object.assign(skills[1], { type: 'skill-md' }),
      'do not agree about "beta"',
    ],
    [
      'leads to another artifact',
      ({ skills }) => Object.assign(skills[1], { url: skills[0].url }),
      'do not agree about "beta"',
    ],
    [
      'leads to another host',
      ({ skills }) =>
        Object.assign(skills[1], { url: 'https://other.example/agent-skills/beta.tar.gz' }),
      'must be a file on the origin',
    ],
  ])('whose index %s, consistently changed', (_, edit, fault) => {
    const tree = publishedTree();
    editIndexes(tree, edit);
    expect(faultsOf(tree)).toContain(fault);
  });

  it.each<[string, (report: Json) => void, string]>([
    ['another size', (report) => Object.assign(reported(report, 'beta'), { size: 1 }), '"beta"'],
    [
      'another shape',
      (report) => Object.assign(reported(report, 'alpha'), { shape: 'multi-file' }),
      '"alpha"',
    ],
    ['other files', (report) => reported(report, 'suite').files.pop(), '"suite"'],
    [
      'another URL',
      (report) => Object.assign(reported(report, 'cloud'), { url: 'https://x.example/y' }),
      '"cloud"',
    ],
    [
      'a path out of the tree',
      (report) => Object.assign(reported(report, 'alpha'), { file: '../build/x' }),
      '../build/x is missing.',
    ],
    [
      'a bundle as indexed that is not',
      (report) => Object.assign(reported(report, 'cloud'), { indexed: true }),
      '"cloud"',
    ],
    ['another count', ({ index }) => Object.assign(index, { entries: 9 }), 'not the index that'],
    [
      'another size of the index',
      ({ index }) => Object.assign(index, { size: 9 }),
      'not the index',
    ],
    [
      'an origin that is none',
      (report) => Object.assign(report, { origin: 'ftp://x' }),
      'names no valid origin',
    ],
    ['a field too many', (report) => Object.assign(report, { extra: 1 }), 'is not a report'],
  ])('whose report tells %s', (_, edit, fault) => {
    const tree = publishedTree();
    editJson(tree, REPORT, edit);
    expect(faultsOf(tree)).toContain(fault);
  });

  it.each([
    ['a name that clients refuse', 'Alpha', 'SKILL.md has no valid frontmatter'],
    ['another name', 'omega', 'SKILL.md is not what the report says of "alpha"'],
  ])('whose artifact, index and report were all changed to %s', (_, name, fault) => {
    const tree = publishedTree();
    const bytes = Buffer.from(skillMd('alpha').replace('name: alpha', `name: ${name}`));
    const digest = digestOf(bytes);
    write(tree, 'agent-skills/alpha/SKILL.md', bytes);
    editIndexes(tree, ({ skills }) => Object.assign(skills[0], { digest }));
    editJson(tree, REPORT, (report) => {
      const alpha = reported(report, 'alpha');
      Object.assign(alpha, { digest, size: bytes.length });
      Object.assign(alpha.files[0], { digest, size: bytes.length });
    });
    expect(faultsOf(tree)).toContain(fault);
  });

  it('with an index of one skill that says something else', () => {
    const tree = publishedTree();
    const path = `agent-skills/alpha/${INDEX}`;
    write(tree, path, String(read(tree, path)).replace('sha256:', 'sha256:0'));
    expect(faultsOf(tree)).toContain(`${path} does not say the same as ${INDEX}.`);
  });

  it('with all its faults at once', () => {
    const tree = publishedTree();
    rmSync(join(tree, 'agent-skills/beta.tar.gz'));
    write(tree, 'CNAME', 'x');
    write(tree, COPY, '{}');
    expect(faultsOf(tree).match(/^ {2}\S.*$/gm)).toEqual([
      '  agent-skills/beta.tar.gz is missing.',
      `  ${COPY} does not say the same as ${INDEX}.`,
      '  CNAME does not belong to the tree.',
    ]);
  });

  it('that is no folder at all', () => {
    expect(faultsOf('/nowhere')).toContain(`${REPORT} is missing.`);
  });
});
