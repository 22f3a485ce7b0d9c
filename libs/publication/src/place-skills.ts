import type { SkillRecord } from '@nx-agent-skills/artifact';
import { publishedPath } from '@nx-agent-skills/discovery';
import {
  checkDuplicateNames,
  type Finding,
  finding,
  isSkillName,
  suggestSkillName,
} from '@nx-agent-skills/skill';
import type { PublishedSkill } from './publication';
import type { VerifiedArtifact } from './verify-artifact';

/**
 * Gives every skill its name and its place in the tree (contract steps 2 and 3). Nothing may shadow
 * anything: a name or a path that occurs twice is an error.
 *
 * @param bundleSlugs names of bundle archives by bundle folder
 * @param refused paths of skills that are left out, for which a slug may stand in the options
 */
export function placeSkills(
  artifacts: readonly VerifiedArtifact[],
  bundleSlugs: Readonly<Record<string, string>>,
  refused: readonly string[] = [],
): { skills: PublishedSkill[]; findings: Finding[] } {
  const skills = artifacts.map((artifact) => placeSkill(artifact, bundleSlugs));
  return {
    skills,
    findings: [
      ...skills.flatMap(checkSlug),
      ...unknownSlugs(skills, bundleSlugs).filter(({ file }) => !refused.includes(file)),
      ...checkDuplicateNames(
        skills
          .filter(({ indexed }) => indexed)
          .map(({ name, record }) => ({ name, file: `${record.path}/SKILL.md` })),
      ),
      ...checkPaths(skills),
    ],
  };
}

function placeSkill(
  artifact: VerifiedArtifact,
  bundleSlugs: Readonly<Record<string, string>>,
): PublishedSkill {
  const { record } = artifact;
  const name = publishedName(record, bundleSlugs);
  return {
    ...artifact,
    name,
    artifactPath: artifactPathOf(record, name, bundleSlugs),
    indexed: record.name !== null,
  };
}

/** The name of a skill; a bundle without one has the slug that the publisher wants, or its folder's name. */
export function publishedName(
  { name, path }: Pick<SkillRecord, 'name' | 'path'>,
  bundleSlugs: Readonly<Record<string, string>>,
): string {
  return name ?? slugOf(path, bundleSlugs) ?? path.slice(path.lastIndexOf('/') + 1);
}

/** Where an artifact of this name lies in the tree. */
export function artifactPathOf(
  record: Pick<SkillRecord, 'shape' | 'type' | 'path'>,
  name: string,
  bundleSlugs: Readonly<Record<string, string>>,
): string {
  if (record.shape === 'bundle')
    return publishedPath.bundle(slugOf(record.path, bundleSlugs) ?? name);
  return record.type === 'archive' ? publishedPath.archive(name) : publishedPath.skillMd(name);
}

/** A folder may be called "constructor", which every object knows. */
function slugOf(path: string, bundleSlugs: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(bundleSlugs, path) ? bundleSlugs[path] : undefined;
}

function checkSlug({ record, name, artifactPath }: PublishedSkill): Finding[] {
  if (record.shape !== 'bundle') return [];
  const slug = artifactPath.slice('agent-skills/'.length, -'-bundle.tar.gz'.length);
  if (isSkillName(slug)) return [];
  return [
    finding('name/invalid', record.path, {
      received: slug,
      message: `The bundle would be published as "${slug}", which breaks the naming rule.`,
      fix: `Set the option bundleSlugs: { "${record.path}": "${suggestSkillName(name) || 'a-slug'}" }.`,
    }),
  ];
}

/** A slug for a folder that is no bundle would be without effect. */
function unknownSlugs(
  skills: readonly PublishedSkill[],
  bundleSlugs: Readonly<Record<string, string>>,
): Finding[] {
  const bundles = new Set(
    skills.filter(({ record }) => record.shape === 'bundle').map(({ record }) => record.path),
  );
  return Object.keys(bundleSlugs)
    .filter((path) => !bundles.has(path))
    .map((path) =>
      finding('name/invalid', path, {
        received: bundleSlugs[path] ?? '',
        message: `The option bundleSlugs names ${path}, which is no bundle.`,
        fix: `Remove it, or name one of: ${[...bundles].join(', ') || '(there is no bundle)'}.`,
      }),
    );
}

function checkPaths(skills: readonly PublishedSkill[]): Finding[] {
  const owners = new Map<string, PublishedSkill>();
  return skills.flatMap((skill) => {
    const owner = owners.get(skill.artifactPath);
    owners.set(skill.artifactPath, skill);
    if (!owner || (owner.name === skill.name && owner.indexed && skill.indexed)) return [];
    return [
      finding('layout/artifact-collision', skill.record.path, {
        received: skill.artifactPath,
        message: `${owner.record.path} and ${skill.record.path} would both be published as ${skill.artifactPath}.`,
      }),
    ];
  });
}

/** Hosts are told by the folder what may be kept for ever. */
export function checkAddressedFolder({ record, name }: PublishedSkill): Finding[] {
  if (`agent-skills/${name}` !== publishedPath.addressed) return [];
  return [
    finding('layout/artifact-collision', record.path, {
      received: name,
      message: `${record.path} would be published in ${publishedPath.addressed}, the folder of the files that are called by their digests.`,
    }),
  ];
}
