import { join } from 'node:path';
import { holdsRefusal, recordArtifact, writeRecord, writeRefusal } from '@nx-agent-skills/artifact';
import {
  artifactFolderOf,
  recordFileOf,
  recordFolderOf,
  type SkillOptions,
} from '../skill-outputs';
import type { TaskOutcome } from './archive-tasks';

/** Options of the `hash` executor. */
export interface HashOptions extends SkillOptions {
  /** The version of the plugin, which makes an upgrade hash again. */
  tool: string;
}

/** Verifies and records one artifact. Never throws: a fault is an outcome. */
export function runHashTask(task: HashOptions, workspaceRoot: string): TaskOutcome {
  const artifactFolder = join(workspaceRoot, artifactFolderOf(task));
  try {
    if (holdsRefusal(artifactFolder)) {
      writeRefusal(join(workspaceRoot, recordFolderOf(task)), task.skill);
      return { success: true, terminalOutput: '' };
    }
    const record = recordArtifact(artifactFolder, task.skill);
    writeRecord(join(workspaceRoot, recordFileOf(task)), record);
    return { success: true, terminalOutput: '' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { success: false, terminalOutput: `${message.replaceAll(`${workspaceRoot}/`, '')}\n` };
  }
}
