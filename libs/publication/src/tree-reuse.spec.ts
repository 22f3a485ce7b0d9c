import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { publish } from './publish';
import { buildSkills, buildWorkspace, EACH_SHAPE, skillMd, TREE } from './testing/built-workspace';
import { verifyTree } from './verify-tree';

const SPARE = 'dist/build/.earlier';

/** A workspace that was published three times, so that a tree before the published one is kept. */
function workspaceWithSpare() {
  const workspace = buildWorkspace(EACH_SHAPE);
  const { root } = workspace;
  const options = { ...workspace.options, spareFolder: join(root, SPARE) };
  let edits = 0;
  const edit = () => {
    edits += 1;
    writeFileSync(join(root, 'skills/alpha/SKILL.md'), skillMd('alpha', `Edit ${edits}.`));
  };
  const again = () => publish(buildSkills(root), [], options);
  for (let times = 0; times < 3; times += 1) {
    edit();
    again();
  }
  return { root, options, edit, again, spare: join(root, SPARE), tree: join(root, TREE) };
}

type Spare = ReturnType<typeof workspaceWithSpare>;

/** What lies below a folder, with the kind of each. */
const listed = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => `${join(entry.parentPath, entry.name).slice(folder.length)} ${entry.isFile()}`)
    .sort();

describe('whatever lies in the tree before the published one', () => {
  it.each<[string, (spare: Spare) => void]>([
    [
      'a link in place of a skill',
      ({ spare, root }) => {
        rmSync(join(spare, 'agent-skills/alpha'), { recursive: true });
        symlinkSync(join(root, 'victim'), join(spare, 'agent-skills/alpha'));
      },
    ],
    [
      'a link in place of the folder of all',
      ({ spare, root }) => {
        rmSync(join(spare, 'agent-skills/alpha/SKILL.md'));
        rmSync(join(spare, '.well-known'), { recursive: true });
        symlinkSync(join(root, 'victim'), join(spare, '.well-known'));
      },
    ],
    [
      'a link in place of a file',
      ({ spare, root }) => {
        rmSync(join(spare, 'agent-skills/alpha/SKILL.md'));
        symlinkSync(join(root, 'victim/SKILL.md'), join(spare, 'agent-skills/alpha/SKILL.md'));
      },
    ],
    [
      'empty folders',
      ({ spare }) => {
        mkdirSync(join(spare, 'evil/empty'), { recursive: true });
        mkdirSync(join(spare, 'agent-skills/beta/empty'));
      },
    ],
    [
      'a pipe in place of an artifact',
      ({ spare }) => {
        rmSync(join(spare, 'agent-skills/beta.tar.gz'));
        execFileSync('mkfifo', [join(spare, 'agent-skills/beta.tar.gz')]);
      },
    ],
    [
      'a pipe in place of its report',
      ({ spare }) => {
        rmSync(join(spare, 'agent-skills/report.json'));
        execFileSync('mkfifo', [join(spare, 'agent-skills/report.json')]);
      },
    ],
    [
      'a folder in place of a file',
      ({ spare }) => {
        rmSync(join(spare, 'agent-skills/beta.tar.gz'));
        mkdirSync(join(spare, 'agent-skills/beta.tar.gz'));
      },
    ],
    ['other permissions', ({ spare }) => chmodSync(spare, 0o700)],
    [
      'other permissions of its files',
      ({ spare }) => {
        for (const file of readdirSync(join(spare, 'agent-skills'), { withFileTypes: true })) {
          if (file.isFile()) chmodSync(join(spare, 'agent-skills', file.name), 0o600);
        }
      },
    ],
  ])('%s: the next one is right, and nothing outside is touched', (_, spoil) => {
    const workspace = workspaceWithSpare();
    const victim = join(workspace.root, 'victim');
    mkdirSync(victim);
    writeFileSync(join(victim, 'SKILL.md'), 'precious');
    const right = listed(workspace.tree);
    spoil(workspace);
    for (const _again of [1, 2]) {
      workspace.edit();
      workspace.again();
      verifyTree(workspace.tree);
      expect(listed(workspace.tree)).toEqual(right);
      expect(listed(victim)).toEqual(['/SKILL.md true']);
      expect(readFileSync(join(victim, 'SKILL.md'), 'utf8')).toBe('precious');
      expect(modes(workspace.tree)).toEqual(usualModes());
    }
  });

  it('a removed skill is not removed through a link either', () => {
    const workspace = workspaceWithSpare();
    const { root, spare } = workspace;
    const victim = join(root, 'victim');
    mkdirSync(victim);
    writeFileSync(join(victim, 'SKILL.md'), 'precious');
    rmSync(join(spare, 'agent-skills/alpha'), { recursive: true });
    symlinkSync(victim, join(spare, 'agent-skills/alpha'));
    rmSync(join(root, 'skills/alpha'), { recursive: true });
    workspace.again();
    expect(readdirSync(victim)).toEqual(['SKILL.md']);
    verifyTree(workspace.tree);
  });
});

describe('the permissions of a tree', () => {
  it('are those of the umask, also when only that has changed', () => {
    const workspace = workspaceWithSpare();
    const before = process.umask(0o077);
    try {
      workspace.again();
      expect(modes(workspace.tree)).toEqual({ folders: ['700'], files: ['600'] });
      process.umask(before);
      workspace.edit();
      workspace.again();
      expect(modes(workspace.tree)).toEqual(usualModes());
      workspace.edit();
      workspace.again();
      expect(modes(workspace.tree)).toEqual(usualModes());
    } finally {
      process.umask(before);
    }
  });
});

describe('a tree', () => {
  it('with an empty folder that does not belong is not complete and correct', () => {
    const { tree } = workspaceWithSpare();
    mkdirSync(join(tree, 'agent-skills/beta/empty'));
    expect(() => verifyTree(tree)).toThrow('agent-skills/beta/empty does not belong to the tree.');
  });
});

function modes(tree: string) {
  const entries = readdirSync(tree, { recursive: true, withFileTypes: true });
  const modesOf = (isFile: boolean) => {
    const found = entries
      .filter((entry) => entry.isFile() === isFile)
      .map((entry) => modeOf(join(entry.parentPath, entry.name)));
    return [...new Set(isFile ? found : [...found, modeOf(tree)])].sort();
  };
  return { folders: modesOf(false), files: modesOf(true) };
}

/** What this process gives to new folders and files. */
function usualModes() {
  const probe = writeTree({ 'folder/file': '' });
  return { folders: [modeOf(join(probe, 'folder'))], files: [modeOf(join(probe, 'folder/file'))] };
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
