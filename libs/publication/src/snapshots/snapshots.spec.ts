import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { parseOrigin, serializeVersions } from '@nx-agent-skills/discovery';
import type { PublicationError } from '../publication-error';
import { publish } from '../publish';
import {
  buildSkills,
  buildWorkspace,
  EACH_SHAPE,
  skillMd,
  TREE,
  thrownBy,
} from '../testing/built-workspace';
import { verifyTree } from '../verify-tree';
import { freezeSnapshot } from './freeze-snapshot';

const ORIGIN = 'https://skills.acme.example';

/** A workspace whose releases can be frozen and published. */
function releases(files: Record<string, string> = EACH_SHAPE) {
  const workspace = buildWorkspace(files);
  const { root } = workspace;
  const folder = join(root, 'snapshots');
  const tree = join(root, TREE);
  const options = {
    ...workspace.options,
    snapshots: { folder },
    spareFolder: join(root, 'dist/build/.earlier'),
  };
  const release = {
    root,
    folder,
    tree,
    options,
    read: (path: string) => readFileSync(join(tree, path)),
    json: (path: string) => JSON.parse(readFileSync(join(tree, path), 'utf8')),
    publish: () => publish(buildSkills(root), [], options),
    edit: (text: string) =>
      writeFileSync(join(root, 'skills/alpha/SKILL.md'), skillMd('alpha', text)),
    freeze: (version: string) => freezeSnapshot(tree, { folder }, version),
  };
  release.publish();
  return release;
}

/** Two releases, of which the second has another alpha. */
function twoReleases(files?: Record<string, string>) {
  const release = releases(files);
  release.freeze('1.0.0');
  release.edit('Second.');
  release.publish();
  release.freeze('1.1.0');
  release.publish();
  return release;
}

const failure = (run: () => unknown) => thrownBy(run) as PublicationError;

describe('a snapshot', () => {
  it('is the index of now with urls that stay, and is published beside it from then on', () => {
    const { root, read, json, tree, ...release } = releases();
    const first = release.freeze('1.0.0');
    expect(first).toMatchObject({ version: '1.0.0', skills: 5, stored: 5, isUnchanged: false });
    release.edit('Second.');
    const { report } = release.publish();
    expect(report.snapshots).toEqual([{ version: '1.0.0', digest: first.digest, entries: 5 }]);
    const list = digestOf(read('.well-known/agent-skills/versions.json')).slice('sha256:'.length);
    expect(report.snapshotsCheck).toMatchObject({
      check: 'snapshots',
      command: `curl -fsSL ${ORIGIN}/.well-known/agent-skills/versions.json | sha256sum`,
      expected: expect.stringContaining(`${list}: the served list of releases`),
      status: 'not-run',
    });
    verifyTree(tree);
    const now = json('.well-known/agent-skills/index.json');
    expect(Object.keys(now)).toEqual(['$schema', 'skills']);
    const then = json('.well-known/agent-skills/v1.0.0/index.json');
    expect(then.skills.map(({ url }: { url: string }) => url)).toEqual([
      `${ORIGIN}/agent-skills/v1.0.0/alpha/SKILL.md`,
      `${ORIGIN}/agent-skills/v1.0.0/beta.tar.gz`,
      `${ORIGIN}/agent-skills/v1.0.0/cloud-logs/SKILL.md`,
      `${ORIGIN}/agent-skills/v1.0.0/suite-bundle.tar.gz`,
      `${ORIGIN}/agent-skills/v1.0.0/suite-scan/SKILL.md`,
    ]);
    for (const { url, digest } of then.skills) {
      expect(digestOf(read(url.slice(ORIGIN.length + 1)))).toBe(digest);
    }
    expect(`${read('agent-skills/v1.0.0/alpha/SKILL.md')}`).toBe(skillMd('alpha'));
    expect(`${read('agent-skills/alpha/SKILL.md')}`).toBe(skillMd('alpha', 'Second.'));
    expect(read('agent-skills/v1.0.0/.well-known/agent-skills/index.json')).toEqual(
      read('.well-known/agent-skills/v1.0.0/index.json'),
    );
    expect(json('.well-known/agent-skills/versions.json')).toEqual({
      latest: '1.0.0',
      versions: ['1.0.0'],
      digests: { '1.0.0': first.digest },
    });
  });

  it('stores what it has in common with others once', () => {
    const release = twoReleases();
    expect(readdirSync(join(release.folder, 'artifacts'))).toHaveLength(6);
    expect(release.freeze('1.1.0')).toMatchObject({ stored: 0, isUnchanged: true });
    expect(release.freeze('1.2.0')).toMatchObject({ stored: 0, isUnchanged: false });
    release.publish();
    verifyTree(release.tree);
    expect(release.json('.well-known/agent-skills/versions.json').versions).toEqual([
      '1.0.0',
      '1.1.0',
      '1.2.0',
    ]);
  });

  it('is never replaced by another release', () => {
    const release = twoReleases();
    release.edit('Third.');
    release.publish();
    const error = failure(() => release.freeze('1.0.0'));
    expect([error.code, error.message]).toEqual([
      'publication/snapshot',
      expect.stringContaining('The version 1.0.0 is frozen already, as another release'),
    ]);
  });

  it.each(['v1.0.0', '1.0', '1.0.0+x', '', '../x'])('has a version in full, not %j', (version) => {
    const release = releases();
    expect(failure(() => release.freeze(version)).code).toBe('publication/snapshot');
    expect(existsSync(release.folder)).toBe(false);
  });

  it('is not made of a damaged tree', () => {
    const release = releases();
    writeFileSync(join(release.tree, 'agent-skills/alpha/SKILL.md'), 'x');
    expect(failure(() => release.freeze('1.0.0')).code).toBe('publication/verification');
    expect(existsSync(release.folder)).toBe(false);
  });

  it('needs the folder as it was committed, and the origin that it was frozen for', () => {
    const release = twoReleases();
    const before = release.read('agent-skills/report.json');
    rmSync(join(release.folder, 'versions.json'));
    expect(failure(release.publish).message).toContain('versions.json is missing');
    expect(release.read('agent-skills/report.json')).toEqual(before);
    const other = twoReleases();
    const options = { ...other.options, origin: parseOrigin('https://other.example') };
    const error = failure(() => publish(buildSkills(other.root), [], options));
    expect(error.message).toContain('v1.0.0/index.json is not for https://other.example');
  });

  it('is not made of a tree for a try-out, unless it is one as well', () => {
    const { root, options } = buildWorkspace(EACH_SHAPE, {
      origin: { href: 'http://localhost:4173' },
    });
    publish(buildSkills(root), [], options);
    const folder = join(root, 'snapshots');
    const freeze = (preview: boolean) =>
      freezeSnapshot(join(root, TREE), { folder }, '1.0.0', { preview });
    const error = failure(() => freeze(false));
    expect([error.code, error.message]).toEqual([
      'publication/snapshot',
      expect.stringContaining('published at http://localhost:4173, and so would the release be'),
    ]);
    expect(existsSync(folder)).toBe(false);
    expect(freeze(true)).toMatchObject({ stored: 5 });
  });

  it('needs its artifacts, although those of today are the same', () => {
    const release = releases();
    release.freeze('1.0.0');
    const [artifact = ''] = readdirSync(join(release.folder, 'artifacts'));
    rmSync(join(release.folder, 'artifacts', artifact));
    expect(failure(release.publish).message).toContain(
      `is missing: there is no artifacts/${artifact}, and snapshotArtifacts is not "rebuilt"`,
    );
    // The tree has it still.
    expect(release.freeze('1.0.0')).toMatchObject({ stored: 1, isUnchanged: true });
    release.publish();
  });

  it('is nothing before it counts, nor is a folder of that name with other files', () => {
    const release = releases();
    mkdirSync(join(release.folder, 'artifacts'), { recursive: true });
    writeFileSync(join(release.folder, 'home.png'), '');
    expect(release.publish().report.snapshots).toBeUndefined();
    expect(release.freeze('1.0.0').stored).toBe(5);
  });

  it("leaves nothing of one that was killed, and what is somebody else's", () => {
    const release = releases();
    release.freeze('1.0.0');
    const [artifact = ''] = readdirSync(join(release.folder, 'artifacts'));
    const unfinished = [
      `artifacts/${artifact}.4711`,
      'versions.json.4711',
      'v1.1.0/index.json.4711',
    ];
    mkdirSync(join(release.folder, 'v1.1.0'));
    for (const path of [...unfinished, 'artifacts/notes.4711']) {
      writeFileSync(join(release.folder, path), 'x');
    }
    release.edit('Second.');
    release.publish();
    release.freeze('1.1.0');
    const left = unfinished.filter((path) => existsSync(join(release.folder, path)));
    expect(left).toEqual([]);
    expect(existsSync(join(release.folder, 'artifacts/notes.4711'))).toBe(true);
  });

  it('is frozen by one process at a time', () => {
    const release = releases();
    mkdirSync(release.folder);
    writeFileSync(join(release.folder, '.lock'), `${process.ppid}\n`);
    expect(failure(() => release.freeze('1.0.0')).message).toContain('Another process freezes');
    // A process that is long gone.
    writeFileSync(join(release.folder, '.lock'), '999999999\n');
    expect(release.freeze('1.0.0').stored).toBe(5);
    expect(existsSync(join(release.folder, '.lock'))).toBe(false);
  });

  it.each<[string, (folder: string) => void]>([
    ['the folder', (folder) => rmSync(folder, { recursive: true })],
    [
      'a release',
      (folder) => {
        const file = join(folder, 'versions.json');
        const { digests } = JSON.parse(readFileSync(file, 'utf8'));
        delete digests['1.0.0'];
        writeFileSync(file, serializeVersions({ versions: ['1.1.0'], digests }));
      },
    ],
  ])('is missed by the next publication when %s is gone', (_, remove) => {
    const release = twoReleases();
    const before = release.read('agent-skills/report.json');
    remove(release.folder);
    const error = failure(release.publish);
    expect([error.code, error.message]).toEqual([
      'publication/snapshot',
      expect.stringContaining('Releases that the tree before has are gone, or are others: 1.0.0'),
    ]);
    expect(release.read('agent-skills/report.json')).toEqual(before);
  });

  it('is refused when a formatter has written its list anew', () => {
    const release = twoReleases();
    const file = join(release.folder, 'versions.json');
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, '\t'));
    expect(failure(release.publish).message).toContain('a formatter may have changed it');
  });

  it('leaves the tree in place that has it already', () => {
    const release = twoReleases();
    const { changes } = release.publish();
    expect(changes).toMatchObject({ added: [], changed: [], removed: [], unchanged: 6 });
    release.edit('Third.');
    release.publish();
    release.edit('Fourth.');
    release.publish();
    verifyTree(release.tree);
  });
});

describe('every byte of the chain', () => {
  /** So few skills that every place can be tried. */
  const FILES = {
    'skills/alpha/SKILL.md': skillMd('alpha'),
    'skills/beta/SKILL.md': skillMd('beta'),
    'skills/beta/notes.md': '',
  };

  const flip = (file: string, at: number) => {
    const bytes = readFileSync(file);
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    writeFileSync(file, flipped);
    return () => writeFileSync(file, bytes);
  };

  it.each(['versions.json', 'v1.0.0/index.json', 'artifacts'])(
    'of %s is looked at by each publication, which leaves the earlier tree',
    (path) => {
      const release = twoReleases(FILES);
      const built = buildSkills(release.root);
      const [artifact = ''] = readdirSync(join(release.folder, 'artifacts'));
      const file = join(release.folder, path, ...(path === 'artifacts' ? [artifact] : []));
      const before = release.read('agent-skills/report.json');
      for (let at = 0; at < readFileSync(file).length; at += 1) {
        const restore = flip(file, at);
        const run = () => publish(built, [], release.options, true);
        expect([at, failure(run).code]).toEqual([at, 'publication/snapshot']);
        restore();
      }
      expect(release.read('agent-skills/report.json')).toEqual(before);
    },
    60_000,
  );

  it.each([
    '.well-known/agent-skills/versions.json',
    '.well-known/agent-skills/v1.0.0/index.json',
    'agent-skills/v1.0.0/.well-known/agent-skills/index.json',
    'agent-skills/v1.0.0/beta.tar.gz',
  ])('of %s is looked at by the verification of the tree', (path) => {
    const { tree } = twoReleases(FILES);
    const file = join(tree, path);
    // At one place in eight, since all of the tree is read each time.
    for (let at = 0; at < readFileSync(file).length; at += 8) {
      const restore = flip(file, at);
      expect([at, failure(() => verifyTree(tree)).code]).toEqual([at, 'publication/verification']);
      restore();
    }
    rmSync(file);
    expect(failure(() => verifyTree(tree)).message).toContain(`${path} is missing.`);
  });

  it('a file that no snapshot has does not belong', () => {
    const { tree } = twoReleases();
    writeFileSync(join(tree, 'agent-skills/v1.0.0/other.tar.gz'), '');
    expect(failure(() => verifyTree(tree)).message).toContain('other.tar.gz does not belong');
  });
});
