import type { DeploymentRule } from './deployment-rule';

/** What a real install, and a request to an agent with the skill, show. */
export const INSTALL_RULES = {
  'install/failed': {
    severity: 'error',
    what: 'The client could not install the skill.',
    fix: 'See the other checks of this skill first; then run the command by hand.',
  },
  'install/timed-out': {
    severity: 'error',
    what: 'The client did not end in time.',
    fix: 'Run the command by hand to see what it waits for, such as a question; if it is only slow, raise the option installTimeout.',
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
  'activation/timed-out': {
    severity: 'error',
    what: 'The probe did not end in time, so nothing is known of the skill.',
    fix: 'Run the command by hand to see what it waits for, such as a login or a question; if it is only slow, raise timeout in the option probe.',
  },
} as const satisfies Record<string, DeploymentRule>;
