import type { DeploymentRule } from './deployment-rule';
import { INSTALL_RULES } from './install-rules';
import { SERVER_RULES } from './server-rules';
import { SNAPSHOT_RULES } from './snapshot-rules';
import { TREE_RULES } from './tree-rules';

/** Every known cause by its code. */
export const DIAGNOSES = {
  ...TREE_RULES,
  ...SNAPSHOT_RULES,
  ...SERVER_RULES,
  ...INSTALL_RULES,
} as const satisfies Record<string, DeploymentRule>;

export type DiagnosisCode = keyof typeof DIAGNOSES;
