/** An agent that installers know by id and that loads skills from a folder of the user. */
export interface Agent {
  readonly id: string;
  readonly label: string;
  /** Where it finds the skills of a user, below `~/`. */
  readonly globalSkillsDir: `~/${string}`;
}

/**
 * Agents that the stock client (npm `skills` 1.7.4) and `gh skill` know under one id, with the
 * folder that the stock client's table names. Several read `~/.agents/skills` as well.
 */
export const AGENTS: readonly Agent[] = [
  { id: 'claude-code', label: 'Claude Code', globalSkillsDir: '~/.claude/skills' },
  { id: 'codex', label: 'Codex', globalSkillsDir: '~/.agents/skills' },
  { id: 'cursor', label: 'Cursor', globalSkillsDir: '~/.cursor/skills' },
  { id: 'github-copilot', label: 'GitHub Copilot', globalSkillsDir: '~/.copilot/skills' },
  { id: 'gemini-cli', label: 'Gemini CLI', globalSkillsDir: '~/.gemini/skills' },
  { id: 'opencode', label: 'OpenCode', globalSkillsDir: '~/.config/opencode/skills' },
  { id: 'amp', label: 'Amp', globalSkillsDir: '~/.config/agents/skills' },
  { id: 'cline', label: 'Cline', globalSkillsDir: '~/.agents/skills' },
  { id: 'droid', label: 'Droid', globalSkillsDir: '~/.factory/skills' },
  { id: 'goose', label: 'Goose', globalSkillsDir: '~/.config/goose/skills' },
  { id: 'junie', label: 'Junie', globalSkillsDir: '~/.junie/skills' },
  { id: 'kiro-cli', label: 'Kiro CLI', globalSkillsDir: '~/.kiro/skills' },
  { id: 'qwen-code', label: 'Qwen Code', globalSkillsDir: '~/.qwen/skills' },
  { id: 'roo', label: 'Roo Code', globalSkillsDir: '~/.roo/skills' },
  { id: 'warp', label: 'Warp', globalSkillsDir: '~/.agents/skills' },
  { id: 'windsurf', label: 'Windsurf', globalSkillsDir: '~/.codeium/windsurf/skills' },
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
