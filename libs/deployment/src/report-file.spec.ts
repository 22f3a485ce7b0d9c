import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { verifyTree } from '@nx-agent-skills/publication';
import { thrownBy } from '@nx-agent-skills/publication/testing';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { recordByHand } from './record-results';
import { changeReport, readReport, reportAt, reportOfTree } from './report-file';
import { publishTree } from './testing/published-tree';
import { publishReleases } from './testing/released-tree';

const JSON_FILE = 'agent-skills/report.json';
const seen = (report: ReturnType<typeof readReport>) =>
  recordByHand(
    report,
    { skill: 'alpha', check: 'activation', status: 'passed', origin: report.origin },
    '2026-01-01T00:00:00.000Z',
  );

describe('a report on disk', () => {
  it('is changed with all that repeats it, and the tree stays correct', () => {
    const { tree, report } = publishTree();
    changeReport(reportOfTree(tree), report, seen);
    expect(verifyTree(tree).report).toEqual(seen(report));
    expect(readFileSync(join(tree, 'agent-skills/report.md'), 'utf8')).toContain(
      'Recorded by hand',
    );
    expect(readdirSync(dirname(tree)).sort()).toEqual(['agent-skills', 'build']);
  });

  it('is found in its tree by its path, and may lie alone', () => {
    const { tree, report } = publishTree();
    expect(reportAt(join(tree, JSON_FILE))).toEqual(reportOfTree(tree));
    const alone = join(writeTree({}), 'report.json');
    copyFileSync(join(tree, JSON_FILE), alone);
    expect(reportAt(alone)).toEqual({ path: alone });
    changeReport(reportAt(alone), report, seen);
    expect(readReport({ path: alone })).toEqual(seen(report));
    expect(readdirSync(dirname(alone))).toEqual(['report.json']);
  });

  it('of another publication than the one that was checked is left alone', () => {
    const { tree, report } = publishTree();
    const other = publishTree({
      'skills/alpha/SKILL.md': '---\nname: alpha\ndescription: x\n---\n',
    });
    expect(thrownBy(() => changeReport(reportOfTree(tree), other.report, seen)).code).toBe(
      'deployment/tree-changed',
    );
    expect(verifyTree(tree).report).toEqual(report);
  });

  it.each([
    ['a file outside of the tree', { file: '../../../../etc/passwd' }, '../../../../etc/passwd'],
    ['a name that is a path', { name: '../alpha' }, 'agent-skills/../alpha'],
  ])('is named when it promises %s', (_, change, seen) => {
    const { report } = publishTree();
    const skills = report.skills.map((each, at) => (at === 0 ? { ...each, ...change } : each));
    const folder = writeTree({ 'report.json': JSON.stringify({ ...report, skills }) });
    const error = thrownBy(() => readReport({ path: join(folder, 'report.json') }));
    expect(error.code).toBe('deployment/no-report');
    expect(error.message).toContain(join(folder, 'report.json'));
    expect(error.message).toContain(seen);
  });

  it.each([
    [
      'a version that is none',
      [{ version: '../1', digest: `sha256:${'0'.repeat(64)}`, entries: 1 }],
    ],
    ['no release', []],
  ])('is named when it promises %s', (_, snapshots) => {
    const text = JSON.stringify({ ...publishTree().report, snapshots });
    const folder = writeTree({ 'report.json': text });
    const error = thrownBy(() => readReport({ path: join(folder, 'report.json') }));
    expect(error.message).toContain('promises what no tree can hold');
  });

  it('that has other releases now than those that were checked is left alone', () => {
    const { tree, report, reportBefore } = publishReleases(['1.0.0']);
    expect(reportBefore.index.digest).toBe(report.index.digest);
    expect(thrownBy(() => changeReport(reportOfTree(tree), reportBefore, seen)).code).toBe(
      'deployment/tree-changed',
    );
  });

  it('that is no JSON is not taken for one of another version', () => {
    const folder = writeTree({ 'a.json': 'text', 'b.json': '{"version":0}' });
    const messageOf = (name: string) =>
      thrownBy(() => readReport({ path: join(folder, name) })).message;
    expect(messageOf('a.json')).toContain('a.json is no JSON.');
    expect(messageOf('b.json')).toContain('b.json is no report of this version.');
  });

  it.each(['none', 'not JSON', '{"version":1}'])('is named when it is %s', (text) => {
    const folder = writeTree(text === 'none' ? {} : { 'report.json': text });
    const error = thrownBy(() => readReport({ path: join(folder, 'report.json') }));
    expect(error.code).toBe('deployment/no-report');
    expect(error.message).toContain('Fix:');
  });
});
