import { artifactUrl, publishedPath } from '@nx-agent-skills/discovery';
import type { Report, ReportedSkill } from '../report-schema';

const ORIGIN = 'https://skills.acme.example';

/** A repository for reports that have one. */
export const MADE_REPOSITORY = {
  host: 'github.com',
  owner: 'acme',
  name: 'skills',
  url: 'https://github.com/acme/skills',
  isGitHub: true,
};

/**
 * A skill as a report has it, without anything that was built: a single file unless told otherwise.
 * The digest is made up from the name.
 */
export function madeSkill(name: string, change: Partial<ReportedSkill> = {}): ReportedSkill {
  const shape = change.shape ?? 'single-file';
  const isSingle = shape === 'single-file';
  const file = isSingle
    ? publishedPath.skillMd(name)
    : shape === 'bundle'
      ? publishedPath.bundle(name)
      : publishedPath.archive(name);
  const digest = `sha256:${Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)}`;
  const paths = isSingle ? ['SKILL.md'] : ['SKILL.md', 'scripts/run.sh'];
  return {
    name,
    description: `Does ${name}.`,
    path: `skills/${name}`,
    shape,
    type: isSingle ? 'skill-md' : 'archive',
    url: artifactUrl({ href: ORIGIN }, file),
    file,
    digest,
    size: 1234,
    indexed: true,
    files: paths.map((path) => ({ path, mode: '0644', size: 617, digest })),
    leftOut: [],
    findings: [],
    install: [],
    checks: [{ check: 'digest', expected: digest.slice(7), status: 'not-run' }],
    ...change,
  };
}

/** A report of these skills, for what is made from reports. */
export function madeReport(skills: readonly ReportedSkill[], change: Partial<Report> = {}): Report {
  return {
    $schema: './report.schema.json',
    version: 1,
    generator: 'nx-agent-skills 0.0.0',
    origin: ORIGIN,
    agents: ['claude-code', 'codex', 'cursor', 'github-copilot'],
    zip: 'off',
    legacyIndex: false,
    hosting: [],
    index: {
      url: `${ORIGIN}/${publishedPath.index}`,
      catalogueUrl: `${ORIGIN}/agent-skills`,
      digest: `sha256:${'0'.repeat(64)}`,
      size: 1000,
      entries: skills.filter(({ indexed }) => indexed).length,
      check: { check: 'index', expected: '0'.repeat(64), status: 'not-run' },
    },
    skills: [...skills],
    findings: [],
    refused: [],
    excluded: [],
    ...change,
  };
}
