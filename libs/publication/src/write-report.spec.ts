import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publish } from './publish';
import { REPORT_FILES } from './report-json';
import type { Report } from './report-schema';
import { buildWorkspace, skillMd, TREE } from './testing/built-workspace';
import { verifyTree } from './verify-tree';
import { writeReport } from './write-report';

function published() {
  const workspace = buildWorkspace({ 'skills/alpha/SKILL.md': skillMd('alpha') });
  const again = () => publish(workspace.built, [], workspace.options).report;
  return { workspace, again, tree: join(workspace.root, TREE), report: again() };
}

/** The report after the index was checked. */
function checked(report: Report): Report {
  const outcome = {
    at: '2026-01-01T00:00:00Z',
    origin: report.origin,
    message: 'Seen.',
    evidence: {},
  };
  const check = { ...report.index.check, status: 'passed' as const, outcome };
  return { ...report, index: { ...report.index, check } };
}

describe('a report with results', () => {
  it('is written with all that repeats it, and leaves nothing beside the tree', () => {
    const { tree, report } = published();
    writeReport(tree, checked(report));
    expect(verifyTree(tree).report).toEqual(checked(report));
    expect(readdirSync(dirname(tree)).sort()).toEqual(['agent-skills', 'build']);
  });

  it('mends a tree in which only report.json was written', () => {
    const { tree, report } = published();
    const text = `${JSON.stringify(checked(report), null, 2)}\n`;
    writeFileSync(join(tree, REPORT_FILES.json), text);
    expect(() => verifyTree(tree)).toThrow(REPORT_FILES.markdown);
    writeReport(tree, checked(report));
    expect(verifyTree(tree).report).toEqual(checked(report));
  });

  it('stays when the same is published again, and makes room for anything else', () => {
    const { workspace, tree, report, again } = published();
    writeReport(tree, checked(report));
    expect(again()).toEqual(checked(report));
    const other = { ...workspace.options, generator: 'nx-agent-skills 0.0.1' };
    expect(publish(workspace.built, [], other).report.index.check.status).toBe('not-run');
  });
});
