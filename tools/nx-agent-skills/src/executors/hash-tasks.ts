import { dirname, join } from 'node:path';
import { holdsRefusal, recordArtifact, writeRecord, writeRefusal } from '@nx-agent-skills/artifact';
import type { TaskOutcome } from './archive-tasks';

/** Options of the `hash` executor. */
export interface HashOptions {
  /** The skill's folder, relative to the workspace. */
  skill: string;
  /** Where `archive` put the artifact, relative to the workspace. */
  artifactFolder: string;
  /** Where the record goes, relative to the workspace; the only file of its folder. */
  recordFile: string;
  /** The version of the plugin, which makes an upgrade hash again. */
  tool: string;
}

/** Verifies and records one artifact. Never throws: a fault is an outcome. */
export function runHashTask(task: HashOptions, workspaceRoot: string): TaskOutcome {
  const artifactFolder = join(workspaceRoot, task.artifactFolder);
  try {
    if (holdsRefusal(artifactFolder)) {
      writeRefusal(join(workspaceRoot, dirname(task.recordFile)), task.skill);
      return { success: true, terminalOutput: '' };
    }
    const record = recordArtifact(artifactFolder, task.skill);
    writeRecord(join(workspaceRoot, task.recordFile), record);
    return { success: true, terminalOutput: '' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { success: false, terminalOutput: `${message.replaceAll(`${workspaceRoot}/`, '')}\n` };
  }
}
