import { stringify } from 'yaml';
import type { SkillOptions } from './skill';

type NewSkill = Required<Pick<SkillOptions, 'name' | 'description' | 'shape' | 'skills'>>;

/** The files of a new skill by path. */
export function skillFiles(skill: NewSkill, folder: string): [path: string, text: string][] {
  const skillMd = `${folder}/SKILL.md`;
  switch (skill.shape) {
    case 'single-file':
      return [[skillMd, skillText(skill, [])]];
    case 'multi-file':
      return [
        [
          skillMd,
          skillText(skill, ['Details are in [references/details.md](references/details.md).']),
        ],
        [
          `${folder}/references/details.md`,
          `# Details of ${skill.name}\n\nWhat is only needed in some cases.\n`,
        ],
      ];
    case 'bundle':
      return [
        [
          skillMd,
          skillText(
            skill,
            skill.skills.map((name) => `- [${name}](skills/${name}/SKILL.md)`),
          ),
        ],
        ...skill.skills.map((name): [string, string] => [
          `${folder}/skills/${name}/SKILL.md`,
          skillText(
            {
              name,
              description: `Part of ${skill.name}. Use when ${skill.name} asks for ${name}.`,
            },
            [],
          ),
        ]),
      ];
  }
}

function skillText(
  { name, description }: Pick<NewSkill, 'name' | 'description'>,
  lines: readonly string[],
): string {
  const frontmatter = stringify({ name, description }, { lineWidth: 0 });
  const title = name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
  const more = lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
  return `---\n${frontmatter}---\n\n# ${title}\n\n## Steps\n\n1. Say what to do first.\n2. Say how to tell that it worked.\n${more}`;
}
