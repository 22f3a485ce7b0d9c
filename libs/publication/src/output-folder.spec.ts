import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { exchangeFolders } from './exchange-folders';
import {
  keepSpare,
  newStagingFolder,
  openOutputFolder,
  removeLeftovers,
  restorePrevious,
  swapIn,
} from './output-folder';
import { thrownBy } from './testing/built-workspace';

const PUBLISHED = {
  'dist/agent-skills/agent-skills/report.json': '{}',
  'dist/agent-skills/agent-skills/alpha/SKILL.md': 'earlier',
  'dist/agent-skills/.well-known/agent-skills/index.json': '{}',
};

const SKILL = { 'skills/alpha/SKILL.md': 'alpha' };

/** No process has an id beyond the largest one of Linux (2^22). */
const DEAD = 99_999_999;

const open = (root: string, outputDir = 'dist/agent-skills') =>
  openOutputFolder(root, outputDir, ['skills/alpha']);

describe('openOutputFolder accepts', () => {
  it.each<[string, Record<string, string>]>([
    ['a folder that is absent', SKILL],
    ['a folder that is empty', { ...SKILL, 'dist/agent-skills/': '' }],
    ['an earlier tree', { ...SKILL, ...PUBLISHED }],
    [
      'what a file browser leaves behind',
      { ...SKILL, ...PUBLISHED, 'dist/agent-skills/.DS_Store': 'x' },
    ],
    [
      'a tree of which only the report is left',
      { 'dist/agent-skills/agent-skills/report.json': '' },
    ],
  ])('%s', (_, files) => {
    const root = writeTree(files);
    expect(open(root)).toEqual({ folder: join(root, 'dist/agent-skills') });
  });

  it('a folder whose name begins with two dots', () => {
    const root = writeTree({});
    expect(open(root, '..tree')).toEqual({ folder: join(root, '..tree') });
  });

  it('a folder beside the skills, and one whose name begins like that of a skill', () => {
    const root = writeTree(SKILL);
    expect(open(root, 'skills-tree').folder).toBe(join(root, 'skills-tree'));
    expect(open(root, 'skills/alpha-tree').folder).toBe(join(root, 'skills/alpha-tree'));
  });

  it('a link to an earlier tree, and means the tree and not the link', () => {
    const root = writeTree({ 'dist/': '', 'served/agent-skills/report.json': '{}' });
    symlinkSync('../served', join(root, 'dist/agent-skills'));
    expect(open(root)).toEqual({ folder: join(root, 'served') });
  });

  it('a folder below a link', () => {
    const root = writeTree({ 'scratch/': '' });
    symlinkSync('scratch', join(root, 'dist'));
    expect(open(root)).toEqual({ folder: join(root, 'scratch/agent-skills') });
  });

  it('a workspace that is reached through a link', () => {
    const root = writeTree({ 'real/skills/alpha/SKILL.md': '' });
    symlinkSync('real', join(root, 'link'));
    expect(open(join(root, 'link'))).toEqual({ folder: join(root, 'real/dist/agent-skills') });
  });
});

describe('openOutputFolder refuses', () => {
  const refusal = (root: string, outputDir?: string) => {
    const error = thrownBy(() => open(root, outputDir));
    expect(error.code).toBe('publication/output-folder');
    return error.message;
  };

  it.each([
    ['.', 'is not a folder inside the workspace'],
    ['..', 'is not a folder inside the workspace'],
    ['../elsewhere', 'is not a folder inside the workspace'],
    ['skills', 'would replace or lie in the skill skills/alpha'],
    ['skills/alpha', 'would replace or lie in the skill skills/alpha'],
    ['skills/alpha/dist', 'would replace or lie in the skill skills/alpha'],
  ])('%s', (outputDir, reason) => {
    const message = refusal(writeTree(SKILL), outputDir);
    expect(message).toContain(`The output folder ${outputDir} ${reason}`);
    expect(message).toContain('Fix: set the option outputDir');
  });

  it.each<[string, Record<string, string>, string]>([
    ['files of somebody else', { 'dist/agent-skills/keep.txt': '' }, '(keep.txt)'],
    [
      'a site that an earlier tree was copied into',
      { ...PUBLISHED, 'dist/agent-skills/index.html': '' },
      '(index.html)',
    ],
    [
      'a site that has more well-known files',
      { ...PUBLISHED, 'dist/agent-skills/.well-known/security.txt': '' },
      '(.well-known/security.txt)',
    ],
    [
      'more files than fit a line',
      Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`dist/agent-skills/${name}`, ''])),
      '(a, b, c, …)',
    ],
  ])('a folder that holds %s, naming them', (_, files, named) => {
    const root = writeTree(files);
    expect(refusal(root)).toContain(`an earlier publication did not write ${named}`);
    expect(readdirSync(join(root, 'dist/agent-skills'))).not.toEqual([]);
  });

  it('a file, and a folder below a file', () => {
    expect(refusal(writeTree({ 'dist/agent-skills': '' }))).toContain('is not a folder;');
    expect(refusal(writeTree({ dist: '' }))).toContain('leads through a link or file');
  });

  it('a link out of the workspace, a link into a skill, and links to nothing', () => {
    const outside = writeTree({});
    const root = writeTree({ ...SKILL, 'dist/': '' });
    const link = (target: string, path: string) => {
      symlinkSync(target, join(root, path));
      return refusal(root, path);
    };
    expect(link(outside, 'dist/out')).toContain('is not a folder inside the workspace');
    expect(link('../skills/alpha', 'dist/skill')).toContain('would replace or lie in the skill');
    expect(link('../gone', 'dist/gone')).toContain('leads through a link');
    expect(link('round', 'dist/round')).toContain('leads through a link');
    symlinkSync('nowhere', join(root, 'dangling'));
    expect(refusal(root, 'dangling/agent-skills')).toContain('leads through a link');
    expect(readdirSync(outside)).toEqual([]);
  });

  it('and changes nothing', () => {
    const root = writeTree({ [`dist/.agent-skills.previous-${DEAD}-x/report.json`]: '' });
    open(root);
    expect(readdirSync(join(root, 'dist'))).toEqual([`.agent-skills.previous-${DEAD}-x`]);
  });
});

const WAYS = [
  ['an exchange in one step', exchangeFolders],
  ['two renames', () => false],
] as const;

describe.each(WAYS)('swapIn by %s', (_, exchange) => {
  it.each<[string, Record<string, string>]>([
    ['that is absent', {}],
    ['that is empty', { 'dist/agent-skills/': '' }],
    ['that holds an earlier tree', PUBLISHED],
  ])('puts the tree in the place of a folder %s', (_, files) => {
    const output = open(writeTree(files));
    const staged = newStagingFolder(output);
    writeFileSync(join(staged, 'new.txt'), 'new');
    const before = existsSync(output.folder) ? readdirSync(output.folder) : undefined;
    const earlier = swapIn(output, staged, exchange);
    expect(readdirSync(output.folder)).toEqual(['new.txt']);
    expect(earlier && readdirSync(earlier)).toEqual(before);
    removeLeftovers(output);
    expect(readdirSync(join(output.folder, '..'))).toEqual(['agent-skills']);
  });

  it('keeps a link to the folder, and serves the new tree through it', () => {
    const root = writeTree({ 'dist/': '', 'served/agent-skills/report.json': '{}' });
    symlinkSync('../served', join(root, 'dist/agent-skills'));
    const output = open(root);
    const staged = newStagingFolder(output);
    writeFileSync(join(staged, 'new.txt'), 'new');
    swapIn(output, staged, exchange);
    removeLeftovers(output);
    expect(readFileSync(join(root, 'dist/agent-skills/new.txt'), 'utf8')).toBe('new');
    expect(readdirSync(root).sort()).toEqual(['dist', 'served']);
  });

  it('leaves the earlier tree in place when the staged one is gone', () => {
    const output = open(writeTree(PUBLISHED));
    expect(thrownBy(() => swapIn(output, `${output.folder}-gone`, exchange)).code).toBe('ENOENT');
    expect(existsSync(join(output.folder, 'agent-skills/alpha/SKILL.md'))).toBe(true);
    expect(readdirSync(join(output.folder, '..'))).toEqual(['agent-skills']);
  });
});

describe('newStagingFolder', () => {
  it('makes a folder that others can read, as far as the umask allows', () => {
    const output = open(writeTree({}));
    const before = process.umask(0o022);
    try {
      expect(statSync(newStagingFolder(output)).mode & 0o777).toBe(0o755);
    } finally {
      process.umask(before);
    }
  });
});

describe('the tree before the published one', () => {
  const spareOf = (root: string) => join(root, 'build/spare');

  it('is kept, and given to the next publication to be changed', () => {
    const root = writeTree({ 'earlier/a.txt': 'a', 'build/spare/old.txt': 'old' });
    keepSpare(join(root, 'earlier'), spareOf(root));
    expect(readdirSync(spareOf(root))).toEqual(['a.txt']);
    const staged = newStagingFolder(open(root), spareOf(root));
    expect(readdirSync(staged)).toEqual(['a.txt']);
    expect(existsSync(spareOf(root))).toBe(false);
  });

  it.each([
    ['absent', {}],
    ['a file', { 'build/spare': 'x' }],
  ])('is not needed: %s', (_, files) => {
    const root = writeTree(files);
    expect(readdirSync(newStagingFolder(open(root), spareOf(root)))).toEqual([]);
  });

  it('is never a link to somewhere else', () => {
    const root = writeTree({ 'build/': '', 'mine/notes.txt': 'mine' });
    symlinkSync('../mine', spareOf(root));
    expect(readdirSync(newStagingFolder(open(root), spareOf(root)))).toEqual([]);
    expect(readdirSync(join(root, 'mine'))).toEqual(['notes.txt']);
  });
});

describe('what killed processes left', () => {
  const leftover = (kind: string, pid: number) => `dist/.agent-skills.${kind}-${pid}-x`;

  it('is removed, but not what a running process works on', () => {
    const root = writeTree({
      [`${leftover('staging', DEAD)}/a`]: '',
      [`${leftover('previous', DEAD)}/a`]: '',
      [`${leftover('staging', process.pid)}/a`]: '',
      [`${leftover('staging', process.ppid)}/a`]: '',
      'dist/.agent-skills.notes/a': '',
      [`dist/.other-skills.staging-${DEAD}-x/a`]: '',
      [`dist/.agent-skills.v2.staging-${DEAD}-x/a`]: '',
    });
    removeLeftovers(open(root));
    expect(readdirSync(join(root, 'dist')).sort()).toEqual([
      '.agent-skills.notes',
      `.agent-skills.staging-${process.ppid}-x`,
      `.agent-skills.v2.staging-${DEAD}-x`,
      `.other-skills.staging-${DEAD}-x`,
    ]);
  });

  it.each([
    ['a process that no longer runs', DEAD],
    // In a container the next process often has the same id.
    ['an earlier process with the id of this one', process.pid],
  ])('comes back when the folder is gone: a tree moved aside by %s', (_, pid) => {
    const root = writeTree({ [`${leftover('previous', pid)}/tree.txt`]: '' });
    restorePrevious(open(root));
    expect(readdirSync(join(root, 'dist/agent-skills'))).toEqual(['tree.txt']);
    expect(readdirSync(join(root, 'dist'))).toEqual(['agent-skills']);
  });

  it.each([
    ['the folder is there', leftover('previous', DEAD), ['dist/agent-skills']],
    ['another process has moved it', leftover('previous', process.ppid), []],
    ['it is an unfinished tree', leftover('staging', DEAD), []],
  ])('does not come back when %s', (_, path, folders) => {
    const root = writeTree({ [`${path}/tree.txt`]: '' });
    for (const folder of folders) mkdirSync(join(root, folder));
    restorePrevious(open(root));
    expect(existsSync(join(root, 'dist/agent-skills/tree.txt'))).toBe(false);
    expect(existsSync(join(root, path))).toBe(true);
  });
});
