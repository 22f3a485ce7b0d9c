import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  freezeSnapshot,
  type PublicationOptions,
  publish,
  type Report,
} from '@nx-agent-skills/publication';
import { buildSkills, buildWorkspace, skillMd, TREE } from '@nx-agent-skills/publication/testing';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { type Answer, startHost } from './fault-host';

/** A tree with releases, and all that was there on the way to it. */
export interface ReleasedTree {
  /** Absolute: the workspace, with its snapshots in `snapshots`. */
  root: string;
  /** Absolute: the tree that was published last. */
  tree: string;
  report: Report;
  /** The report of the publication before the last release. */
  reportBefore: Report;
}

/** A single file and an archive. */
const FILES = {
  'skills/alpha/SKILL.md': skillMd('alpha'),
  'skills/beta/SKILL.md': skillMd('beta'),
  'skills/beta/notes.md': '# Notes\n',
};

/** Freezes releases one after the other, each of which has another alpha, and publishes them all. */
export function publishReleases(
  versions: readonly string[],
  options: Partial<PublicationOptions> = {},
  files: Record<string, string> = FILES,
): ReleasedTree {
  const { root, options: own } = buildWorkspace(files, options);
  const places = { folder: join(root, 'snapshots') };
  const tree = join(root, TREE);
  const publishNow = () => publish(buildSkills(root), [], { ...own, snapshots: places }).report;
  let report = publishNow();
  let reportBefore = report;
  for (const version of versions) {
    writeFileSync(join(root, 'skills/alpha/SKILL.md'), skillMd('alpha', `As in ${version}.`));
    reportBefore = publishNow();
    freezeSnapshot(tree, places, version, { preview: true });
    report = publishNow();
  }
  return { root, tree, report, reportBefore };
}

/** Publishes releases whose urls are those of a host on this machine, which serves a copy of the tree. */
export async function publishAtHost(
  versions: readonly string[],
  answers: Record<string, Answer> = {},
  files: Record<string, string> = FILES,
): Promise<{ origin: string; served: string }> {
  const served = writeTree({});
  const { origin } = await startHost(answers, served);
  cpSync(publishReleases(versions, { origin: { href: origin } }, files).tree, served, {
    recursive: true,
  });
  return { origin, served };
}
