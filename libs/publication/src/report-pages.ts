import { digestOf } from '@nx-agent-skills/artifact';
import { memoryOf } from '@nx-agent-skills/skill';
import { cataloguePage } from './catalogue/catalogue-page';
import { reportMarkdown } from './report-markdown';
import type { Report } from './report-schema';
import type { Bytes } from './tree-folder';

export interface ReportPages {
  markdown: Bytes;
  html: Bytes;
  /** Whether the digests come from memory, and nothing was made. */
  isRecalled: boolean;
}

/** The digests of the pages, by the digest of the report that they were made from. */
const memory = memoryOf<Record<'markdown' | 'html', string>>('pages');

/**
 * The report for people. Its pages are as large as all else that is made anew at every run, and are
 * not made when it is known which bytes they would have, and nobody has to write them.
 *
 * @param text the report.json of this report
 * @param mayRecall whether digests of an earlier run will do
 */
export function reportPages(report: Report, text: string, mayRecall: boolean): ReportPages {
  const key = digestOf(Buffer.from(text, 'utf8'));
  const known = mayRecall ? memory.recall(key) : undefined;
  if (known) {
    return {
      markdown: { digest: known.markdown, read: () => Buffer.from(reportMarkdown(report), 'utf8') },
      html: { digest: known.html, read: () => Buffer.from(cataloguePage(report), 'utf8') },
      isRecalled: true,
    };
  }
  const markdown = contentOf(reportMarkdown(report));
  const html = contentOf(cataloguePage(report));
  memory.remember(key, { markdown: markdown.digest, html: html.digest });
  return { markdown, html, isRecalled: false };
}

function contentOf(page: string): Bytes {
  const bytes = Buffer.from(page, 'utf8');
  return { digest: digestOf(bytes), read: () => bytes };
}
