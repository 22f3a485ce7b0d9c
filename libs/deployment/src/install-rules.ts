import type { DeploymentRule } from './deployment-rule';

/** What a real install, and a request to an agent with the skill, show. */
export const INSTALL_RULES = {
  'install/failed': {
    severity: 'error',
    what: 'The client could not install the skill.',
    fix: 'See the other checks of this skill first; then run the command by hand.',
  },
  'install/files-differ': {
    severity: 'error',
    what: 'The installed files are not those that were published.',
    fix: 'See the other checks of this skill first; then run the command by hand and compare.',
  },
  'activation/failed': {
    severity: 'error',
    what: 'The probe says that the skill was not used.',
    fix: 'Say in the description what the skill does and when to use it, in the words of those who ask.',
  },
} as const satisfies Record<string, DeploymentRule>;
