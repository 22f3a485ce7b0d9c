import type { Finding } from '@nx-agent-skills/skill';
import { changesMarkdown } from './changes-markdown';
import { commonChecks } from './checklist';
import { checkList, checkState } from './checks-markdown';
import { code, codeBlock, text } from './markdown-text';
import type { Report, ReportedSkill } from './report-schema';

/** The report for people. All text from skills is escaped, so that none of it acts as markup. */
export function reportMarkdown(report: Report): string {
  const bundles = report.skills.filter(({ shape }) => shape === 'bundle').length;
  return `${[
    '# Published agent skills',
    `Origin: ${code(report.origin)}`,
    `Index: ${code(report.index.url)} (${report.index.entries} entries, digest ${code(report.index.digest)})`,
    `${report.skills.length - bundles} skills and ${bundles} bundles, built by ${code(report.generator)}.`,
    checkState(report),
    ...changesMarkdown(report),
    overview(report.skills),
    ...leftOutSections(report),
    ...(report.findings.length > 0 ? ['## Source tree', findingList(report.findings)] : []),
    '## Check after the deploy',
    checkList(commonChecks(report)),
    ...report.skills.map(skillSection),
  ].join('\n\n')}\n`;
}

function leftOutSections({ refused, excluded }: Report): string[] {
  return [
    ...(refused.length > 0
      ? [
          '## Refused and left out',
          ...refused.flatMap(({ path, findings }) => [code(path), findingList(findings)]),
        ]
      : []),
    ...(excluded.length > 0
      ? ['## Excluded on purpose', excluded.map((path) => `- ${code(path)}`).join('\n')]
      : []),
  ];
}

function overview(skills: readonly ReportedSkill[]): string {
  const rows = skills.map(
    (skill) =>
      `| ${code(skill.name)} | ${skill.shape} | ${skill.type} | ${skill.size} | ${skill.indexed ? 'yes' : 'no'} | ${skill.findings.length} |`,
  );
  return [
    '| Name | Shape | Type | Bytes | In the index | Findings |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function skillSection(skill: ReportedSkill): string {
  return [
    `## ${skill.name}`,
    ...(skill.description === null ? [] : [`> ${text(skill.description)}`]),
    [
      `- Source: ${code(skill.path)}`,
      `- Shape: ${skill.shape}, ${skill.files.length} ${skill.files.length === 1 ? 'file' : 'files'}`,
      `- Type: ${skill.type}`,
      `- Size: ${skill.size} bytes`,
      `- Digest: ${code(skill.digest)}`,
      `- URL: ${code(skill.url)}`,
      ...(skill.notIndexedBecause ? [`- Not in the index: ${skill.notIndexedBecause}`] : []),
      ...(skill.leftOut.length > 0
        ? [
            `- Left out: ${skill.leftOut.map(({ path, reason }) => `${code(path)} (${reason})`).join(', ')}`,
          ]
        : []),
    ].join('\n'),
    ...(skill.findings.length > 0 ? [findingList(skill.findings)] : []),
    'Install:',
    ...skill.install.map(({ label, command }) => `${text(label)}\n\n${codeBlock(command)}`),
    'Check after the deploy:',
    checkList(skill.checks),
  ].join('\n\n');
}

function findingList(findings: readonly Finding[]): string {
  return findings
    .map(({ severity, code: rule, file, line, message, fix }) => {
      const place = line === undefined ? file : `${file}:${line}`;
      return `- ${severity} ${code(rule)} at ${code(place)}: ${text(message)} ${text(fix)}`;
    })
    .join('\n');
}
