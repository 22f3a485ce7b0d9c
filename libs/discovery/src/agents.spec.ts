import { AGENTS, DEFAULT_AGENTS, findAgent } from './agents';

describe('agents', () => {
  it('have unique ids and folders that need no quoting', () => {
    expect(new Set(AGENTS.map(({ id }) => id)).size).toBe(AGENTS.length);
    for (const { globalSkillsDir, projectSkillsDir } of AGENTS) {
      expect(globalSkillsDir).toMatch(/^~\/[a-z./]+\/skills$/);
      expect(projectSkillsDir).toMatch(/^\.[a-z]+\/skills$/);
    }
  });

  it('contain the default ones', () => {
    expect(DEFAULT_AGENTS.map((id) => findAgent(id)?.globalSkillsDir)).toEqual([
      '~/.claude/skills',
      '~/.agents/skills',
      '~/.cursor/skills',
      '~/.copilot/skills',
    ]);
    expect(DEFAULT_AGENTS.map((id) => findAgent(id)?.projectSkillsDir)).toEqual([
      '.claude/skills',
      '.agents/skills',
      '.agents/skills',
      '.agents/skills',
    ]);
    expect(findAgent('Claude-Code')).toBeUndefined();
  });
});
