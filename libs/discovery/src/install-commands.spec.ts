import { type Agent, findAgent } from './agents';
import { type InstallTarget, installCommands } from './install-commands';
import { parseOrigin } from './origin';
import { parseRepository } from './repository';

const claude = findAgent('claude-code') as Agent;
const codex = findAgent('codex') as Agent;
const hex = 'ab'.repeat(32);

const single: InstallTarget = {
  origin: parseOrigin('https://acme.example/docs'),
  name: 'lint-code',
  type: 'skill-md',
  artifactPath: 'agent-skills/lint-code/SKILL.md',
  digest: `sha256:${hex}`,
  agents: [claude],
  indexed: true,
};
const archive: InstallTarget = {
  ...single,
  type: 'archive',
  artifactPath: 'agent-skills/lint-code.tar.gz',
};

function withRepository(value: string, repositoryPath?: string): InstallTarget {
  const repository = parseRepository(value);
  if (repository === undefined) throw new Error(`${value} is no repository`);
  return { ...single, repository, ...(repositoryPath === undefined ? {} : { repositoryPath }) };
}

function commands(target: InstallTarget, method: string): string[] {
  return installCommands(target)
    .filter((command) => command.method === method)
    .map(({ command }) => command);
}

describe('installCommands', () => {
  it('adds from an index of its own first, so that nothing else is downloaded', () => {
    const one =
      'skills add https://acme.example/docs/agent-skills/lint-code --skill lint-code -a claude-code -g -y';
    const made = installCommands({ ...single, ownIndex: true }).map(({ command }) => command);
    expect(made.slice(0, 2)).toEqual([`npx -y ${one}`, `pnpm dlx ${one}`]);
    expect(made.slice(2)).toEqual(installCommands(single).map(({ command }) => command));
  });

  it('adds from the catalogue with pnpm and npx', () => {
    expect(commands(single, 'skills-cli')).toEqual([
      'pnpm dlx skills add https://acme.example/docs/agent-skills --skill lint-code -a claude-code -g -y',
      'npx -y skills add https://acme.example/docs/agent-skills --skill lint-code -a claude-code -g -y',
    ]);
  });

  it('downloads a file or unpacks an archive with curl', () => {
    expect(commands(single, 'curl')).toEqual([
      'mkdir -p ~/.claude/skills/lint-code && curl -fsSL https://acme.example/docs/agent-skills/lint-code/SKILL.md -o ~/.claude/skills/lint-code/SKILL.md',
    ]);
    expect(commands(archive, 'curl')).toEqual([
      'mkdir -p ~/.claude/skills/lint-code && curl -fsSL https://acme.example/docs/agent-skills/lint-code.tar.gz | tar -xzf - -C ~/.claude/skills/lint-code',
    ]);
  });

  it('checks the digest with the tool of either system', () => {
    const [linux, macos] = commands(archive, 'curl-verified');
    expect(linux).toContain(`${hex} "$d/skill.tar.gz" | sha256sum -c - && mkdir`);
    expect(macos).toContain(`${hex} "$d/skill.tar.gz" | shasum -a 256 -c - && mkdir`);
  });

  it('makes all of them for each agent, with its own folder', () => {
    const made = installCommands({ ...single, agents: [claude, codex] });
    expect(made.map(({ agent }) => agent)).toEqual([
      ...Array(5).fill('claude-code'),
      ...Array(5).fill('codex'),
    ]);
    expect(made[7]).toMatchObject({ method: 'curl', label: 'Codex: curl' });
    expect(made[7]?.command).toContain('~/.agents/skills/lint-code/SKILL.md');
  });

  it('adds from a GitHub repository', () => {
    const target = withRepository('git@github.com:acme/skills.git');
    expect(commands(target, 'gh')).toEqual([
      'gh skill install acme/skills lint-code --agent claude-code --scope user',
    ]);
    expect(commands(target, 'skills-cli-git')).toEqual([
      'npx -y skills add acme/skills --skill lint-code -a claude-code -g -y',
    ]);
  });

  it('names the folder of a skill that lies elsewhere than gh and skills look first', () => {
    const target = withRepository('acme/skills', 'tools/my lint');
    expect(commands(target, 'gh')).toEqual([
      "gh skill install acme/skills 'tools/my lint/SKILL.md' --agent claude-code --scope user",
    ]);
    expect(commands(target, 'skills-cli-git')[0]).toMatch(/ -g -y --full-depth$/);
    expect(commands(withRepository('acme/skills', 'a@1/x'), 'gh')).toEqual([]);
    expect(commands(withRepository('acme/skills', 'a\u200b/x'), 'gh')).toEqual([]);
    expect(commands(withRepository('acme/skills', 'skills/lint-code'), 'gh')[0]).toContain(
      ' lint-code ',
    );
  });

  it('adds from another host by its git URL, without gh', () => {
    const target = withRepository('https://gitlab.com/acme/team/skills');
    expect(commands(target, 'gh')).toEqual([]);
    expect(commands(target, 'skills-cli-git')[0]).toContain(
      ' skills add https://gitlab.com/acme/team/skills.git --skill ',
    );
  });

  it('installs the plugin of the marketplace, in Claude Code only', () => {
    const marketplace = { name: 'acme-skills', plugin: 'acme-all' };
    const target = { ...withRepository('acme/skills'), marketplace, agents: [claude, codex] };
    expect(commands(target, 'claude-plugin')).toEqual([
      'claude plugin marketplace add acme/skills && claude plugin install acme-all@acme-skills',
    ]);
    const elsewhere = { ...withRepository('https://git.acme.example/team/skills'), marketplace };
    expect(commands(elsewhere, 'claude-plugin')[0]).toContain(
      'marketplace add https://git.acme.example/team/skills.git && ',
    );
    expect(commands({ ...single, marketplace }, 'claude-plugin')).toEqual([]);
  });

  it('offers a bundle that is not in the index by curl only', () => {
    const target: InstallTarget = {
      ...withRepository('acme/skills'),
      name: 'kit',
      type: 'archive',
      artifactPath: 'agent-skills/kit-bundle.tar.gz',
      indexed: false,
      bundle: {
        skills: [
          { folder: 'skills/a', name: 'a' },
          { folder: 'skills/more/b', name: 'acme-b' },
        ],
      },
    };
    expect(installCommands(target).map(({ method }) => method)).toEqual([
      'curl',
      'curl-verified',
      'curl-verified',
    ]);
    const [curl = ''] = commands(target, 'curl');
    expect(curl).toContain('curl -fsSL https://acme.example/docs/agent-skills/kit-bundle.tar.gz');
    expect(curl).toContain(
      'mkdir -p ~/.claude/skills/acme-b && tar -xzf "$d/skill.tar.gz" -C ~/.claude/skills/acme-b --strip-components=3 skills/more/b)',
    );
  });

  it('treats a bundle that is in the index as the skill that it is', () => {
    const target = { ...archive, bundle: { skills: [{ folder: 'skills/a', name: 'a' }] } };
    expect(installCommands(target)).toEqual(installCommands(archive));
  });

  it('quotes what would mean something to a shell', () => {
    const origin = parseOrigin('http://[::1]:4200', { preview: true });
    const hostile = { ...single, origin, name: '$(id)' };
    for (const { command } of installCommands(hostile)) {
      expect(command.replaceAll(/'[^']*'/g, '')).not.toMatch(/\$\(id|\[/);
    }
  });

  it('keeps client commands free of characters that PowerShell would read', () => {
    const target = { ...withRepository('acme/skills'), ownIndex: true };
    const lines = ['skills-cli', 'skills-cli-git', 'gh'].flatMap((way) => commands(target, way));
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(line).toMatch(/^[A-Za-z0-9 .:/_-]+$/);
  });
});
