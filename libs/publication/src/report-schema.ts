import { findingSchema } from '@nx-agent-skills/artifact';
import { z } from 'zod';
import { HOSTINGS } from './hosting/hosting-files';

/** No zips, zips beside the archives, or zips that the index points to. */
export const ZIP_MODES = ['off', 'beside', 'index'] as const;
export type ZipMode = (typeof ZIP_MODES)[number];

const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .meta({ id: 'digest', description: 'SHA-256 of exactly the bytes of the file.' });

const outcome = z
  .strictObject({
    at: z.string().describe('When the check was run, in ISO 8601, UTC.'),
    origin: z.string().describe('The origin that was checked.'),
    code: z.string().exactOptional().describe('The cause that was found.'),
    message: z.string().describe('What was seen, or why the check was skipped.'),
    fix: z.string().exactOptional(),
    evidence: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('What was received: status, headers, digest.'),
    notes: z
      .array(
        z.strictObject({
          code: z.string(),
          severity: z.enum(['error', 'warning', 'info']),
          url: z.string().exactOptional(),
          message: z.string(),
          fix: z.string(),
        }),
      )
      .exactOptional()
      .describe('What else was found. Warnings and infos do not fail a check.'),
  })
  .describe('What a check of the deployment has shown.');

const check = z
  .strictObject({
    check: z
      .enum(['index', 'snapshots', 'digest', 'layout', 'install', 'activation'])
      .describe('What is checked after the deploy.'),
    command: z.string().exactOptional().describe('What to run. Absent where a person has to act.'),
    expected: z.string().describe('What shows that the check has passed.'),
    status: z
      .enum(['not-run', 'passed', 'failed', 'skipped'])
      .describe('Nothing is checked before the deploy: "not-run". None passes without evidence.'),
    outcome: outcome.exactOptional(),
  })
  .meta({ id: 'check' });

const finding = findingSchema().meta({ id: 'finding' });

const install = z.strictObject({
  method: z.enum(['skills-cli', 'curl', 'curl-verified', 'gh', 'skills-cli-git', 'claude-plugin']),
  agent: z.string().describe('Id of the agent that the command installs for.'),
  label: z.string(),
  command: z.string().describe('A command for a POSIX shell.'),
});

const leftOut = z.strictObject({
  path: z.string().describe('Relative to the skill. A folder ends with a slash.'),
  reason: z.enum(['junk', 'ignored']),
});

const skill = z.strictObject({
  name: z.string().describe('The name in the index; for a bundle that is not in it, its slug.'),
  description: z.string().nullable(),
  version: z.string().exactOptional(),
  license: z.string().exactOptional(),
  path: z.string().describe('The folder in the source tree.'),
  shape: z.enum(['single-file', 'multi-file', 'bundle']),
  type: z.enum(['skill-md', 'archive']),
  url: z.string().describe('Where the artifact is published.'),
  file: z.string().describe('The artifact in this tree.'),
  digest,
  size: z.int().describe('Bytes of the artifact.'),
  zip: z
    .strictObject({ url: z.string(), file: z.string(), digest, size: z.int() })
    .exactOptional()
    .describe('The same files as a zip.'),
  indexed: z.boolean(),
  marketplace: z
    .strictObject({ name: z.string(), plugin: z.string() })
    .exactOptional()
    .describe("The plugin of the repository's Claude marketplace that holds the skill."),
  notIndexedBecause: z.string().exactOptional(),
  files: z.array(
    z.strictObject({
      path: z.string(),
      mode: z.enum(['0644', '0755']),
      size: z.int(),
      digest,
    }),
  ),
  leftOut: z.array(leftOut).describe('What lies in the folder and is not published.'),
  findings: z.array(finding),
  install: z.array(install),
  checks: z.array(check),
});

const named = z.strictObject({ name: z.string(), digest });

const changes = z
  .strictObject({
    since: z.string().describe('The publication before, as the publisher has named it.'),
    added: z.array(named),
    changed: z.array(
      z.strictObject({
        name: z.string(),
        before: digest,
        after: digest,
        files: z
          .strictObject({
            added: z.array(z.string()),
            changed: z.array(z.string()),
            removed: z.array(z.string()),
          })
          .exactOptional()
          .describe('Paths in the skill, where those before are known.'),
      }),
    ),
    removed: z.array(named),
    unchanged: z.int(),
  })
  .describe('What differs from a publication before, when the publisher has named one.');

/** The shape of report.json, from which its JSON schema is made as well. */
export const reportSchema = z
  .strictObject({
    $schema: z.literal('./report.schema.json'),
    version: z.literal(1),
    generator: z.string().describe('The product and the version that built the tree.'),
    origin: z.string(),
    repository: z
      .strictObject({
        host: z.string(),
        owner: z.string(),
        name: z.string(),
        url: z.string(),
        isGitHub: z.boolean(),
      })
      .exactOptional()
      .describe('The git repository that the skills can be installed from.'),
    agents: z
      .array(z.string())
      .min(1)
      .describe('Ids of the agents that install commands are made for.'),
    zip: z
      .enum(ZIP_MODES)
      .describe('Whether archives are published as zips too, and which of the two the index has.'),
    legacyIndex: z
      .boolean()
      .describe('Whether the index of discovery 0.1.0 is published, with all files beside it.'),
    contentAddressed: z
      .literal(true)
      .exactOptional()
      .describe('The index points to urls with digests in them, whose bytes never change.'),
    hosting: z.array(z.enum(HOSTINGS)).describe('The hosts whose settings lie in the tree.'),
    index: z.strictObject({
      url: z.string(),
      catalogueUrl: z.string().describe('What "skills add" takes.'),
      digest,
      size: z.int(),
      entries: z.int(),
      check,
    }),
    snapshots: z
      .array(
        z.strictObject({
          version: z.string(),
          digest,
          entries: z.int(),
        }),
      )
      .exactOptional()
      .describe('The releases that were frozen and are published too, in ascending order.'),
    snapshotsCheck: check.exactOptional().describe('The check of all releases together.'),
    changes: changes.exactOptional(),
    skills: z.array(skill).describe('Every skill and bundle, sorted by name.'),
    findings: z.array(finding).describe('Findings about the source tree as a whole.'),
    refused: z
      .array(z.strictObject({ path: z.string(), findings: z.array(finding) }))
      .describe('What is left out because it is refused, with the reasons.'),
    excluded: z
      .array(z.string())
      .describe('Folders with skills that the publisher leaves out on purpose.'),
  })
  .describe('What was published, how to install it, and what to check after the deploy.');

export type Report = z.infer<typeof reportSchema>;
export type ReportedSkill = Report['skills'][number];
/** A check of what is served (contract step 5), and its outcome once it has been run. */
export type Check = ReportedSkill['checks'][number];

/** What a check has shown. */
export type CheckOutcome = NonNullable<Check['outcome']>;

/** The JSON schema of report.json (draft 2020-12), as text. */
export function reportJsonSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(reportSchema), null, 2)}\n`;
}
