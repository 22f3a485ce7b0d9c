import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findArtifact } from '@nx-agent-skills/artifact';
import { buildAndPublish } from './build-and-publish';
import { PublicationError } from './publication-error';
import { publish } from './publish';
import {
  type BuiltWorkspace,
  buildWorkspace,
  EACH_SHAPE,
  skillMd,
  TREE,
} from './testing/built-workspace';
import { verifyTree } from './verify-tree';

const indexIn = ({ root }: BuiltWorkspace) =>
  readFileSync(join(root, TREE, '.well-known/agent-skills/index.json'), 'utf8');

const run = ({ built, options }: BuiltWorkspace) => buildAndPublish(built, [], options);

/** A workspace of which nothing was built yet. */
function sources(
  files: Record<string, string> = EACH_SHAPE,
  onRefused: 'fail' | 'exclude' = 'fail',
): BuiltWorkspace {
  const workspace = buildWorkspace(files, { onRefused: 'exclude' });
  rmSync(join(workspace.root, 'dist'), { recursive: true, force: true });
  return { ...workspace, options: { ...workspace.options, onRefused } };
}

describe('buildAndPublish', () => {
  it('publishes what archive, hash and publish do one after the other', async () => {
    const workspace = sources();
    const { changes } = await run(workspace);
    expect(changes.added).toHaveLength(6);
    const separate = buildWorkspace(EACH_SHAPE);
    publish(separate.built, [], separate.options);
    expect(indexIn(workspace)).toBe(indexIn(separate));
  });

  it('builds only what has changed', async () => {
    const workspace = sources();
    await run(workspace);
    const fileOf = (path: string) => {
      const skill = workspace.built.find((each) => each.path === path);
      const { file } = findArtifact(skill?.artifactFolder ?? '');
      return `${file} ${statSync(file).ino}`;
    };
    const before = [fileOf('skills/alpha'), fileOf('skills/beta')];
    appendFileSync(join(workspace.root, 'skills/beta/SKILL.md'), 'More.\n');
    const { changes } = await run(workspace);
    expect(changes).toMatchObject({ changed: [{ name: 'beta' }], unchanged: 5 });
    expect(fileOf('skills/alpha')).toBe(before[0]);
    expect(fileOf('skills/beta')).not.toBe(before[1]);
    verifyTree(join(workspace.root, TREE));
  });

  it('builds anew what was damaged', async () => {
    const workspace = sources();
    await run(workspace);
    const [alpha] = workspace.built;
    writeFileSync(findArtifact(alpha?.artifactFolder ?? '').file, 'x');
    const { changes } = await run(workspace);
    expect(changes).toMatchObject({ changed: [], unchanged: 6 });
    expect(statSync(findArtifact(alpha?.artifactFolder ?? '').file).size).toBeGreaterThan(1);
  });

  it('refuses with all faults of all skills, and publishes when they are mended', async () => {
    const files = { 'skills/a/SKILL.md': 'No.', 'skills/b/SKILL.md': '---\nname: B\n---\n' };
    const workspace = sources(files);
    const error = await run(workspace).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(PublicationError);
    expect((error as PublicationError).findings.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['skills/a/SKILL.md', 'skills/b/SKILL.md']),
    );
    for (const name of ['a', 'b']) {
      writeFileSync(join(workspace.root, `skills/${name}/SKILL.md`), skillMd(name));
    }
    expect((await run(workspace)).changes.added.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('leaves refused skills out where that is wanted', async () => {
    const files = { 'skills/a/SKILL.md': 'No.', 'skills/b/SKILL.md': skillMd('b') };
    const { report } = await run(sources(files, 'exclude'));
    expect(report.skills.map(({ name }) => name)).toEqual(['b']);
    expect(report.refused.map(({ path }) => path)).toEqual(['skills/a']);
  });
});
