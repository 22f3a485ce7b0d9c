import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { publish } from './publish';
import { freezeSnapshot } from './snapshots/freeze-snapshot';
import {
  buildSkills,
  buildWorkspace,
  EACH_SHAPE,
  skillMd,
  TREE,
  thrownBy,
} from './testing/built-workspace';
import { verifyTree } from './verify-tree';

const ORIGIN = 'https://skills.acme.example';

function addressed(zip: 'off' | 'index' = 'off') {
  const workspace = buildWorkspace(EACH_SHAPE, { zip, contentAddressed: true });
  const { root } = workspace;
  const tree = join(root, TREE);
  const options = {
    ...workspace.options,
    spareFolder: join(root, 'dist/build/.earlier'),
    snapshots: { folder: join(root, 'snapshots') },
  };
  const urls = (path = '.well-known/agent-skills/index.json') =>
    JSON.parse(readFileSync(join(tree, path), 'utf8')).skills.map(
      ({ url, digest }: { url: string; digest: string }) => ({
        path: url.slice(ORIGIN.length + 1),
        digest,
      }),
    );
  const release = {
    ...{ root, tree, options, urls },
    publish: () => publish(buildSkills(root, false, zip !== 'off'), [], options),
    edit: (text: string) =>
      writeFileSync(join(root, 'skills/alpha/SKILL.md'), skillMd('alpha', text)),
    pathOf: (name: string): string =>
      urls().find(({ path }: { path: string }) => path.includes(`/${name}`))?.path ?? '',
    has: (path: string) => existsSync(join(tree, path)),
  };
  release.publish();
  return release;
}

describe('urls with digests in them', () => {
  it.each(['off', 'index'] as const)('are those of the index, with zip %s', (zip) => {
    const { urls, tree, has } = addressed(zip);
    for (const { path, digest } of urls()) {
      expect(path).toContain(`agent-skills/${digest.replace(':', '/')}/`);
      expect(digestOf(readFileSync(join(tree, path)))).toBe(digest);
    }
    expect(urls().map(({ path }: { path: string }) => path.split('/').slice(3).join('/'))).toEqual(
      zip === 'off'
        ? [
            'alpha/SKILL.md',
            'beta.tar.gz',
            'cloud-logs/SKILL.md',
            'suite-bundle.tar.gz',
            'suite-scan/SKILL.md',
          ]
        : [
            'alpha/SKILL.md',
            'beta.zip',
            'cloud-logs/SKILL.md',
            'suite-bundle.zip',
            'suite-scan/SKILL.md',
          ],
    );
    // What commands and people use stays where it was.
    expect(has('agent-skills/beta.tar.gz') && has('agent-skills/alpha/SKILL.md')).toBe(true);
    verifyTree(tree);
  });

  it('keep what the index before has promised, and no more', () => {
    const release = addressed();
    const first = release.pathOf('alpha');
    release.edit('Second.');
    release.publish();
    const second = release.pathOf('alpha');
    expect([second === first, release.has(first), release.has(second)]).toEqual([
      false,
      true,
      true,
    ]);
    verifyTree(release.tree);
    // Nothing has changed: nor has what is kept.
    release.publish();
    rmSync(join(release.tree, 'agent-skills/report.md'));
    release.publish();
    expect(release.has(first)).toBe(true);
    release.edit('Third.');
    release.publish();
    expect([first, second, release.pathOf('alpha')].map(release.has)).toEqual([false, true, true]);
    release.edit('Fourth.');
    release.publish();
    expect([first, second, release.pathOf('alpha')].map(release.has)).toEqual([false, false, true]);
    verifyTree(release.tree);
  });

  it('keep nothing that is not what its path says', () => {
    const release = addressed();
    const first = release.pathOf('alpha');
    writeFileSync(join(release.tree, first), 'x');
    expect(thrownBy(() => verifyTree(release.tree)).message).toContain(`${first} is not`);
    release.edit('Second.');
    release.publish();
    expect(release.has(first)).toBe(false);
    const forged = join(release.tree, release.pathOf('beta').replace('beta', 'gamma'));
    writeFileSync(forged, 'x');
    expect(thrownBy(() => verifyTree(release.tree)).message).toContain('has the digest');
  });

  it('are those of a snapshot too, so that releases share files', () => {
    const release = addressed();
    const places = release.options.snapshots;
    freezeSnapshot(release.tree, places, '1.0.0');
    const first = release.pathOf('alpha');
    for (const text of ['Second.', 'Third.', 'Fourth.']) {
      release.edit(text);
      release.publish();
    }
    expect(release.urls('.well-known/agent-skills/v1.0.0/index.json')[0].path).toBe(first);
    expect(release.has(first)).toBe(true);
    expect(release.has('agent-skills/v1.0.0/alpha/SKILL.md')).toBe(false);
    verifyTree(release.tree);
  });

  it('are kept once more when the publisher no longer wants them', () => {
    const release = addressed();
    const first = release.pathOf('alpha');
    const publishPlain = () =>
      publish(buildSkills(release.root), [], { ...release.options, contentAddressed: false });
    publishPlain();
    publishPlain();
    expect(release.pathOf('alpha')).toBe('agent-skills/alpha/SKILL.md');
    expect(release.has(first)).toBe(true);
    verifyTree(release.tree);
    release.edit('Second.');
    publishPlain();
    expect(release.has('agent-skills/sha256')).toBe(false);
    verifyTree(release.tree);
  });

  it('leave their folder to no skill', () => {
    const files = { 'skills/sha256/SKILL.md': skillMd('sha256') };
    const { built, options } = buildWorkspace(files);
    expect(publish(built, [], options).report.skills).toHaveLength(1);
    const error = thrownBy(() => publish(built, [], { ...options, contentAddressed: true }));
    expect(error.message).toContain('layout/artifact-collision');
  });
});
