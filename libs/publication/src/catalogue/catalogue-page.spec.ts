import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENTS } from '@nx-agent-skills/discovery';
import { publish } from '../publish';
import type { ReportedSkill } from '../report-schema';
import { buildWorkspace, EACH_SHAPE, TREE, thrownBy } from '../testing/built-workspace';
import { MADE_REPOSITORY, madeReport, madeSkill } from '../testing/made-report';
import { verifyTree } from '../verify-tree';
import { cataloguePage } from './catalogue-page';

const articleOf = (page: string, name: string) =>
  page.match(new RegExp(`<article id="${name}"[\\s\\S]*?</article>`))?.[0] ?? '';

/** The tags of a page in order, without its style sheet and scripts. */
const tagsOf = (html: string) =>
  html.replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/g, '').match(/<\/?[a-z][^\s>]*/g) ?? [];

describe('the catalogue page', () => {
  it('lies in a published tree, and belongs to what the tree is verified for', () => {
    const { root, built, options } = buildWorkspace(EACH_SHAPE);
    const { report } = publish(built, [], options);
    const file = join(root, TREE, 'agent-skills/index.html');
    expect(readFileSync(file, 'utf8')).toBe(cataloguePage(report));
    appendFileSync(file, '<p>More.</p>');
    const error = thrownBy(() => verifyTree(join(root, TREE)));
    expect(error.code).toBe('publication/verification');
    expect(error.message).toContain('agent-skills/index.html');
  });

  it('tells all that is known of a skill', () => {
    const skill = madeSkill('beta', {
      shape: 'multi-file',
      version: '1.10',
      license: 'MIT',
      zip: {
        url: 'https://skills.acme.example/agent-skills/beta.zip',
        file: 'agent-skills/beta.zip',
        digest: `sha256:${'f'.repeat(64)}`,
        size: 1300,
      },
    });
    expect(articleOf(cataloguePage(madeReport([skill])), 'beta')).toBe(
      `
<article id="beta" data-shape="multi-file" data-kind="0">
<div class="about">
<h2><a href="#beta">beta</a></h2>
<p class="text" dir="auto">Does beta.</p>
<dl><div><dt>Shape<dd>Several files</div><div><dt>Type<dd>Archive</div><div><dt>Size<dd>1.2 kB</div><div><dt>Files<dd>2</div><div><dt>Version<dd>1.10</div><div><dt>Licence<dd>MIT</div><div><dt>Digest<dd><code>${skill.digest}</code></div><div><dt>Digest of the zip<dd><code>sha256:${'f'.repeat(64)}</code></div></dl>
<p class="links"><a href="./beta/SKILL.md">SKILL.md<span class="vh"> of beta</span></a> <a href="./beta.zip">beta.zip</a> <a href="./beta.tar.gz">beta.tar.gz</a></p>
</div>
<div class="install">
<div class="way"><p>Claude Code: skills with npx</p><pre>npx -y skills add https://skills.acme.example/agent-skills/beta --skill beta -a claude-code -g -y</pre></div>
<details><summary>More ways to install<span class="vh"> beta</span></summary>
<div class="way"><p>Claude Code: curl</p><pre>mkdir -p ~/.claude/skills/beta &amp;&amp; curl -fsSL https://skills.acme.example/agent-skills/beta.tar.gz | tar -xzf - -C ~/.claude/skills/beta</pre></div>
</details>
</div>
</article>`.trim(),
    );
  });

  it('says why a bundle is not in the index, and links to no SKILL.md of it', () => {
    const notIndexedBecause = 'The bundle has no SKILL.md of its own.';
    const bundle = madeSkill('cloud', {
      shape: 'bundle',
      description: null,
      indexed: false,
      notIndexedBecause,
    });
    const article = articleOf(cataloguePage(madeReport([bundle])), 'cloud');
    expect(article).toContain(`Not in the index: ${notIndexedBecause}`);
    expect(article.match(/href="[^"]*"/g)).toEqual([
      'href="#cloud"',
      'href="./cloud-bundle.tar.gz"',
    ]);
    expect(article).not.toContain('class="text"');
  });

  it('is the same for the same report, and names no path of the sources without a repository', () => {
    const skills = [madeSkill('alpha', { path: 'internal/secret-plan/alpha' })];
    const report = madeReport(skills, {
      refused: [{ path: 'internal/refused', findings: [] }],
      excluded: ['internal/excluded'],
    });
    const page = cataloguePage(report);
    expect(cataloguePage(structuredClone(report))).toBe(page);
    expect(page).not.toContain('internal/');
    const withRepository = cataloguePage({ ...report, repository: MADE_REPOSITORY });
    expect(articleOf(withRepository, 'alpha')).toContain(
      'data-folder="internal/secret-plan/alpha"',
    );
    expect(withRepository).toContain('Source: <a href="https://github.com/acme/skills">');
    expect(withRepository).not.toMatch(/internal\/(refused|excluded)/);
  });

  it('allows exactly its own scripts and its own style sheet', () => {
    const page = cataloguePage(madeReport([madeSkill('alpha')]));
    const texts = [...page.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(([, , text]) => text);
    expect(texts).toHaveLength(3);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const hashes = texts.map((text = '') => createHash('sha256').update(text).digest('base64'));
    expect((policy.match(/sha256-[^']*/g) ?? []).sort()).toEqual(
      hashes.map((hash) => `sha256-${hash}`).sort(),
    );
    expect(page).not.toMatch(/ (on[a-z]+|style)=/);
    expect(page).not.toMatch(/<(link|img|script|iframe)[^>]* (src|href)="(?!data:)/);
  });

  it('says that there are no skills, without tools that would find none', () => {
    const page = cataloguePage(madeReport([]));
    expect(page).toContain('No skills are published here yet.');
    expect(page).toContain('0 skills and 0 bundles');
    expect(page).not.toMatch(/<input|<select|_data/);
  });

  it('has at most 8 MB for 5,000 skills and 16 agents', () => {
    const description = 'Reads invoices and writes totals, taxes and items to a ledger. '.repeat(5);
    const skills = Array.from({ length: 5000 }, (_, index) =>
      madeSkill(`skill-with-a-name-${index}`, { description, license: 'MIT', version: '1.0.0' }),
    );
    const agents = AGENTS.map(({ id }) => id);
    const page = cataloguePage(madeReport(skills, { repository: MADE_REPOSITORY, agents }));
    expect(Buffer.byteLength(page)).toBeLessThan(8_000_000);
  });
});

describe('checks of the deployed files', () => {
  const outcome = {
    at: '2031-03-02T10:00:00Z',
    origin: 'x',
    message: 'A <b>folder</b>.',
    evidence: {},
  };
  const page = (checks: ReportedSkill['checks']) =>
    cataloguePage(madeReport([madeSkill('alpha', { checks })]));

  it('are not claimed before they were run', () => {
    const html = page([{ check: 'digest', expected: '', status: 'not-run' }]);
    expect(html).toContain('The deployed files have not been checked yet.');
    expect(html).not.toContain('class="checks"');
  });

  it('are shown with what they have found', () => {
    const html = page([
      { check: 'digest', expected: '', status: 'passed', outcome },
      { check: 'layout', expected: '', status: 'failed', outcome },
    ]);
    expect(html).toContain('1 passed, 1 failed, 1 not run. Last check: 2031-03-02.');
    expect(html).toContain('<li class="passed">Check of the digest <b>passed</b></li>');
    expect(html).toContain('<b>failed</b>: A &lt;b&gt;folder&lt;/b&gt;.</li>');
  });

  it('are those of the releases too', () => {
    const snapshotsCheck = { check: 'snapshots', expected: '', status: 'passed', outcome } as const;
    const html = cataloguePage(madeReport([madeSkill('alpha')], { snapshotsCheck }));
    expect(html).toContain('1 passed, 2 not run.');
    expect(html).toContain('<li class="passed">Check of the snapshots <b>passed</b></li>');
  });
});

it('text from skills makes no markup wherever it stands', () => {
  const page = (text: string) =>
    cataloguePage(
      madeReport(
        [
          madeSkill('alpha', {
            description: text,
            version: text,
            license: text,
            path: text,
            shape: 'bundle',
            indexed: false,
            notIndexedBecause: text,
            files: ['skills/a', `skills/${text}/b`].map((folder) => ({
              path: `${folder}/SKILL.md`,
              mode: '0644',
              size: 1,
              digest: `sha256:${'0'.repeat(64)}`,
            })),
            checks: [
              {
                check: 'layout',
                expected: text,
                status: 'failed',
                outcome: { at: text, origin: text, message: text, evidence: {} },
              },
            ],
          }),
          madeSkill('beta', { path: text }),
        ],
        { generator: text, repository: { ...MADE_REPOSITORY, url: `https://${text}` } },
      ),
    );
  const hostile = `</script></style></title><img src=x onerror="alert('1')">--><!--`;
  expect(tagsOf(page(hostile))).toEqual(tagsOf(page('plain')));
  expect(page(hostile)).not.toContain('<img');
  expect(page(hostile)).not.toContain('<!--');
});

it('links to a repository only over https', () => {
  const repository = { ...MADE_REPOSITORY, url: 'javascript:alert(1)' };
  expect(cataloguePage(madeReport([], { repository }))).not.toContain('javascript:');
});
