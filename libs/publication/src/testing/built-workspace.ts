import { join } from 'node:path';
import { archiveSkill, recordArtifact, writeRecord } from '@nx-agent-skills/artifact';
import { findAgent, parseOrigin } from '@nx-agent-skills/discovery';
import { scanRoots } from '@nx-agent-skills/skill';
import { writeTree } from '@nx-agent-skills/skill/testing';
import type { BuiltSkill, PublicationOptions } from '../publication';

export const TREE = 'dist/agent-skills';

const LENIENT = { strict: false, rules: {} };

/** A valid SKILL.md. */
export function skillMd(name: string, body = `How to ${name}.`): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n${body}\n`;
}

/** One skill of each shape. */
export const EACH_SHAPE = {
  'skills/alpha/SKILL.md': skillMd('alpha'),
  'skills/beta/SKILL.md': skillMd('beta'),
  'skills/beta/scripts/run.sh': '#!/bin/sh\necho beta\n',
  'skills/suite/SKILL.md': skillMd('suite'),
  'skills/suite/skills/suite-scan/SKILL.md': skillMd('suite-scan'),
  'skills/cloud/README.md': '# Cloud\n',
  'skills/cloud/skills/cloud-logs/SKILL.md': skillMd('cloud-logs'),
};

/** A workspace in a temporary folder, with the artifacts of its skills. */
export interface BuiltWorkspace {
  /** Absolute. */
  root: string;
  built: BuiltSkill[];
  options: PublicationOptions;
}

/** Writes the files and builds all skills below `skills/`. */
export function buildWorkspace(
  files: Record<string, string | Buffer>,
  options: Partial<PublicationOptions> = {},
): BuiltWorkspace {
  const root = writeTree(files);
  return {
    root,
    built: buildSkills(root, options.onRefused === 'exclude', (options.zip ?? 'off') !== 'off'),
    options: {
      workspaceRoot: root,
      outputDir: TREE,
      origin: parseOrigin('https://skills.acme.example'),
      agents: ['claude-code', 'codex'].flatMap((id) => findAgent(id) ?? []),
      zip: 'off',
      legacyIndex: false,
      contentAddressed: false,
      hosting: [],
      bundleSlugs: {},
      settings: LENIENT,
      onRefused: 'fail',
      onRemoved: 'allow',
      excludedOnPurpose: [],
      generator: 'nx-agent-skills 0.0.0',
      ...options,
    },
  };
}

/** Builds all skills below `skills/` again; refused ones are an error unless they are recorded. */
export function buildSkills(root: string, recordRefusal = false, withZip = false): BuiltSkill[] {
  return scanRoots(root, { roots: ['skills'], exclude: [] }).skills.map(({ path }) => {
    const folder = `dist/build/${path.replaceAll('/', '-')}`;
    const skill = {
      path,
      artifactFolder: join(root, folder, 'artifact'),
      recordFile: join(root, folder, 'record', 'record.json'),
    };
    const { archived, findings } = archiveSkill({
      workspaceRoot: root,
      skillPath: path,
      outputFolder: `${folder}/artifact`,
      settings: LENIENT,
      recordRefusal,
      withZip,
    });
    if (archived) writeRecord(skill.recordFile, recordArtifact(skill.artifactFolder, path));
    else if (!recordRefusal) throw new Error(findings.map(({ message }) => message).join('\n'));
    return skill;
  });
}

/** The error that a call throws; fails when it throws none. */
export function thrownBy(call: () => unknown): Error & { code?: string } {
  try {
    call();
  } catch (error) {
    return error as Error & { code?: string };
  }
  throw new Error('The call threw nothing.');
}
