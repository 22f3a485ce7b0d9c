import type { z } from 'zod';

/**
 * Says what is wrong with an option, what was received, and what a right one looks like.
 *
 * @param known the names of all options
 */
export function describeOptionIssue(
  issue: z.core.$ZodIssue,
  received: unknown,
  known: readonly string[],
): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `  ${key}: there is no such option. Known options: ${known.join(', ')}.`,
    );
  }
  const [name] = issue.path;
  const value = issue.path.reduce<unknown>(
    (inside, key) => (inside as Record<PropertyKey, unknown> | undefined)?.[key],
    received,
  );
  const example = EXAMPLES[String(name)];
  const fix =
    example === undefined ? '' : ` Example: "${String(name)}": ${JSON.stringify(example)}.`;
  return [
    `  ${issue.path.map(String).join('.') || 'options'}: received ${JSON.stringify(value) ?? 'nothing'}, ${expectation(String(name))}.${fix}`,
  ];
}

const EXAMPLES: Record<string, unknown> = {
  origin: 'https://skills.acme.example',
  outputDir: 'dist/agent-skills',
  buildDir: 'dist/agent-skills-build',
  snapshotsDir: 'snapshots',
  snapshotArtifacts: 'rebuilt',
  snapshotTag: 'v{version}',
  roots: ['skills'],
  exclude: ['skills/drafts'],
  strict: true,
  rules: { 'name/differs-from-folder': 'off' },
  onRefused: 'exclude',
  preview: true,
  repository: 'github:acme/skills',
  agents: ['claude-code'],
  zip: 'beside',
  legacyIndex: true,
  contentAddressed: true,
  onRemoved: 'fail',
  hosting: ['headers'],
  bundleSlugs: { 'skills/cloud': 'acme-cloud' },
  marketplace: { name: 'acme-skills', owner: { name: 'Acme' } },
  archiveTargetName: 'archive',
  hashTargetName: 'hash',
  publishIndexTargetName: 'publish-index',
  validateTargetName: 'validate',
};

function expectation(name: string): string {
  if (['strict', 'preview', 'legacyIndex', 'contentAddressed'].includes(name))
    return 'expected true or false';
  if (name === 'snapshotArtifacts') return 'expected "stored" or "rebuilt"';
  if (name === 'snapshotTag') return 'expected the name of a tag with {version} in it';
  if (name === 'onRemoved') return 'expected "allow" or "fail"';
  if (name === 'roots' || name === 'exclude') {
    return 'expected a list of folders inside the workspace, without "!"';
  }
  if (name === 'rules') return 'expected codes of rules with "off", "warning" or "error" each';
  if (name === 'onRefused') return 'expected "fail" or "exclude"';
  if (name === 'zip') return 'expected "off", "beside" or "index"';
  if (name === 'hosting') {
    return 'expected a list of "headers", "vercel", "nginx" and "github-pages"';
  }
  if (name === 'agents') return 'expected a list of agent ids';
  if (name === 'marketplace') return 'expected a name and an owner with a name';
  if (name === 'bundleSlugs') return 'expected bundle folders with a name each';
  if (name.endsWith('Dir')) return 'expected a folder inside the workspace';
  if (name.endsWith('TargetName')) {
    return 'expected a target name of letters, digits, dots and hyphens that no other target has';
  }
  return 'expected a text';
}
