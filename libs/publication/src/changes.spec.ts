import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Changes } from './changes';
import { type Previous, parsePrevious } from './previous';
import { publish } from './publish';
import { reportMarkdown } from './report-markdown';
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

/** With names in place of digests and files. */
function changesAfter({ root, options }: BuiltWorkspace) {
  return namesOf(publish(buildSkills(root), [], options).changes);
}

const namesOf = ({ added, changed, removed, ...changes }: Changes) => ({
  ...changes,
  added: added.map(({ name }) => name),
  changed: changed.map(({ name }) => name),
  removed: removed.map(({ name }) => name),
});

function write(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const NONE = { compared: true, added: [], changed: [], removed: [], unchanged: 6 };

describe('the changes of a publication', () => {
  it('are all additions where there was no tree', () => {
    const { built, options } = buildWorkspace(EACH_SHAPE);
    expect(namesOf(publish(built, [], options).changes)).toEqual({
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

describe('a changed skill', () => {
  it('is told with both digests and the files in it', () => {
    const { root, options } = published();
    const before = publish(buildSkills(root), [], options).report;
    write(root, 'skills/beta/scripts/run.sh', 'Other.');
    write(root, 'skills/beta/new.md', 'New.');
    const { changes, report } = publish(buildSkills(root), [], options);
    const digestIn = ({ skills }: typeof report) =>
      skills.find(({ name }) => name === 'beta')?.digest;
    expect(changes.changed).toEqual([
      {
        name: 'beta',
        before: digestIn(before),
        after: digestIn(report),
        files: { added: ['new.md'], changed: ['scripts/run.sh'], removed: [] },
      },
    ]);
    rmSync(join(root, 'skills/beta/new.md'));
    const [removal] = publish(buildSkills(root), [], options).changes.changed;
    expect(removal?.files).toEqual({ added: [], changed: [], removed: ['new.md'] });
  });
});

describe('a publication that is compared with one that was named', () => {
  const textOf = (root: string, path: string) => readFileSync(join(root, TREE, path), 'utf8');

  function withPrevious({ root, options }: BuiltWorkspace, previous: Previous) {
    return publish(buildSkills(root), [], { ...options, previous });
  }

  it('has a change log in its report, which stays when it is made again', () => {
    const workspace = published();
    const { root, options } = workspace;
    const earlier = parsePrevious('v1', textOf(root, 'agent-skills/report.json'));
    write(root, 'skills/beta/scripts/run.sh', 'Other.');
    write(root, 'skills/gamma/SKILL.md', skillMd('gamma'));
    rmSync(join(root, 'skills/alpha'), { recursive: true });
    publish(buildSkills(root), [], options);
    const { report } = withPrevious(workspace, earlier);
    expect(report.changes).toMatchObject({
      since: 'v1',
      added: [{ name: 'gamma' }],
      changed: [{ name: 'beta', files: { changed: ['scripts/run.sh'] } }],
      removed: [{ name: 'alpha' }],
      unchanged: 4,
    });
    const page = reportMarkdown(report);
    expect(textOf(root, 'agent-skills/report.md')).toBe(page);
    expect(page).toContain('## Changes since `v1`\n\n1 added, 1 changed, 1 removed, 4 unchanged.');
    expect(page).toContain('  - changed: `scripts/run.sh`');
    const text = textOf(root, 'agent-skills/report.json');
    withPrevious(workspace, earlier);
    expect(textOf(root, 'agent-skills/report.json')).toBe(text);
    publish(buildSkills(root), [], options);
    expect(textOf(root, 'agent-skills/report.json')).not.toContain('"changes"');
  });

  it('knows no files when only the index of before is known', () => {
    const workspace = published();
    const index = textOf(workspace.root, '.well-known/agent-skills/index.json');
    write(workspace.root, 'skills/beta/scripts/run.sh', 'Other.');
    const { changes } = withPrevious(workspace, parsePrevious('https://acme.example', index));
    expect(changes.changed).toEqual([
      { name: 'beta', before: expect.any(String), after: expect.any(String) },
    ]);
    expect(changes.added).toEqual([]);
  });

  it('takes the digest of a zip for that of its skill', () => {
    const workspace = buildWorkspace(EACH_SHAPE, { zip: 'index' });
    publish(workspace.built, [], workspace.options);
    const index = textOf(workspace.root, '.well-known/agent-skills/index.json');
    const built = buildSkills(workspace.root, false, true);
    const previous = parsePrevious('index', index);
    const { changes } = publish(built, [], { ...workspace.options, previous });
    expect(changes).toMatchObject({ changed: [], removed: [], unchanged: 5 });
  });

  it.each(['', '{', '[]', '{"skills":[{"name":"A b","digest":"x"}]}'])(
    'refuses what is neither a report nor an index: %j',
    (text) => {
      expect(() => parsePrevious('it', text)).toThrow('publication/previous');
    },
  );
});

describe('a skill that was removed', () => {
  it('refuses the publication when the publisher wants that, and leaves the tree', () => {
    const { root, options } = published();
    const strict = { ...options, onRemoved: 'fail' as const };
    const before = readFileSync(join(root, TREE, 'agent-skills/report.json'), 'utf8');
    rmSync(join(root, 'skills/alpha'), { recursive: true });
    for (const dryRun of [true, false]) {
      expect(() => publish(buildSkills(root), [], strict, dryRun)).toThrow(
        'publication/removed: Skills that were published before are gone: alpha.',
      );
    }
    expect(readFileSync(join(root, TREE, 'agent-skills/report.json'), 'utf8')).toBe(before);
    publish(buildSkills(root), [], options);
    expect(publish(buildSkills(root), [], strict).changes.removed).toEqual([]);
  });
});
