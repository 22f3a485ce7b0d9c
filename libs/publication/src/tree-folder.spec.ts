import { linkSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { type Bytes, fillFolder, refillFolder } from './tree-folder';

const REPORT = 'agent-skills/report.json';
const bytesOf = (bytes: Buffer): Bytes => ({ digest: digestOf(bytes), read: () => bytes });

const FILES = new Map<string, string | Bytes>([
  [REPORT, '{}'],
  ['agent-skills/a/SKILL.md', 'Über a'],
  ['agent-skills/b.tar.gz', bytesOf(Buffer.from([0, 255, 1]))],
]);

const contentOf = (root: string) =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(root.length + 1),
        readFileSync(join(entry.parentPath, entry.name)).toString('latin1'),
      ]),
  );

const FILLED = {
  [REPORT]: '{}',
  'agent-skills/a/SKILL.md': Buffer.from('Über a').toString('latin1'),
  'agent-skills/b.tar.gz': '\u0000\u00ff\u0001',
};

describe('fillFolder', () => {
  it.each<[string, Record<string, string>]>([
    ['is empty', {}],
    [
      'holds other files and folders',
      { 'x.txt': '', 'agent-skills/gone/SKILL.md': '', 'old/y': '' },
    ],
    ['holds the same paths with other content', { [REPORT]: 'x', 'agent-skills/b.tar.gz': '' }],
    ['has a folder in the place of a file', { 'agent-skills/b.tar.gz/x': '' }],
    ['has a file in the place of a folder', { 'agent-skills/a': '' }],
  ])('makes a folder that %s hold exactly the files', (_, before) => {
    const root = writeTree(before);
    fillFolder(root, FILES);
    expect(contentOf(root)).toEqual(FILLED);
    expect(readdirSync(join(root, 'agent-skills')).sort()).toEqual([
      'a',
      'b.tar.gz',
      'report.json',
    ]);
  });

  it('leaves a file alone that is right already', () => {
    const root = writeTree({ 'agent-skills/a/SKILL.md': 'Über a' });
    utimesSync(join(root, 'agent-skills/a/SKILL.md'), 1, 1);
    fillFolder(root, FILES);
    expect(statSync(join(root, 'agent-skills/a/SKILL.md')).mtimeMs).toBe(1000);
  });

  it('does not read the bytes of a skill that are right already', () => {
    const root = writeTree({ 'agent-skills/b.tar.gz': 'b' });
    const read = jest.fn();
    const digest = digestOf(Buffer.from('b'));
    fillFolder(root, new Map([...FILES, ['agent-skills/b.tar.gz', { digest, read }]]));
    expect(read).not.toHaveBeenCalled();
  });

  it('has the same bytes once, under all their paths, and changes one path alone', () => {
    const root = writeTree({});
    const same = bytesOf(Buffer.from('same'));
    const files = new Map([
      ['v1/a.tar.gz', same],
      ['v2/a.tar.gz', same],
      ['v3/a.tar.gz', same],
    ]);
    fillFolder(root, files);
    expect(statSync(join(root, 'v1/a.tar.gz')).nlink).toBe(3);
    fillFolder(root, new Map([...files, ['v2/a.tar.gz', bytesOf(Buffer.from('other'))]]));
    expect(contentOf(root)).toEqual({
      'v1/a.tar.gz': 'same',
      'v2/a.tar.gz': 'other',
      'v3/a.tar.gz': 'same',
    });
    const kept = new Set(['v1/a.tar.gz', 'v3/a.tar.gz']);
    refillFolder(root, files, { kept, stale: [] });
    expect(statSync(join(root, 'v2/a.tar.gz')).nlink).toBe(3);
  });

  it('changes nothing that is linked from, or to, elsewhere', () => {
    const root = writeTree({
      'tree/agent-skills/': '',
      'mine/a/SKILL.md': 'mine',
      'mine/b': 'mine',
    });
    symlinkSync('../../mine/a', join(root, 'tree/agent-skills/a'));
    linkSync(join(root, 'mine/b'), join(root, 'tree/agent-skills/b.tar.gz'));
    fillFolder(join(root, 'tree'), FILES);
    expect(contentOf(join(root, 'tree'))).toEqual(FILLED);
    expect(contentOf(join(root, 'mine'))).toEqual({ 'a/SKILL.md': 'mine', b: 'mine' });
  });
});
