import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSettled, stampOf } from './file-stamp';
import { writeTree } from './testing/write-tree';

const fileWith = (text: string) => join(writeTree({ 'a.txt': text }), 'a.txt');

describe('a stamp', () => {
  it('changes with the content, even when size and modification time are put back', async () => {
    const file = fileWith('one');
    utimesSync(file, 1, 1);
    const before = stampOf(statSync(file));
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(file, 'two');
    utimesSync(file, 1, 1);
    expect(stampOf(statSync(file))).not.toBe(before);
  });

  it('stays as long as nobody touches the file', () => {
    const file = fileWith('one');
    expect(stampOf(statSync(file))).toBe(stampOf(statSync(file)));
  });

  it('is of use only when the last change is some time ago', () => {
    const stats = statSync(fileWith('one'));
    expect(isSettled(stats, stats.ctimeMs + 1_000)).toBe(false);
    expect(isSettled(stats, stats.ctimeMs + 3_000)).toBe(true);
    expect(isSettled(stats, stats.ctimeMs - 60_000)).toBe(false);
  });
});
