import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { writeTree } from '@nx-agent-skills/skill/testing';
import type { ArchiveJob, ArchiveResult } from './archive-skill';
import { archiveSkills } from './archive-skills';
import type { SettledJob } from './archive-thread';
import { findArtifact } from './artifact-folder';

const COUNT = 120;
const BROKEN = 17;
const THROWING = 90;

const skillFiles = (index: number): Record<string, string> => ({
  [`skills/s${index}/SKILL.md`]: `---\nname: s${index}\ndescription: d\n---\nText\n`,
  [`skills/s${index}/data.json`]: JSON.stringify({ index }),
});

const jobsFor = (workspaceRoot: string): ArchiveJob[] =>
  Array.from({ length: COUNT }, (_, index) => ({
    workspaceRoot,
    skillPath: index === BROKEN ? 'skills/gone' : `skills/s${index}`,
    outputFolder: index === THROWING ? 'a-file/out' : `dist/s${index}`,
    settings: { strict: false, rules: {} },
    recordRefusal: false,
  }));

async function settle(jobs: ArchiveJob[], threads: number): Promise<SettledJob[]> {
  const settled: SettledJob[] = [];
  for await (const job of archiveSkills(jobs, threads)) settled.push(job);
  return settled.sort(([a], [b]) => a - b);
}

function digests(workspace: string, settled: SettledJob[]): string[] {
  return settled.flatMap(([index, result]) =>
    (result as ArchiveResult).archived
      ? [findArtifact(join(workspace, `dist/s${index}`)).digest]
      : [],
  );
}

describe('archiveSkills', () => {
  let workspace: string;
  let inline: SettledJob[];
  let threaded: SettledJob[];
  let digestsInline: string[];

  beforeAll(async () => {
    workspace = writeTree(
      Object.assign({}, ...Array.from({ length: COUNT }, (_, index) => skillFiles(index))),
    );
    writeFileSync(join(workspace, 'a-file'), '');
    inline = await settle(jobsFor(workspace), 1);
    digestsInline = digests(workspace, inline);
    threaded = await settle(jobsFor(workspace), 2);
  }, 30_000);

  it('yields every job exactly once, inline and over threads', () => {
    const all = Array.from({ length: COUNT }, (_, index) => index);
    expect(inline.map(([index]) => index)).toEqual(all);
    expect(threaded.map(([index]) => index)).toEqual(all);
  });

  it('gives the same artifacts over threads as inline', () => {
    expect(digestsInline).toHaveLength(COUNT - 2);
    expect(new Set(digestsInline).size).toBe(COUNT - 2);
    expect(digests(workspace, threaded)).toEqual(digestsInline);
  });

  it('gives the findings of a skill that is refused', () => {
    for (const settled of [inline, threaded]) {
      expect(settled[BROKEN]?.[1]).toMatchObject({
        archived: false,
        findings: [{ code: 'files/unreadable', file: 'skills/gone' }],
      });
    }
  });

  it('gives the error of a job that breaks down, and lets the others succeed', () => {
    for (const settled of [inline, threaded]) {
      const error = settled[THROWING]?.[1];
      expect(isNativeError(error)).toBe(true);
      expect((error as Error).message).toMatch(/ENOTDIR|EEXIST/);
      const failed = settled.filter(([, result]) => !(result as ArchiveResult).archived);
      expect(failed.map(([index]) => index)).toEqual([BROKEN, THROWING]);
    }
  });

  it('ends at once without jobs', async () => {
    expect(await settle([], 8)).toEqual([]);
  });
});
