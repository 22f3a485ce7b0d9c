import { readSkill } from '@nx-agent-skills/skill';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { nxJson, silence, virtualWorkspace, written } from '../testing/virtual-workspace';
import generateSkill, { type SkillOptions } from './skill';

const TAKEN = '---\nname: taken\ndescription: Taken.\n---\n';
const FILES = {
  'nx.json': nxJson({ roots: ['skills', 'more/skills'], exclude: ['skills/drafts'] }),
  '.gitignore': 'skills/hidden\n',
  'skills/other-folder/SKILL.md': TAKEN,
};
const DESCRIPTION = 'Plans: a trip, "quoted" # and all. Use when asked for - an itinerary.';

async function generate(options: Partial<SkillOptions>, files: Record<string, string> = FILES) {
  const tree = virtualWorkspace(files);
  await generateSkill(tree, { name: 'plan-trip', description: DESCRIPTION, ...options });
  return written(tree);
}

describe('the skill generator', () => {
  beforeEach(() => void silence());
  afterEach(() => jest.restoreAllMocks());

  it.each<[string, Partial<SkillOptions>, string[]]>([
    ['a single file', {}, ['skills/plan-trip']],
    ['several files', { shape: 'multi-file' }, ['skills/plan-trip']],
    ['a skill in a bundle', { bundle: 'travel' }, ['skills/travel/skills/plan-trip']],
    ['a skill in another root', { root: 'more/skills/' }, ['more/skills/plan-trip']],
    [
      'a bundle',
      { shape: 'bundle', skills: ['book-trip', 'pack-bag'] },
      ['skills/plan-trip', 'skills/plan-trip/skills/book-trip', 'skills/plan-trip/skills/pack-bag'],
    ],
    ['a name that YAML would read as a number', { name: '404' }, ['skills/404']],
  ])('makes %s that nothing is wrong with', async (_, options, folders) => {
    const root = writeTree(await generate(options));
    for (const folder of folders) {
      const { skill, findings } = readSkill(root, folder);
      expect(findings).toEqual([]);
      expect(skill?.frontmatter?.name).toBe(folder.slice(folder.lastIndexOf('/') + 1));
    }
    const first = readSkill(root, folders[0] ?? '').skill;
    expect(first?.frontmatter?.description).toBe(DESCRIPTION);
    expect(first?.shape).toBe(options.shape ?? 'single-file');
  });

  it.each<[string, Partial<SkillOptions>, string]>([
    ['an invalid name', { name: 'Plan Trip' }, 'Fix: call it plan-trip.'],
    ['a name of nothing', { name: '!' }, 'Fix: call it plan-trip.'],
    ['a name with a way out', { name: '../x' }, 'Fix: call it x.'],
    ['an invalid bundle', { bundle: '../x' }, 'Fix: call it x.'],
    ['a taken name', { name: 'taken' }, 'taken: the skill in skills/other-folder has it'],
    ['a name that is given twice', { shape: 'bundle', skills: ['plan-trip'] }, 'given twice'],
    ['a taken name in a bundle', { shape: 'bundle', skills: ['taken'] }, 'skills/other-folder'],
    ['a folder that is there', { name: 'other-folder' }, 'is there already'],
    ['a bundle of nothing', { shape: 'bundle' }, '--skills='],
    ['skills in what is no bundle', { skills: ['a'] }, '--shape=bundle'],
    ['no description', { description: ' ' }, 'The description has 0 characters'],
    ['a long description', { description: 'x'.repeat(1025) }, 'has 1025 characters'],
    ['a description of two lines', { description: 'a\nb' }, 'nobody sees'],
    ['a hidden character', { description: 'a \u202e b' }, 'nobody sees'],
    ['a place where nobody looks', { root: 'elsewhere' }, 'choose another --root'],
    ['an excluded place', { root: 'skills/drafts' }, 'choose another --root'],
    ['a place outside', { root: '../skills' }, 'choose another --root'],
    ['an absolute place', { root: '/skills' }, 'choose another --root'],
    ['an ignored place', { name: 'hidden' }, 'is ignored by .gitignore'],
  ])('refuses %s, and writes nothing', async (_, options, message) => {
    const tree = virtualWorkspace(FILES);
    const run = generateSkill(tree, { name: 'plan-trip', description: DESCRIPTION, ...options });
    await expect(run).rejects.toThrow(message);
    expect(written(tree)).toEqual({});
  });

  it('asks for a root when all of them are globs', async () => {
    const files = { 'nx.json': nxJson({ roots: ['packages/*/skills'] }) };
    await expect(generate({}, files)).rejects.toThrow('--root=packages/travel/skills');
    expect(Object.keys(await generate({ root: 'packages/a/skills' }, files))).toEqual([
      'packages/a/skills/plan-trip/SKILL.md',
    ]);
  });
});
