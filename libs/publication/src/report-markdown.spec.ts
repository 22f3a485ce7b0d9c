import { finding } from '@nx-agent-skills/skill';
import { publish } from './publish';
import { reportMarkdown } from './report-markdown';
import type { Report, ReportedSkill } from './report-schema';
import { buildWorkspace, EACH_SHAPE } from './testing/built-workspace';

function reportOf(files: Record<string, string> = EACH_SHAPE): Report {
  const { built, options } = buildWorkspace(files);
  return publish(built, [], options).report;
}

/** The markdown of a report whose first skill is changed. */
function markdownWith(change: Partial<ReportedSkill>): string {
  const report = reportOf();
  const [first, ...others] = report.skills;
  if (!first) throw new Error('The report has skills.');
  return reportMarkdown({ ...report, skills: [{ ...first, ...change }, ...others] });
}

const lineWith = (markdown: string, text: string) =>
  markdown.split('\n').find((line) => line.includes(text));

describe('reportMarkdown', () => {
  const markdown = reportMarkdown(reportOf());

  it('gives an overview and a section for every skill', () => {
    expect(markdown).toContain('4 skills and 2 bundles');
    expect(markdown).toMatch(/^\| `beta` \| multi-file \| archive \| \d+ \| yes \| 0 \|$/m);
    expect(markdown).toMatch(/^\| `cloud` \| bundle \| archive \| \d+ \| no \| 0 \|$/m);
    expect(markdown.match(/^## .*$/gm)).toEqual([
      '## Check after the deploy',
      '## alpha',
      '## beta',
      '## cloud',
      '## cloud-logs',
      '## suite',
      '## suite-scan',
    ]);
  });

  it('claims no check before the deploy', () => {
    const checks = markdown.match(/^- \[.\] .*$/gm) ?? [];
    expect(checks).toHaveLength(1 + 6 * 3 + 3);
    for (const check of checks) expect(check).toMatch(/^- \[ \] \w+: not run yet\./);
  });

  it('shows what checks have found, and ticks only those that have passed', () => {
    const outcome = {
      at: '2026-01-01T00:00:00.000Z',
      origin: 'https://skills.acme.example',
      message: 'All *well*.',
      evidence: {},
    };
    const note = { code: 'http/head', message: 'No HEAD.', fix: 'Allow it.' };
    const checked = markdownWith({
      checks: [
        {
          check: 'digest',
          expected: 'x',
          status: 'passed',
          outcome: { ...outcome, notes: [{ ...note, severity: 'warning' }] },
        },
        {
          check: 'layout',
          expected: 'y',
          status: 'failed',
          outcome: { ...outcome, code: 'a/b', fix: 'Mend it.' },
        },
        { check: 'install', expected: 'z', status: 'skipped', outcome },
        { check: 'activation', expected: 'z', status: 'not-run' },
      ],
    });
    expect(checked).not.toContain('None of them has been run yet');
    expect(checked).toContain(
      'Checks of what is served: 1 passed, 1 failed, 1 skipped, 20 not run; the last one was run at `2026-01-01T00:00:00.000Z`',
    );
    expect(lineWith(checked, '] digest: passed')).toBe(
      '- [x] digest: passed, `2026-01-01T00:00:00.000Z`, `https://skills.acme.example`: All \\*well\\*.',
    );
    expect(checked).toContain('  - warning `http/head`: No HEAD. Fix: Allow it.');
    expect(lineWith(checked, '] layout: failed')).toMatch(
      /^- \[ \].*`a\/b`.*Fix: Mend it\..*Run by hand/,
    );
    expect(lineWith(checked, '] install: skipped')).toMatch(/^- \[ \]/);
  });

  it('has a check of the releases, where there are some', () => {
    const check = { check: 'snapshots', expected: 'All.', status: 'not-run' } as const;
    const text = reportMarkdown({ ...reportOf(), snapshotsCheck: check });
    expect(lineWith(text, '] snapshots')).toBe(
      '- [ ] snapshots: not run yet. by hand. Expected: All.',
    );
    expect(markdown).not.toContain('snapshots');
  });

  it('shows commands as they are to be pasted', () => {
    const url = 'https://skills.acme.example/agent-skills/beta.tar.gz';
    expect(markdown).toContain(`\`curl -sL ${url} | sha256sum\``);
    expect(markdown).toContain(`\`curl -sL ${url} | tar -tzf -\``);
    expect(markdown).toContain(
      '\n\n```sh\npnpm dlx skills add https://skills.acme.example/agent-skills --skill beta -a claude-code -g -y\n```\n',
    );
  });

  it('says what was left out, and why a bundle is not in the index', () => {
    const text = reportMarkdown(reportOf({ ...EACH_SHAPE, 'skills/beta/.DS_Store': 'x' }));
    expect(text).toContain('- Left out: `.DS_Store` (junk)');
    expect(text).toContain('- Not in the index: The bundle has no SKILL.md of its own');
  });

  it('leaves plain punctuation alone', () => {
    const description = "Reads PDF files (also scans), e.g. for a well-kept archive: it's 2+2=4.";
    expect(markdownWith({ description })).toContain(`> ${description}\n`);
  });
});

describe('text from a skill stays text', () => {
  it.each([
    ['a heading', '# Owned', '\\# Owned'],
    ['an underline', '===', '\\==='],
    ['a rule', '---', '\\---'],
    ['a list', '- item', '\\- item'],
    ['a list with plus signs', '+ item', '\\+ item'],
    ['a numbered list', '1. item', '1\\. item'],
    ['a quote', '> quote', '\\> quote'],
    ['a table', 'a | b', 'a \\| b'],
    ['code', '`x`', '\\`x\\`'],
    ['indented code', '    rm -rf', 'rm -rf'],
    ['a fence', '```sh\nrm -rf\n```', '\\`\\`\\`sh rm -rf \\`\\`\\`'],
    ['a link', '[x](https://evil.example)', '\\[x\\](https://evil.example)'],
    ['an image', '![x](y)', '\\!\\[x\\](y)'],
    ['a link in angle brackets', '<https://evil.example>', '\\<https://evil.example\\>'],
    ['HTML', '<script>alert(1)</script>', '\\<script\\>alert(1)\\</script\\>'],
    ['a comment', '<!-- x -->', '\\<\\!-- x --\\>'],
    ['an entity', '&lt;b&gt;', '\\&lt;b\\&gt;'],
    ['emphasis', '**a** _b_ ~~c~~', '\\*\\*a\\*\\* \\_b\\_ \\~\\~c\\~\\~'],
    ['a backslash before markup', '\\*a\\*', '\\\\\\*a\\\\\\*'],
    ['mathematics', '$x$', '\\$x\\$'],
    ['a mention', '@acme/all', '\\@acme/all'],
    ['lines', 'one\n\n# two', 'one \\# two'],
    ['other line ends', 'a\rb\u2028c', 'a\\\\u\\{d\\}b\\\\u\\{2028\\}c'],
    ['a terminal command', '\u001b[31mred', '\\\\u\\{1b\\}\\[31mred'],
    ['a change of direction', 'a\u202eb', 'a\\\\u\\{202e\\}b'],
  ])('%s', (_, description, expected) => {
    expect(markdownWith({ description })).toContain(`\n> ${expected}\n`);
  });

  it.each([
    ['backticks', 'a`b``c', '```a`b``c```'],
    ['a backtick at the end', 'a`', '`` a` ``'],
    ['a table cell', 'a|b', '`a|b`'],
    ['HTML', '<img src=x>', '`<img src=x>`'],
    ['a line break', 'a\nb', '`a b`'],
    ['a control character', 'a\u0007b', '`a\\u{7}b`'],
  ])('in a path: %s', (_, path, expected) => {
    expect(lineWith(markdownWith({ path }), '- Source: ')).toBe(`- Source: ${expected}`);
    const leftOut = [{ path, reason: 'junk' as const }];
    expect(lineWith(markdownWith({ leftOut }), '- Left out: ')).toBe(
      `- Left out: ${expected} (junk)`,
    );
  });

  it('in a finding', () => {
    const hostile = finding('files/tracked-but-ignored', 'skills/a`b\n## Owned', {
      message: '<b>bold</b> | [x](y)\n# Owned',
    });
    const line = lineWith(markdownWith({ findings: [hostile] }), '- warning ');
    expect(line).toContain(
      '- warning `files/tracked-but-ignored` at ``skills/a`b ## Owned``: \\<b\\>bold\\</b\\> \\| \\[x\\](y) \\# Owned ',
    );
    const report = { ...reportOf(), findings: [hostile] };
    expect(lineWith(reportMarkdown(report), '- warning ')).toBe(line);
  });

  it('in a command', () => {
    const markdown = markdownWith({
      install: [
        { method: 'curl', agent: 'codex', label: 'Codex: [curl](x)', command: "curl '```\n# x'" },
      ],
    });
    expect(markdown).toContain("Codex: \\[curl\\](x)\n\n````sh\ncurl '```\n# x'\n````\n");
  });

  it('and makes no line of its own anywhere', () => {
    const [first] = reportOf().skills;
    const hostile = 'x\n## Owned\n\n| a |\n<script>';
    const markdown = markdownWith({
      description: hostile,
      path: hostile,
      leftOut: [{ path: hostile, reason: 'ignored' }],
      findings: [finding('body/empty', hostile, { message: hostile, fix: hostile })],
      checks: (first?.checks ?? []).map((check) => ({ ...check, expected: hostile })),
    });
    expect(markdown).not.toMatch(/^(## Owned|\| a \||<script>)/m);
  });
});
