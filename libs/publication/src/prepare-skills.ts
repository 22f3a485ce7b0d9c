import { ArtifactError, checkSources, holdsRefusal } from '@nx-agent-skills/artifact';
import { unservableLegacyFile } from '@nx-agent-skills/discovery';
import {
  applyRules,
  compareBytes,
  type Finding,
  finding,
  hasErrors,
  type IgnoreRulesOf,
  ignoreRules,
  showPath,
  sortFindings,
} from '@nx-agent-skills/skill';
import { checkAddressedFolder, placeSkills } from './place-skills';
import type { BuiltSkill, PublicationOptions, PublishedSkill, RefusedSkill } from './publication';
import { PublicationError } from './publication-error';
import { checkTrackedFiles } from './tracked-files';
import { type VerifiedArtifact, verifyArtifact } from './verify-artifact';

/** Artifacts that were verified before, by the skill's path. */
export type VerifiedArtifacts = ReadonlyMap<string, VerifiedArtifact>;

export interface PreparedSkills {
  /** Sorted by name. */
  skills: PublishedSkill[];
  /** Sorted by path; empty unless refused skills are left out. */
  refused: RefusedSkill[];
  /** Warnings about the source tree as a whole. */
  findings: Finding[];
}

/**
 * Verifies every built skill and gives it its place. What is refused refuses the publication, all
 * in one go, or is left out of it.
 *
 * @param layout findings about the source tree as a whole
 * @param verified artifacts that this process has verified already
 * @throws PublicationError, ArtifactError
 */
export function prepareSkills(
  built: readonly BuiltSkill[],
  layout: readonly Finding[],
  options: PublicationOptions,
  verified: VerifiedArtifacts = new Map(),
): PreparedSkills {
  const { artifacts, refused, faults } = verifyAll(built, options, verified);
  const placed = placeSkills(
    artifacts,
    options.bundleSlugs,
    refused.map(({ path }) => path),
  );
  const known = new Set(layout.map(({ code, file }) => `${code} ${file}`));
  const together = [
    ...layout,
    ...placed.findings.filter(({ code, file }) => !known.has(`${code} ${file}`)),
    ...checkTrackedFiles(options.workspaceRoot, placed.skills),
    ...(options.contentAddressed ? placed.skills.flatMap(checkAddressedFolder) : []),
    ...(options.legacyIndex ? placed.skills.flatMap(checkLegacyPaths) : []),
  ];
  const findings = sortFindings(applyRules(together, options.settings));
  const errors = findings.filter(({ severity }) => severity === 'error');
  const isFailing = options.onRefused === 'fail';
  refuse(
    faults,
    isFailing ? withoutRepeats([...errors, ...refused.flatMap((each) => each.findings)]) : [],
  );
  const left = leaveOutBundles(leaveOut(placed.skills, errors), refused);
  const all = merge([...refused, ...left.refused]);
  refuseEmptyTree(left.skills, all, options);
  return {
    skills: left.skills.sort(byName),
    refused: all,
    findings: findings.filter(({ severity }) => severity === 'warning'),
  };
}

const byName = (a: PublishedSkill, b: PublishedSkill) =>
  compareBytes(a.name, b.name) || compareBytes(a.artifactPath, b.artifactPath);

interface VerifiedAll {
  artifacts: VerifiedArtifact[];
  refused: RefusedSkill[];
  /** What no setting lets pass: damaged or stale artifacts. */
  faults: Error[];
}

function verifyAll(
  built: readonly BuiltSkill[],
  options: PublicationOptions,
  verified: VerifiedArtifacts,
): VerifiedAll {
  const all: VerifiedAll = { artifacts: [], refused: [], faults: [] };
  const rulesOf = ignoreRules(options.workspaceRoot);
  for (const skill of built) {
    try {
      const built = verified.get(skill.path) ?? verifyBuilt(skill, options, rulesOf);
      if (built) all.artifacts.push(built);
      else all.refused.push(confirmRefusal(skill, options, rulesOf));
    } catch (error) {
      if (error instanceof PublicationError && error.findings.length > 0) {
        all.refused.push({ path: skill.path, findings: [...error.findings] });
      } else if (error instanceof ArtifactError || error instanceof PublicationError) {
        all.faults.push(error);
      } else throw error;
    }
  }
  return all;
}

/** The artifact of a skill; undefined when there is a refusal in its place. */
function verifyBuilt(
  skill: BuiltSkill,
  { workspaceRoot, settings, zip }: PublicationOptions,
  rulesOf: IgnoreRulesOf,
): VerifiedArtifact | undefined {
  let verified: VerifiedArtifact;
  try {
    verified = verifyArtifact(workspaceRoot, skill, settings, rulesOf);
  } catch (error) {
    if (error instanceof ArtifactError && holdsRefusal(skill.artifactFolder)) return undefined;
    throw error;
  }
  const { record, artifact } = verified;
  if (zip === 'off' || record.type !== 'archive' || artifact.zip) return verified;
  throw new PublicationError(
    'publication/stale-artifact',
    `${skill.path} was built without a zip, and the option "zip" is "${zip}".\n    Fix: publish again with --skip-nx-cache, which builds everything anew.`,
  );
}

/** What keeps a skill out of the index of discovery 0.1.0. */
function checkLegacyPaths({ record, indexed }: PublishedSkill): Finding[] {
  const path = unservableLegacyFile(record.files.map((file) => file.path));
  return path === undefined || !indexed
    ? []
    : [finding('files/legacy-path', `${record.path}/${path}`)];
}

/** A refusal may come from a cache, like an artifact: the skill is checked again. */
function confirmRefusal(
  { path }: BuiltSkill,
  { workspaceRoot, settings }: PublicationOptions,
  rulesOf: IgnoreRulesOf,
): RefusedSkill {
  const { skill, findings } = checkSources(workspaceRoot, path, settings, rulesOf);
  if (!skill) return { path, findings };
  throw new PublicationError(
    'publication/stale-artifact',
    `${path} was refused when it was built, but nothing is wrong with it now.\n    Fix: publish again with --skip-nx-cache, which builds everything anew.`,
  );
}

function refuse(faults: readonly Error[], errors: readonly Finding[]): void {
  const refusal = new PublicationError(
    'publication/refused',
    'The publication is refused; the tree of the earlier one is untouched.',
    errors,
  );
  const refusals = [...faults, ...(hasErrors(errors) ? [refusal] : [])];
  const [only] = refusals;
  if (only && refusals.length === 1) throw only;
  if (only) {
    throw new PublicationError(
      'publication/refused',
      refusals.map(({ message }) => message).join('\n'),
    );
  }
}

interface LeftSkills {
  skills: PublishedSkill[];
  refused: RefusedSkill[];
}

/** A tree without any skill is never what is meant when there are some. */
function refuseEmptyTree(
  skills: readonly PublishedSkill[],
  refused: readonly RefusedSkill[],
  { excludedOnPurpose }: PublicationOptions,
): void {
  if (skills.length > 0 || refused.length + excludedOnPurpose.length === 0) return;
  throw new PublicationError(
    'publication/refused',
    `No skill is left to publish: ${refused.length} refused, ${excludedOnPurpose.length} folders excluded on purpose.\n    Fix: see the findings, and the option "exclude".`,
    refused.flatMap(({ findings }) => findings),
  );
}

/** The archive of a bundle holds all skills inside, so that it goes with the first that is refused. */
function leaveOutBundles(left: LeftSkills, refusedBefore: readonly RefusedSkill[]): LeftSkills {
  const gone = [...refusedBefore, ...left.refused].map(({ path }) => path);
  const bundles = left.skills.flatMap(({ record }): RefusedSkill[] => {
    const inside = gone.filter((path) => path.startsWith(`${record.path}/`));
    if (inside.length === 0) return [];
    const message = `The bundle holds ${inside.map(showPath).join(', ')}, refused and not to be published.`;
    return [
      { path: record.path, findings: [finding('layout/refused-inside', record.path, { message })] },
    ];
  });
  const paths = new Set(bundles.map(({ path }) => path));
  return {
    skills: left.skills.filter(({ record }) => !paths.has(record.path)),
    refused: [...left.refused, ...bundles],
  };
}

/** Takes out every skill that an error is about; what is no skill at all is named as it is. */
function leaveOut(skills: readonly PublishedSkill[], errors: readonly Finding[]): LeftSkills {
  const refused = errors.flatMap((error): RefusedSkill[] => {
    const paths = skills.filter((skill) => isAbout(error, skill)).map(({ record }) => record.path);
    return (paths.length > 0 ? paths : [error.file]).map((path) => ({ path, findings: [error] }));
  });
  const gone = new Set(refused.map(({ path }) => path));
  return { skills: skills.filter(({ record }) => !gone.has(record.path)), refused };
}

/** Of two skills with one name or one place neither is published, so that none shadows the other. */
function isAbout(error: Finding, { name, artifactPath, indexed, record }: PublishedSkill): boolean {
  if (error.code === 'name/duplicate') return indexed && error.received === JSON.stringify(name);
  if (error.code === 'layout/artifact-collision') {
    return error.received === JSON.stringify(artifactPath);
  }
  return error.file === record.path || error.file.startsWith(`${record.path}/`);
}

function merge(refused: readonly RefusedSkill[]): RefusedSkill[] {
  const byPath = new Map<string, Finding[]>();
  for (const { path, findings } of refused) {
    byPath.set(path, [...(byPath.get(path) ?? []), ...findings]);
  }
  return [...byPath]
    .map(([path, findings]) => ({ path, findings: sortFindings(withoutRepeats(findings)) }))
    .sort((a, b) => compareBytes(a.path, b.path));
}

/** A check of all skills together and the skill's own may find the same. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}
