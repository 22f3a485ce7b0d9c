/**
 * Names that Claude Code keeps for itself or for Anthropic, or that Claude Desktop refuses. Source:
 * what `claude plugin` of @anthropic-ai/claude-code 2.1.332 does with each of them.
 */
const RESERVED = new Set([
  'agent-skills',
  'anthropic-agent-skills',
  'anthropic-marketplace',
  'anthropic-plugin-directory',
  'anthropic-plugins',
  'builtin',
  'claude-code-marketplace',
  'claude-code-plugins',
  'claude-community',
  'claude-for-financial-services',
  'claude-for-legal',
  'claude-plugin-directory',
  'claude-plugin-test',
  'claude-plugins-community',
  'claude-plugins-official',
  'claude-tag-plugins',
  'financial-services-plugins',
  'first-party-plugins',
  'healthcare',
  'inline',
  'knowledge-work-plugins',
  'life-sciences',
  'org',
  'org-provisioned',
  'skills-dir',
  'synced',
  'unknown',
]);

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_LENGTH = 64;

/** The names, without hyphens, that Claude takes for an official marketplace. */
const OFFICIAL =
  /official(anthropic|claude)|(anthropic|claude)official|^(anthropic|claude)(marketplace|plugins|director(y|ies))/;

/** Whether a plugin can have this name: Claude's marketplace sync asks for kebab case. */
export function isPluginName(name: string): boolean {
  return name.length <= MAX_LENGTH && NAME.test(name);
}

/**
 * Why a marketplace cannot have this name; undefined when it can. Claude accepts some names that are
 * not in kebab case, but its marketplace sync refuses them, so that we do too.
 */
export function marketplaceNameFault(name: string): string | undefined {
  if (!isPluginName(name)) {
    return `must be 1-${MAX_LENGTH} of a-z, 0-9 and single hyphens, with none at the ends`;
  }
  if (RESERVED.has(name)) return 'is reserved, so that Claude refuses it';
  if (OFFICIAL.test(name.replaceAll('-', ''))) {
    return 'reads like an official one of Claude, so that Claude refuses it';
  }
  return undefined;
}
