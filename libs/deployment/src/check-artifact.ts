import { digestOf } from '@nx-agent-skills/artifact';
import { archiveLayout, zipLayout } from './archive-layout';
import { checkClientCoding } from './check-client-coding';
import { type CheckedPart, checkPart } from './check-part';
import { type CheckResult, resultOf, withoutEvidence } from './check-result';
import type { DeploymentRun } from './deployment-run';
import type { ExpectedFile, ExpectedSkill } from './expected-skill';
import { MAX_TOLD, summarise } from './summarise';

/** What the checks of a served artifact have shown. */
export interface CheckedArtifact {
  results: CheckResult[];
  /** What a client should install. */
  files?: readonly ExpectedFile[];
}

/** Checks the digests of all files that are served of a skill, and the layout of its archive. */
export async function checkArtifact(
  skill: ExpectedSkill,
  run: DeploymentRun,
): Promise<CheckedArtifact> {
  const [main, ...beside] = skill.parts;
  const first = await checkPart(main, run);
  const others: CheckedPart[] = [];
  for (const part of beside) {
    const { body: _, ...seen } = await checkPart(part, run);
    others.push(seen);
  }
  if (skill.type === 'archive' && first.isExpected && !run.hasCheckedCoding) {
    run.hasCheckedCoding = true;
    const isLabelled = first.diagnoses.some(({ code }) => code === 'http/content-encoding');
    if (!isLabelled) first.diagnoses.push(...(await checkClientCoding(main, run)));
  }
  const all = [first, ...others];
  const seen =
    beside.length === 0
      ? `The served bytes have the digest ${main.digest}.`
      : `The served bytes of ${all.length} files have the promised digests.`;
  const digest = resultOf(
    { check: 'digest', skill: skill.name },
    summarise(
      all.flatMap(({ diagnoses }) => diagnoses),
      MAX_TOLD,
    ),
    seen,
    { ...first.evidence, files: all.length },
  );
  if (skill.type === 'skill-md') {
    const files = first.body && [{ path: 'SKILL.md', digest: digestOf(first.body) }];
    return { results: [digest], ...filesOf(skill.files ?? files) };
  }
  const read = main.kind === 'zip' ? zipLayout : archiveLayout;
  const layout = first.body && read(first.body, main.url);
  const about = { check: 'layout', skill: skill.name } as const;
  // Clients do not install a bundle that is not in the index; it may lack a SKILL.md of its own.
  const diagnoses = (layout?.diagnoses ?? []).filter(
    ({ code }) => skill.indexed || code !== 'layout/no-skill-md',
  );
  const errors = diagnoses.filter(({ severity }) => severity === 'error');
  if (!layout || (!first.isExpected && errors.length === 0)) {
    const reason = layout
      ? 'What is served is not the archive that was promised.'
      : 'No archive was received.';
    return { results: [digest, withoutEvidence(about, 'skipped', reason)] };
  }
  const result = resultOf(
    about,
    diagnoses,
    `${layout.files.length} plain files${skill.indexed ? ', SKILL.md at the root' : ''}, no wrapping folder.`,
    { url: main.url, digest: digestOf(first.body ?? Buffer.alloc(0)), files: layout.files.length },
  );
  return { results: [digest, result], ...filesOf(skill.files ?? layout.files) };
}

const filesOf = (files: readonly ExpectedFile[] | undefined) =>
  files === undefined ? {} : { files };
