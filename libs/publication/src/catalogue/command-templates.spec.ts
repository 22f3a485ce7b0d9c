import { AGENTS, installCommands, parseRepository } from '@nx-agent-skills/discovery';
import fc from 'fast-check';
import { type InstallableSkill, type InstallContext, installTarget } from '../install-target';
import { madeSkill } from '../testing/made-report';
import { commandTemplates, fillTemplate } from './command-templates';

const ORIGINS = ['https://skills.acme.example', 'https://acme.example/a/b~c'];
const REPOSITORIES = [
  undefined,
  parseRepository('github:acme/skills'),
  parseRepository('https://git.acme.example/group/team/skills'),
];

const contexts: InstallContext[] = ORIGINS.flatMap((href) =>
  REPOSITORIES.map((repository) => ({
    origin: { href },
    agents: AGENTS,
    names: new Map([['skills/deep/skills/more/b', 'other-b']]),
    ...(repository ? { repository } : {}),
  })),
);

function installable(...args: Parameters<typeof madeSkill>): InstallableSkill {
  const skill = madeSkill(...args);
  return { ...skill, artifactPath: skill.file };
}

const file = (path: string) => ({ path, mode: '0644' as const, size: 1, digest: 'sha256:0' });

const bundleOf = (name: string, folders: readonly string[], indexed: boolean) =>
  installable(name, {
    shape: 'bundle',
    indexed,
    files: folders.map((folder) => file(`${folder}/SKILL.md`)),
  });

/** The commands of all agents as the templates give them, in the form of `installCommands`. */
function filled(skills: readonly InstallableSkill[], context: InstallContext) {
  const templates = commandTemplates(skills, context);
  return templates.skills.map(({ kind, values }) =>
    context.agents.flatMap((agent, index) =>
      (templates.kinds[kind]?.[index] ?? []).map(({ method, label, command }) => ({
        method,
        agent: agent.id,
        label: `${agent.label}: ${label}`,
        command: fillTemplate(command, values),
      })),
    ),
  );
}

const real = (skills: readonly InstallableSkill[], context: InstallContext) =>
  skills.map((skill) => installCommands(installTarget(skill, context)));

const SHAPES: InstallableSkill[] = [
  installable('alpha'),
  installable('skills'),
  installable('a', { shape: 'multi-file' }),
  installable('x'.repeat(64), { shape: 'multi-file' }),
  installable('suite', { shape: 'bundle' }),
  installable('renamed', { shape: 'bundle', file: 'agent-skills/other-slug-bundle.tar.gz' }),
  bundleOf('flat', ['skills/one', 'skills/two'], false),
  bundleOf('deep', ['skills/one', 'skills/one/skills/two', "skills/it's/three"], false),
  bundleOf('both', ['.', 'skills/one'], true),
];

const FOLDERS = [
  'skills/group/alpha',
  'alpha',
  'packages/@acme/alpha',
  '-x/alpha',
  '~/alpha',
  '=x/alpha',
  "it's/al pha",
  '$(touch x)/`y`',
  '<img src=x>/alpha',
  'ünïcode/日本',
];

describe.each(
  contexts.map((context) => [context.origin.href, context.repository?.url, context] as const),
)('on %s with the repository %s', (_, __, context) => {
  it('filled templates are the commands of every shape', () => {
    expect(filled(SHAPES, context)).toEqual(real(SHAPES, context));
  });

  it.each(FOLDERS)('filled templates are the commands of skills in %s', (path) => {
    const skills = SHAPES.map((skill) => ({ ...skill, path }));
    expect(filled(skills, context)).toEqual(real(skills, context));
  });
});

it('filled templates are the commands of any skills', () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/);
  const folder = fc
    .array(fc.stringMatching(/^[-a-z@~='" .$<é]{1,6}$/), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('/'));
  const skill = fc
    .tuple(name, folder, fc.constantFrom('single-file', 'multi-file', 'bundle'), fc.boolean())
    .map(([id, path, shape, indexed]) =>
      installable(id, { path, shape, indexed: indexed || shape !== 'bundle' }),
    );
  fc.assert(
    fc.property(
      fc.array(skill, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...contexts),
      (skills, every) => {
        const context = { ...every, agents: AGENTS.slice(0, 2) };
        expect(filled(skills, context)).toEqual(real(skills, context));
      },
    ),
    { numRuns: 200 },
  );
});

it('thousands of skills have a handful of kinds, and each bundle that is not in the index its own', () => {
  const skills = Array.from({ length: 3000 }, (_, index) => {
    const shape = (['single-file', 'multi-file', 'bundle'] as const)[index % 3] ?? 'bundle';
    const path = index % 5 === 0 ? `packages/p${index}/skill` : `skills/skill-${index}`;
    return index % 1000 === 9
      ? bundleOf(`skill-${index}`, [`skills/only-${index}`], false)
      : installable(`skill-${index}`, { shape, path });
  });
  for (const context of contexts) {
    expect(commandTemplates(skills, context).kinds.length).toBeLessThanOrEqual(8 + 3);
  }
});

it('a path that cannot stand in a command leaves a skill without commands', () => {
  const skills = [
    bundleOf('deep', ['skills/a', 'skills/a/skills/\u0007'], false),
    installable('alpha'),
  ];
  const [context] = contexts;
  if (!context) throw new Error('There are contexts.');
  const [deep, alpha] = filled(skills, context);
  expect(deep).toEqual([]);
  expect(alpha?.length).toBeGreaterThan(0);
});
