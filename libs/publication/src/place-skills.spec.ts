import { placeSkills } from './place-skills';
import { buildWorkspace, EACH_SHAPE, skillMd } from './testing/built-workspace';
import { verifyArtifact } from './verify-artifact';

function place(files: Record<string, string>, bundleSlugs: Record<string, string> = {}) {
  const { root, built } = buildWorkspace(files);
  return placeSkills(
    built.map((skill) => verifyArtifact(root, skill, { strict: false, rules: {} })),
    bundleSlugs,
  );
}

const codes = ({ findings }: ReturnType<typeof place>) =>
  findings.map(({ code, file }) => `${code} ${file}`);

describe('placeSkills', () => {
  it('gives every shape its name and its path in the tree', () => {
    const { skills, findings } = place(EACH_SHAPE);
    expect(findings).toEqual([]);
    expect(skills.map(({ name, artifactPath, indexed }) => [name, artifactPath, indexed])).toEqual([
      ['alpha', 'agent-skills/alpha/SKILL.md', true],
      ['beta', 'agent-skills/beta.tar.gz', true],
      ['cloud', 'agent-skills/cloud-bundle.tar.gz', false],
      ['cloud-logs', 'agent-skills/cloud-logs/SKILL.md', true],
      ['suite', 'agent-skills/suite-bundle.tar.gz', true],
      ['suite-scan', 'agent-skills/suite-scan/SKILL.md', true],
    ]);
  });

  it('takes the name from the frontmatter, not from the folder', () => {
    const { skills } = place({ 'skills/folder/SKILL.md': skillMd('acme-folder') });
    expect(skills[0]).toMatchObject({
      name: 'acme-folder',
      artifactPath: 'agent-skills/acme-folder/SKILL.md',
    });
  });

  it('names bundle archives as the option says, and leaves the name in the index alone', () => {
    const { skills, findings } = place(EACH_SHAPE, {
      'skills/cloud': 'acme-cloud',
      'skills/suite': 'acme-suite',
    });
    expect(findings).toEqual([]);
    const bundles = skills.filter(({ record }) => record.shape === 'bundle');
    expect(bundles.map(({ name, artifactPath }) => [name, artifactPath])).toEqual([
      ['acme-cloud', 'agent-skills/acme-cloud-bundle.tar.gz'],
      ['suite', 'agent-skills/acme-suite-bundle.tar.gz'],
    ]);
  });

  it('refuses a name that two skills have, at every one but the first', () => {
    const placed = place({
      'skills/a/SKILL.md': skillMd('same'),
      'skills/b/SKILL.md': skillMd('same'),
      'skills/b/more.md': '',
      'skills/c/SKILL.md': skillMd('same'),
    });
    expect(codes(placed)).toEqual([
      'name/duplicate skills/b/SKILL.md',
      'name/duplicate skills/c/SKILL.md',
    ]);
    expect(placed.findings[0]?.message).toContain(
      'skills/a/SKILL.md and skills/b/SKILL.md and skills/c/SKILL.md',
    );
  });

  it('refuses a bundle and a skill that would overwrite each other', () => {
    const placed = place({
      'skills/cloud/skills/one/SKILL.md': skillMd('one'),
      'skills/other/SKILL.md': skillMd('cloud-bundle'),
      'skills/other/more.md': '',
    });
    expect(codes(placed)).toEqual(['layout/artifact-collision skills/other']);
    expect(placed.findings[0]?.message).toBe(
      'skills/cloud and skills/other would both be published as agent-skills/cloud-bundle.tar.gz.',
    );
  });

  it('refuses two bundles of one name, and a slug that makes them one', () => {
    const files = {
      'skills/x/cloud/skills/one/SKILL.md': skillMd('one'),
      'skills/y/cloud/skills/two/SKILL.md': skillMd('two'),
    };
    expect(codes(place(files))).toEqual(['layout/artifact-collision skills/y/cloud']);
    expect(codes(place(files, { 'skills/y/cloud': 'cloud-two' }))).toEqual([]);
    expect(codes(place(EACH_SHAPE, { 'skills/cloud': 'suite' }))).toEqual([
      'layout/artifact-collision skills/suite',
    ]);
  });

  it('lets a bundle that is not in the index share its name with a skill', () => {
    const placed = place({
      'skills/cloud/skills/one/SKILL.md': skillMd('one'),
      'skills/other/SKILL.md': skillMd('cloud'),
    });
    expect(codes(placed)).toEqual([]);
  });

  it.each([
    ['a folder', 'skills/My Cloud', {}, 'my-cloud'],
    ['the option', 'skills/cloud', { 'skills/cloud': '../x' }, 'x'],
    ['an empty option', 'skills/cloud', { 'skills/cloud': '' }, 'a-slug'],
  ])('refuses a bundle name that breaks the rule, from %s', (_, folder, bundleSlugs, advice) => {
    const placed = place({ [`${folder}/skills/one/SKILL.md`]: skillMd('one') }, bundleSlugs);
    expect(codes(placed)).toEqual([`name/invalid ${folder}`]);
    expect(placed.findings[0]?.fix).toContain(`"${folder}": "${advice}"`);
  });

  it('refuses a slug for what is no bundle', () => {
    const placed = place(EACH_SHAPE, { 'skills/beta': 'b', 'skills/gone': 'g' });
    expect(codes(placed)).toEqual(['name/invalid skills/beta', 'name/invalid skills/gone']);
    expect(placed.findings[0]?.fix).toContain('skills/cloud, skills/suite');
  });

  it('takes no slug from what every object knows', () => {
    const { root, built } = buildWorkspace({ 'skills/a/skills/one/SKILL.md': skillMd('one') });
    const [artifact] = built
      .slice(0, 1)
      .map((skill) => verifyArtifact(root, skill, { strict: false, rules: {} }));
    if (!artifact) throw new Error('The bundle is built.');
    const record = { ...artifact.record, path: 'constructor' };
    const { skills } = placeSkills([{ ...artifact, record }], {});
    expect(skills[0]?.artifactPath).toBe('agent-skills/constructor-bundle.tar.gz');
  });
});
