/** An agent that installers know by id and that loads skills from a folder of the user. */
export interface Agent {
  readonly id: string;
  readonly label: string;
  /** Where it finds the skills of a user, below `~/`. */
  readonly globalSkillsDir: `~/${string}`;
  /** Where it finds the skills of a project, relative to the project. Several share one folder. */
  readonly projectSkillsDir: string;
}

const agent = (
  id: string,
  label: string,
  globalSkillsDir: Agent['globalSkillsDir'],
  projectSkillsDir: string,
): Agent => ({ id, label, globalSkillsDir, projectSkillsDir });

/**
 * Agents that the stock client (npm `skills` 1.7.4) and `gh skill` know under one id, with the
 * folders that the stock client's table names. Several read `~/.agents/skills` as well.
 */
export const AGENTS: readonly Agent[] = [
  agent('claude-code', 'Claude Code', '~/.claude/skills', '.claude/skills'),
  agent('codex', 'Codex', '~/.agents/skills', '.agents/skills'),
  agent('cursor', 'Cursor', '~/.cursor/skills', '.agents/skills'),
  agent('github-copilot', 'GitHub Copilot', '~/.copilot/skills', '.agents/skills'),
  agent('gemini-cli', 'Gemini CLI', '~/.gemini/skills', '.agents/skills'),
  agent('opencode', 'OpenCode', '~/.config/opencode/skills', '.agents/skills'),
  agent('amp', 'Amp', '~/.config/agents/skills', '.agents/skills'),
  agent('cline', 'Cline', '~/.agents/skills', '.agents/skills'),
  agent('droid', 'Droid', '~/.factory/skills', '.agents/skills'),
  agent('goose', 'Goose', '~/.config/goose/skills', '.goose/skills'),
  agent('junie', 'Junie', '~/.junie/skills', '.junie/skills'),
  agent('kiro-cli', 'Kiro CLI', '~/.kiro/skills', '.kiro/skills'),
  agent('qwen-code', 'Qwen Code', '~/.qwen/skills', '.qwen/skills'),
  agent('roo', 'Roo Code', '~/.roo/skills', '.roo/skills'),
  agent('warp', 'Warp', '~/.agents/skills', '.agents/skills'),
  agent('windsurf', 'Windsurf', '~/.codeium/windsurf/skills', '.windsurf/skills'),
];

/** Ids of the agents that install commands are made for unless the publisher says otherwise. */
export const DEFAULT_AGENTS: readonly string[] = [
  'claude-code',
  'codex',
  'cursor',
  'github-copilot',
];

/** The agent with this id; undefined when the table has none. */
export function findAgent(id: string): Agent | undefined {
  return AGENTS.find((agent) => agent.id === id);
}
