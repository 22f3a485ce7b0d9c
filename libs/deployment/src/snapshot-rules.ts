import type { DeploymentRule } from './deployment-rule';

/** What is wrong with releases that were frozen, and must stay as they are. */
export const SNAPSHOT_RULES = {
  'snapshots/missing': {
    severity: 'error',
    what: 'The list of releases, versions.json, is not served, so that nobody finds a release.',
    fix: 'Deploy the whole output folder, the dot-folder .well-known included.',
  },
  'snapshots/invalid': {
    severity: 'error',
    what: 'The served versions.json is not in the format of one.',
    fix: 'Serve the versions.json that was built, unchanged.',
  },
  'snapshots/differs': {
    severity: 'error',
    what: 'The served versions.json does not list the releases that were built.',
    fix: 'Deploy the whole output folder of the publication that the report describes, and remove from the host what is not in it.',
  },
  'snapshots/digest': {
    severity: 'error',
    what: 'A file of a release does not have the digest that was promised: the release was changed, or is damaged.',
    fix: 'Restore the snapshots as they were committed, publish again, and deploy the whole output folder. A change of a release needs a version of its own.',
  },
  'snapshots/index': {
    severity: 'error',
    what: 'The index of a release is one that no client can use, or leads out of that release.',
    fix: 'Freeze the release with the target snapshot, and deploy it unchanged.',
  },
  'snapshots/changed': {
    severity: 'error',
    what: 'A release that was published before is another one now.',
    fix: 'Restore the snapshots as they were published, and deploy them again. A change needs a version of its own.',
  },
  'snapshots/vanished': {
    severity: 'error',
    what: 'A release that was published before is not listed any more; whoever has it locked cannot install it.',
    fix: 'Restore the snapshots as they were published, and deploy the whole output folder.',
  },
  'snapshots/previous': {
    severity: 'error',
    what: 'What was published before could not be read, so that nothing is known of what has changed since.',
    fix: 'Name an origin or a versions.json that answers, a file, or a revision of git, in the option previous.',
  },
} as const satisfies Record<string, DeploymentRule>;
