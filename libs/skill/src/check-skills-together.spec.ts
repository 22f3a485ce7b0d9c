import { checkSkillsTogether } from './check-skills-together';
import { writeTree } from './testing/write-tree';

const skillMd = (name: string) => `---\nname: ${name}\ndescription: d\n---\nText\n`;

const check = (files: Record<string, string>, exclude: string[] = []) =>
  checkSkillsTogether(writeTree(files), { roots: ['skills'], exclude });

describe('checkSkillsTogether', () => {
  it('lists skills and bundles, without findings when all is well', () => {
    expect(
      check({
        'skills/a/SKILL.md': skillMd('a'),
        'skills/kit/README.md': '',
        'skills/kit/skills/b/SKILL.md': skillMd('b'),
      }),
    ).toEqual({
      excluded: [],
      skills: [
        { path: 'skills/a', isBundle: false, hasSkillMd: true },
        { path: 'skills/kit', isBundle: true, hasSkillMd: false },
        { path: 'skills/kit/skills/b', isBundle: false, hasSkillMd: true },
      ],
      findings: [],
    });
  });

  it('finds a name that two skills have, wherever they lie', () => {
    const files = {
      'skills/navigation/SKILL.md': skillMd('nav'),
      'skills/kit/skills/nav/SKILL.md': `---\nlicense: MIT\nname: "nav"\ndescription: d\n---\nText\n`,
    };
    expect(check(files).findings).toMatchObject([
      {
        code: 'name/duplicate',
        file: 'skills/navigation/SKILL.md',
        line: 2,
        message:
          'The name "nav" is used by skills/kit/skills/nav/SKILL.md and skills/navigation/SKILL.md.',
      },
    ]);
    expect(check(files, ['skills/kit']).findings).toEqual([]);
  });

  it('leaves broken skills to their own checks', () => {
    const files = { 'skills/a/SKILL.md': 'no frontmatter', 'skills/b/SKILL.md': 'no frontmatter' };
    expect(check(files)).toMatchObject({ skills: [{}, {}], findings: [] });
  });

  it('sorts its findings', () => {
    const findings = check({
      'skills/z/skill.md': '',
      'skills/b/SKILL.md': skillMd('a'),
      'skills/a/SKILL.md': skillMd('a'),
      'skills/common/x.md': '',
    }).findings.map(({ code }) => code);
    expect(findings).toEqual(['name/duplicate', 'layout/no-skill', 'layout/wrong-case']);
  });
});
