import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publish } from './publish';
import {
  type BuiltWorkspace,
  buildSkills,
  buildWorkspace,
  EACH_SHAPE,
  skillMd,
  TREE,
} from './testing/built-workspace';

function published(): BuiltWorkspace {
  const workspace = buildWorkspace(EACH_SHAPE);
  publish(workspace.built, [], workspace.options);
  return workspace;
}

function changesAfter({ root, options }: BuiltWorkspace) {
  return publish(buildSkills(root), [], options).changes;
}

function write(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const NONE = { compared: true, added: [], changed: [], removed: [], unchanged: 6 };

describe('the changes of a publication', () => {
  it('are all additions where there was no tree', () => {
    const { built, options } = buildWorkspace(EACH_SHAPE);
    expect(publish(built, [], options).changes).toEqual({
      compared: false,
      added: ['alpha', 'beta', 'cloud', 'cloud-logs', 'suite', 'suite-scan'],
      changed: [],
      removed: [],
      unchanged: 0,
    });
  });

  it('are none for the same skills', () => {
    expect(changesAfter(published())).toEqual(NONE);
  });

  it('are none when only the origin changes', () => {
    const workspace = published();
    const options = { ...workspace.options, origin: { href: 'https://other.example' } };
    expect(changesAfter({ ...workspace, options })).toEqual(NONE);
  });

  it.each<[string, (root: string) => void, object]>([
    [
      'a changed text',
      (root) => write(root, 'skills/alpha/SKILL.md', skillMd('alpha', 'Other.')),
      { changed: ['alpha'], unchanged: 5 },
    ],
    [
      'a skill in a bundle',
      (root) => write(root, 'skills/suite/skills/suite-scan/SKILL.md', skillMd('suite-scan', 'X.')),
      { changed: ['suite', 'suite-scan'], unchanged: 4 },
    ],
    [
      'a new shape',
      (root) => write(root, 'skills/alpha/notes.md', ''),
      { changed: ['alpha'], unchanged: 5 },
    ],
    [
      'a bundle that becomes a skill',
      (root) => write(root, 'skills/cloud/SKILL.md', skillMd('cloud')),
      { changed: ['cloud'], unchanged: 5 },
    ],
    [
      'a moved folder',
      (root) => renameSync(join(root, 'skills/alpha'), join(root, 'skills/moved')),
      {},
    ],
    [
      'a new name',
      (root) => write(root, 'skills/alpha/SKILL.md', skillMd('alpha-two')),
      { added: ['alpha-two'], removed: ['alpha'], unchanged: 5 },
    ],
    [
      'a removed skill',
      (root) => rmSync(join(root, 'skills/beta'), { recursive: true }),
      { removed: ['beta'], unchanged: 5 },
    ],
    [
      'an added skill with the name of a bundle that is not in the index',
      (root) => write(root, 'skills/x/SKILL.md', skillMd('cloud')),
      { added: ['cloud'] },
    ],
  ])('count %s', (_, change, expected) => {
    const workspace = published();
    change(workspace.root);
    expect(changesAfter(workspace)).toEqual({ ...NONE, ...expected });
  });

  it('name one of two that had a name in common', () => {
    const workspace = buildWorkspace({ ...EACH_SHAPE, 'skills/x/SKILL.md': skillMd('cloud') });
    publish(workspace.built, [], workspace.options);
    rmSync(join(workspace.root, 'skills/x'), { recursive: true });
    expect(changesAfter(workspace)).toEqual({ ...NONE, removed: ['cloud'] });
  });

  it.each(['{', '{ "version": 0 }'])(
    'are unknown beside a report that cannot be read: %s',
    (text) => {
      const workspace = published();
      write(workspace.root, `${TREE}/agent-skills/report.json`, text);
      expect(changesAfter(workspace)).toMatchObject({ compared: false });
      expect(changesAfter(workspace)).toEqual(NONE);
    },
  );
});
