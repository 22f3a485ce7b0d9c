import { digestOf } from '@nx-agent-skills/artifact';
import {
  artifactUrl,
  catalogueUrl,
  type InstallCommand,
  installCommands,
  wellKnownIndexUrl,
} from '@nx-agent-skills/discovery';
import { type Finding, findSkills } from '@nx-agent-skills/skill';
import { indexCheck, skillChecks } from './checklist';
import type { PublicationOptions, PublishedSkill, RefusedSkill } from './publication';
import type { Report, ReportedSkill } from './report-schema';

/**
 * Makes the report of a publication. It holds no time and no machine's name, so that the same
 * commit gives the same report.
 *
 * @param index the text of index.json
 * @param findings what was found about the source tree as a whole
 */
export function makeReport(
  skills: readonly PublishedSkill[],
  refused: readonly RefusedSkill[],
  index: string,
  findings: readonly Finding[],
  options: PublicationOptions,
): Report {
  const bytes = Buffer.from(index, 'utf8');
  const digest = digestOf(bytes);
  return {
    $schema: './report.schema.json',
    version: 1,
    generator: options.generator,
    origin: options.origin.href,
    ...(options.repository ? { repository: options.repository } : {}),
    agents: options.agents.map(({ id }) => id),
    index: {
      url: wellKnownIndexUrl(options.origin),
      catalogueUrl: catalogueUrl(options.origin),
      digest,
      size: bytes.length,
      entries: skills.filter(({ indexed }) => indexed).length,
      check: indexCheck(options.origin, digest),
    },
    skills: skills.map((skill) => reportSkill(skill, options)),
    findings: [...findings],
    refused: [...refused],
    excluded: [...options.excludedOnPurpose],
  };
}

function reportSkill(skill: PublishedSkill, options: PublicationOptions): ReportedSkill {
  const { record } = skill;
  const install = installWays(skill, options);
  return {
    name: skill.name,
    description: record.description,
    ...(record.version === undefined ? {} : { version: record.version }),
    ...(record.license === undefined ? {} : { license: record.license }),
    path: record.path,
    shape: record.shape,
    type: record.type,
    url: artifactUrl(options.origin, skill.artifactPath),
    file: skill.artifactPath,
    digest: record.digest,
    size: record.size,
    indexed: skill.indexed,
    ...(skill.indexed
      ? {}
      : {
          notIndexedBecause:
            'The bundle has no SKILL.md of its own, which the discovery format demands at the root of every archive.',
        }),
    files: record.files,
    leftOut: skill.leftOut.map(({ path, reason }) => ({ path, reason })),
    findings: record.findings,
    install,
    checks: skillChecks(options.origin, skill, install),
  };
}

function installWays(skill: PublishedSkill, options: PublicationOptions): InstallCommand[] {
  const { record, name, artifactPath, indexed } = skill;
  const commands = installCommands({
    origin: options.origin,
    name,
    type: record.type,
    artifactPath,
    digest: record.digest,
    agents: options.agents,
    indexed,
    ownIndex: indexed,
    repositoryPath: record.path,
    ...(record.shape === 'bundle' ? { bundle: { skillFolders: nestedSkills(skill) } } : {}),
    ...(options.repository ? { repository: options.repository } : {}),
  });
  const first = options.agents[0]?.id;
  const seen = new Set<string>();
  // Every way for the first agent, the shortest one for each other: all of them would make the
  // report of a large catalogue unreadable.
  return commands.filter(({ agent }) => {
    if (agent === first) return true;
    const isNew = !seen.has(agent);
    seen.add(agent);
    return isNew;
  });
}

/** The skills in a bundle, as its archive has them; a template inside a skill is none of them. */
function nestedSkills({ record }: PublishedSkill): string[] {
  const skillMds = record.files.map(({ path }) => path).filter((path) => /\/SKILL\.md$/.test(path));
  const { skills } = findSkills(skillMds, { roots: ['skills'], exclude: [] });
  return skills.filter(({ hasSkillMd }) => hasSkillMd).map(({ path }) => path);
}
