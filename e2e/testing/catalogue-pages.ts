import { AGENTS } from '@nx-agent-skills/discovery';
import { cataloguePage, publish, type Report } from '@nx-agent-skills/publication';
import { buildWorkspace, EACH_SHAPE } from '@nx-agent-skills/publication/testing';
import {
  MADE_REPOSITORY,
  madeReport,
  madeSkill,
} from '@nx-agent-skills/publication/testing/made-report';

/** Everything that could act as markup, script or a link where text is shown carelessly. */
export const HOSTILE = `</script></style></p><script>alert(1)</script><img src=x onerror=alert(2)>"' onmouseover='alert(3)' javascript:alert(4) <!--`;

/** Reports of one skill of each shape, published for real; the report `n` has the agent `n` first. */
export function publishedReports(): Report[] {
  const agents = AGENTS.slice(0, 4);
  return agents.map((_, first) => {
    const { built, options } = buildWorkspace(EACH_SHAPE, {
      repository: MADE_REPOSITORY,
      agents: [...agents.slice(first), ...agents.slice(0, first)],
    });
    return publish(built, [], options).report;
  });
}

/** A page whose skills try to inject markup with all text that they have. */
export function hostilePage(): string {
  const file = (path: string) => ({
    path,
    mode: '0644' as const,
    size: 1,
    digest: `sha256:${'0'.repeat(64)}`,
  });
  const text = { description: HOSTILE, version: HOSTILE, license: HOSTILE };
  return cataloguePage(
    madeReport(
      [
        madeSkill('alpha', { ...text, path: HOSTILE }),
        madeSkill('beta', {
          ...text,
          shape: 'bundle',
          indexed: false,
          notIndexedBecause: HOSTILE,
          files: [file('skills/a/SKILL.md'), file(`skills/a/skills/${HOSTILE}/SKILL.md`)],
        }),
        madeSkill('gamma', {
          ...text,
          checks: [
            {
              check: 'digest',
              expected: HOSTILE,
              status: 'failed',
              outcome: { at: HOSTILE, origin: HOSTILE, message: HOSTILE, evidence: {} },
            },
          ],
        }),
      ],
      {
        generator: HOSTILE,
        agents: ['claude-code', HOSTILE, 'codex'],
        repository: { ...MADE_REPOSITORY, url: `https://${HOSTILE}` },
      },
    ),
  );
}

/** A page of 5,000 skills; each tenth mentions invoices. */
export function largePage(): string {
  const shapes = ['single-file', 'multi-file', 'bundle'] as const;
  const skills = Array.from({ length: 5000 }, (_, index) =>
    madeSkill(`skill-${String(index).padStart(4, '0')}`, {
      shape: shapes[index % 3] ?? 'bundle',
      description: `${index % 10 === 0 ? 'Reads invoices' : 'Writes letters'}, number ${index}. Use it when that is asked for.`,
    }),
  );
  return cataloguePage(madeReport(skills, { repository: MADE_REPOSITORY }));
}

/** A page with everything that is long or in another script. */
export function oddPage(): string {
  return cataloguePage(
    madeReport([
      madeSkill('x'.repeat(64), {
        description: 'x'.repeat(1024),
        version: '9'.repeat(200),
        license: 'LICENCE'.repeat(40),
      }),
      madeSkill('arabic', { description: 'يقرأ الفواتير ويستخرج المجاميع بصيغة CSV.' }),
      madeSkill('japanese', {
        description: '請求書を読み取り、合計と税金を台帳に書き込みます。'.repeat(20),
      }),
    ]),
  );
}
