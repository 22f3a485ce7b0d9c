import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSettled, stampOf } from './file-stamp';
import { examineSkill } from './read-skill';
import { writeTree } from './testing/write-tree';

jest.mock('./file-stamp', () => {
  const actual = jest.requireActual('./file-stamp');
  return { isSettled: jest.fn(actual.isSettled), stampOf: jest.fn(actual.stampOf) };
});

const TEXT = '---\nname: s\ndescription: d\n---\nSee notes.md.\n';

function workspace(): string {
  return writeTree({ 's/SKILL.md': TEXT, 's/notes.md': 'Notes.\n' });
}

/** Files count as settled at once, so that a test need not wait for it. */
const settleAtOnce = () => jest.mocked(isSettled).mockReturnValue(true);

describe('the content of a skill', () => {
  beforeEach(() => {
    const actual = jest.requireActual('./file-stamp');
    jest.mocked(isSettled).mockImplementation(actual.isSettled);
    jest.mocked(stampOf).mockImplementation(actual.stampOf);
  });

  it('is not read again when no file was touched', () => {
    settleAtOnce();
    const root = workspace();
    const first = examineSkill(root, 's');
    expect(examineSkill(root, 's')).toEqual(first);
    // A file that is told by its stamp alone: its content is put back behind the back of the stamp.
    jest.mocked(stampOf).mockReturnValue('always the same');
    const other = writeTree({ 's/SKILL.md': TEXT, 's/notes.md': 'Notes.\n' });
    const before = examineSkill(other, 's');
    writeFileSync(join(other, 's/notes.md'), 'Other.\n');
    expect(examineSkill(other, 's')).toEqual(before);
  });

  it.each<[string, (root: string) => void]>([
    ['an edit of the same length', (root) => writeFileSync(join(root, 's/notes.md'), 'Other.\n')],
    [
      'an edit with the old modification time',
      (root) => {
        const { atime, mtime } = statSync(join(root, 's/notes.md'));
        writeFileSync(join(root, 's/notes.md'), 'Other.\n');
        utimesSync(join(root, 's/notes.md'), atime, mtime);
      },
    ],
    ['a file more', (root) => writeFileSync(join(root, 's/more.md'), '')],
  ])('is read again after %s', async (_, change) => {
    settleAtOnce();
    const root = workspace();
    const first = examineSkill(root, 's').skill?.files;
    await new Promise((resolve) => setTimeout(resolve, 20));
    change(root);
    expect(examineSkill(root, 's').skill?.files).not.toEqual(first);
  });

  it('is read again as long as the last change is too young to tell', () => {
    const root = workspace();
    const first = examineSkill(root, 's').skill?.files;
    jest.mocked(stampOf).mockReturnValue('always the same');
    writeFileSync(join(root, 's/notes.md'), 'Other.\n');
    expect(examineSkill(root, 's').skill?.files).not.toEqual(first);
  });

  it('with an error is told with all its findings every time', () => {
    settleAtOnce();
    const root = writeTree({ 's/SKILL.md': '---\nname: s\n---\n' });
    const first = examineSkill(root, 's').findings;
    expect(first.length).toBeGreaterThan(0);
    expect(examineSkill(root, 's').findings).toEqual(first);
  });
});
