import { printable } from './finding.mjs';

/**
 * The report of a run as text: a table with a line for each skill, the members of archives when they
 * are asked for, then the findings under what they belong to.
 *
 * @param {Awaited<ReturnType<import('./check-site.mjs').checkSite>>} site
 * @param {{ listFiles: boolean }} options
 * @returns {{ text: string, problems: number, warnings: number }}
 */
export function formatReport(site, { listFiles }) {
  const subjects = [{ name: 'index.json', ...site, members: undefined }, ...site.results];
  const problems = subjects.reduce((sum, subject) => sum + subject.problems.length, 0);
  const warnings = subjects.reduce((sum, subject) => sum + subject.warnings.length, 0);
  const blocks = [
    [String(site.indexUrl)],
    formatTable(site.results),
    ...(listFiles ? site.results.map(formatMembers) : []),
    ...subjects.map(formatFindings),
    [
      `${count(site.results.length, 'skill')}, ${count(problems, 'problem')}, ${count(warnings, 'warning')}`,
    ],
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return { text: `${text}\n`, problems, warnings };
}

function formatTable(results) {
  if (results.length === 0) return [];
  const rows = results.map((result) => [
    verdict(result),
    result.name,
    result.type,
    String(result.bytes ?? '-'),
    String(result.members?.length ?? '-'),
  ]);
  const table = [['RESULT', 'NAME', 'TYPE', 'BYTES', 'FILES'], ...rows];
  const widths = table[0].map((_, column) => {
    return table.reduce((width, row) => Math.max(width, row[column].length), 0);
  });
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

function verdict({ problems, warnings }) {
  if (problems.length > 0) return 'FAIL';
  return warnings.length > 0 ? 'warn' : 'ok';
}

function formatMembers({ name, members = [] }) {
  const lines = members.map(({ path, mode, size }) => {
    const octal = mode.toString(8).padStart(4, '0');
    return `  ${octal}  ${String(size).padStart(8)}  ${printable(path)}`;
  });
  return lines.length > 0 ? [name, ...lines] : [];
}

function formatFindings({ name, problems, warnings }) {
  const lines = [
    ...problems.map(({ code, message }) => `  FAIL ${code}: ${message}`),
    ...warnings.map(({ code, message }) => `  warn ${code}: ${message}`),
  ];
  return lines.length > 0 ? [name, ...lines] : [];
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
