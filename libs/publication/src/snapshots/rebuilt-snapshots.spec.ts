import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '@nx-agent-skills/skill/testing';
import type { PublicationOptions } from '../publication';
import { publish } from '../publish';
import {
  buildSkills,
  buildWorkspace,
  EACH_SHAPE,
  skillMd,
  TREE,
  thrownBy,
} from '../testing/built-workspace';
import { commitAll, git } from '../testing/git-repository';
import { verifyTree } from '../verify-tree';
import { freezeSnapshot } from './freeze-snapshot';

/** A release by its digests alone, tagged, and skills that have changed since. */
function digestsOnly(zip: 'off' | 'index' = 'off') {
  const workspace = buildWorkspace(EACH_SHAPE, { zip });
  const { root } = workspace;
  const kept = join(root, 'dist/build/.snapshots');
  const rebuild = { workspaceRoot: root, folder: kept, tag: 'release-{version}', rules: {} };
  const places = { folder: join(root, 'snapshots'), rebuild };
  const options = { ...workspace.options, snapshots: places };
  const tree = join(root, TREE);
  commitAll(root, 'start');
  publish(workspace.built, [], options);
  const frozen = freezeSnapshot(tree, places, '1.0.0', { digestsOnly: true });
  commitAll(root, 'release-1.0.0');
  writeFileSync(join(root, 'skills/alpha/SKILL.md'), skillMd('alpha', 'Second.'));
  writeFileSync(join(root, 'skills/beta/scripts/run.sh'), 'Second.');
  return {
    ...{ root, kept, places, tree, frozen },
    publish: (changes: Partial<PublicationOptions> = {}) =>
      publish(buildSkills(root, false, zip === 'index'), [], { ...options, ...changes }),
    read: (path: string) => readFileSync(join(tree, path), 'utf8'),
  };
}

describe('a snapshot that is kept by its digests alone', () => {
  it('stores no artifacts, and is published with those that its tag gives', () => {
    const release = digestsOnly();
    expect(release.frozen).toMatchObject({ stored: 0, uncommitted: [] });
    expect(readdirSync(release.places.folder).sort()).toEqual(['v1.0.0', 'versions.json']);
    // Another machine has nothing of what was kept beside.
    rmSync(release.kept, { recursive: true });
    release.publish();
    verifyTree(release.tree);
    expect(release.read('agent-skills/v1.0.0/alpha/SKILL.md')).toBe(skillMd('alpha'));
    expect(release.read('agent-skills/alpha/SKILL.md')).toBe(skillMd('alpha', 'Second.'));
    // The three that are as they were then come from the artifacts of today.
    expect(readdirSync(join(release.kept, 'artifacts'))).toHaveLength(2);
  });

  it('has zips, when the index of the release named them', () => {
    const release = digestsOnly('index');
    rmSync(release.kept, { recursive: true });
    release.publish();
    verifyTree(release.tree);
    expect(existsSync(join(release.tree, 'agent-skills/v1.0.0/beta.zip'))).toBe(true);
  });

  it('builds again what was damaged where it is kept', () => {
    const release = digestsOnly();
    for (const name of readdirSync(join(release.kept, 'artifacts'))) {
      writeFileSync(join(release.kept, 'artifacts', name), 'x');
    }
    release.publish();
    expect(release.read('agent-skills/v1.0.0/alpha/SKILL.md')).toBe(skillMd('alpha'));
  });

  it('is the base of the next one', () => {
    const release = digestsOnly();
    release.publish();
    rmSync(release.kept, { recursive: true });
    const next = freezeSnapshot(release.tree, release.places, '1.1.0', {
      digestsOnly: true,
    });
    expect(next).toMatchObject({ stored: 0, isUnchanged: false, uncommitted: ['alpha', 'beta'] });
    release.publish();
    expect(release.read('agent-skills/v1.1.0/alpha/SKILL.md')).toBe(skillMd('alpha', 'Second.'));
  });

  it('can be completed later, and is published without a tag from then on', () => {
    const release = digestsOnly();
    const { places, root } = release;
    release.publish();
    const stored = freezeSnapshot(release.tree, places, '1.1.0');
    // The five of now, and the two that were others in the release before.
    expect(stored).toMatchObject({ stored: 7, uncommitted: [] });
    expect(freezeSnapshot(release.tree, places, '1.1.0')).toMatchObject({ stored: 0 });
    git(root, 'tag', '--delete', 'release-1.0.0');
    rmSync(release.kept, { recursive: true });
    release.publish({ snapshots: { folder: places.folder } });
    expect(release.read('agent-skills/v1.0.0/alpha/SKILL.md')).toBe(skillMd('alpha'));
  });

  it('is refused by a publication that expects its artifacts', () => {
    const release = digestsOnly();
    const error = thrownBy(() => release.publish({ snapshots: { folder: release.places.folder } }));
    expect(error.code).toBe('publication/snapshot');
    expect(error.message).toMatch(
      /"cloud-logs" of 1.0.0 is missing: there is no artifacts\/sha256-[0-9a-f]{64}, and snapshotArtifacts is not "rebuilt"/,
    );
  });

  it('tells at once what the last commit cannot give, and why', () => {
    const release = digestsOnly();
    writeFileSync(join(release.root, '.gitattributes'), '*.md text eol=crlf\n');
    commitAll(release.root, 'endings');
    for (const at of ['skills/alpha/SKILL.md', 'skills/beta/SKILL.md']) {
      const file = join(release.root, at);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    }
    git(release.root, 'add', '--all', 'skills');
    git(release.root, 'commit', '--quiet', '--allow-empty', '--message', 'CRLF');
    release.publish();
    const frozen = freezeSnapshot(release.tree, release.places, '1.1.0', { digestsOnly: true });
    expect([frozen.uncommitted, frozen.causes]).toEqual([
      ['alpha', 'beta'],
      ['".gitattributes" lets a checkout have other bytes (eol=crlf, text)'],
    ]);
  });

  it('is not frozen of skills in a submodule, which no tag can give', () => {
    const release = digestsOnly();
    const vendor = writeTree({ 'gamma/SKILL.md': skillMd('gamma') });
    commitAll(vendor, 'v1');
    const add = ['submodule', '--quiet', 'add', vendor, 'skills/vendor'];
    git(release.root, '-c', 'protocol.file.allow=always', ...add);
    commitAll(release.root, 'vendor');
    release.publish();
    const freeze = (digestsOnly: boolean) =>
      freezeSnapshot(release.tree, release.places, '1.1.0', { digestsOnly });
    const error = thrownBy(() => freeze(true));
    expect([error.code, error.message]).toEqual([
      'publication/snapshot',
      expect.stringContaining('can build them: skills/vendor/gamma.'),
    ]);
    expect(freeze(false).stored).toBeGreaterThan(0);
  });

  it('is not frozen outside a repository', () => {
    const release = digestsOnly();
    release.publish();
    rmSync(join(release.root, '.git'), { recursive: true });
    const freeze = () =>
      freezeSnapshot(release.tree, release.places, '1.1.0', { digestsOnly: true });
    expect(thrownBy(freeze).code).toBe('publication/git');
    expect(readdirSync(release.places.folder).sort()).toEqual(['v1.0.0', 'versions.json']);
  });

  it.each<[string, (root: string) => void, string]>([
    [
      'the tag is gone',
      (root) => git(root, 'tag', '--delete', 'release-1.0.0'),
      'it cannot be built from refs/tags/release-1.0.0 (publication/git: There is no revision',
    ],
    [
      'the tag was moved',
      (root) => {
        git(root, 'commit', '--quiet', '--all', '--message', 'Moved');
        git(root, 'tag', '--force', 'release-1.0.0');
      },
      'and refs/tags/release-1.0.0 gives other bytes',
    ],
    [
      'a checkout has other bytes than the tag',
      (root) => {
        writeFileSync(join(root, '.gitattributes'), '*.md text eol=crlf\n');
        git(root, 'add', '.gitattributes', 'skills');
        git(root, 'commit', '--quiet', '--message', 'Line endings');
        git(root, 'tag', '--force', 'release-1.0.0');
      },
      'gives other bytes (".gitattributes" lets a checkout have other bytes (eol=crlf, text))',
    ],
    [
      'the repository is gone',
      (root) => rmSync(join(root, '.git'), { recursive: true }),
      'it cannot be built from',
    ],
  ])('refuses the publication when %s', (_, change, reason) => {
    const release = digestsOnly();
    const before = release.read('agent-skills/report.json');
    rmSync(release.kept, { recursive: true });
    change(release.root);
    const error = thrownBy(release.publish);
    expect([error.code, error.message]).toEqual([
      'publication/snapshot',
      expect.stringContaining('"alpha" of 1.0.0 is missing: there is no artifacts/sha256-'),
    ]);
    expect(error.message).toContain(reason);
    expect(release.read('agent-skills/report.json')).toBe(before);
    expect(existsSync(join(release.kept, 'artifacts'))).toBe(false);
  });
});
