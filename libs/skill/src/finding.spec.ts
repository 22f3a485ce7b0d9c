import {
  escapeHidden,
  finding,
  formatFinding,
  formatFindings,
  hasErrors,
  sortFindings,
} from './finding';
import { RULES } from './rules';

const FILE = 'skills/a/SKILL.md';

describe('finding', () => {
  it('takes severity, message and fix from the rule', () => {
    const rule = RULES['body/empty'];
    expect(finding('body/empty', FILE)).toEqual({
      code: 'body/empty',
      severity: 'warning',
      file: FILE,
      message: rule.what,
      fix: rule.fix,
    });
  });

  it('takes other words and a place where they are given', () => {
    const details = { line: 3, column: 7, field: 'name', message: 'M.', fix: 'F.' };
    expect(finding('name/invalid', FILE, details)).toMatchObject(details);
  });

  it('quotes what was received, on one line and cut to 120 characters', () => {
    const received = (text: string) => finding('name/invalid', FILE, { received: text }).received;
    expect(received('a "b"\n\tc')).toBe('"a \\"b\\"\\n\\tc"');
    expect(received('x'.repeat(118))).toBe(`"${'x'.repeat(118)}"`);
    expect(received('x'.repeat(119))).toBe(`"${'x'.repeat(119)}…"`);
    expect(received(`${'x'.repeat(118)}\u{1f600}y`)).toBe(`"${'x'.repeat(118)}…"`);
    expect(received('\ud800')).toBe('"\\ud800"');
  });

  it('writes message and fix without line breaks and hidden characters', () => {
    const made = finding('name/invalid', FILE, { message: 'a\nb\u202ec', fix: '\u001b[2J' });
    expect(made).toMatchObject({ message: 'a b\\u{202e}c', fix: '\\u{1b}[2J' });
  });
});

describe('escapeHidden', () => {
  it.each([
    ['a colour', '\u001b[31mred', '\\u{1b}[31mred'],
    ['a carriage return', 'a\rb', 'a\\u{d}b'],
    ['a tab', 'a\tb', 'a\\u{9}b'],
    ['DEL and C1 controls', '\u007f\u009b', '\\u{7f}\\u{9b}'],
    ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
    ['a direction change', '\u202ea\u2066', '\\u{202e}a\\u{2066}'],
    ['a line separator', '\u2028', '\\u{2028}'],
    ['a byte order mark', '\ufeffa', '\\u{feff}a'],
    ['tag characters', '\u{e0041}\u{e007f}', '\\u{e0041}\\u{e007f}'],
  ])('shows %s', (_, text, escaped) => {
    expect(escapeHidden(text)).toBe(escaped);
  });

  it.each(['plain', 'two\nlines', 'ü 会议 \u{1f600} — “x”', '\u00a0'])('leaves %j', (text) => {
    expect(escapeHidden(text)).toBe(text);
  });
});

describe('formatFinding', () => {
  it('puts place, severity, code and message on a line, the fix below', () => {
    const made = finding('name/invalid', FILE, {
      line: 2,
      column: 1,
      field: 'name',
      received: 'A',
      message: 'M.',
      fix: 'F.',
    });
    expect(formatFinding(made)).toBe(
      'skills/a/SKILL.md:2:1  error  name/invalid  M. Received: "A"\n    Fix: F.',
    );
  });

  it('leaves out what is not known', () => {
    const made = finding('files/special', 'skills/a/pipe', { message: 'M.', fix: 'F.' });
    expect(formatFinding(made)).toBe('skills/a/pipe  error  files/special  M.\n    Fix: F.');
  });

  it('does not let the name of a file forge a line', () => {
    const made = finding('path/not-portable', 'skills/a/x\n::error::\u001b[2Jy', { fix: 'F.' });
    const lines = formatFinding(made).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('skills/a/x\\u{a}::error::\\u{1b}[2Jy  error');
  });
});

describe('lists of findings', () => {
  const at = (file: string, line?: number, column?: number) =>
    finding('name/invalid', file, {
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    });

  it('are sorted by file, line, column and code, whatever the order', () => {
    const sorted = [
      at('a'),
      at('a', 2),
      at('a', 2, 3),
      finding('name/too-long', 'a', { line: 2, column: 3 }),
      at('a', 10),
      at('a/b', 1),
      at('b'),
    ];
    expect(sortFindings([...sorted].reverse())).toEqual(sorted);
    expect(formatFindings([...sorted].reverse())).toBe(sorted.map(formatFinding).join('\n'));
  });

  it('refuse a skill when one is an error', () => {
    const warning = finding('body/empty', FILE);
    expect(hasErrors([])).toBe(false);
    expect(hasErrors([warning])).toBe(false);
    expect(hasErrors([warning, at('a')])).toBe(true);
  });
});
