import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderRuns } from './render-runs';
import { type Run, readRuns } from './results';

export const RESULTS = join(__dirname, 'results');
export const PAGE = join(__dirname, '../docs/performance.md');

const BEGIN = '<!-- What follows is made by npm run benchmark. -->';
const END = '<!-- End of what is made. -->';

/**
 * A page with the runs between its two markers, and all else as it was.
 *
 * @throws Error when the page has no markers
 */
export function performancePage(page: string, runs: readonly Run[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) {
    throw new Error(
      `The page lacks the lines\n${BEGIN}\n${END}\nbetween which results are written.`,
    );
  }
  return `${page.slice(0, begin)}${BEGIN}\n\n${renderRuns(runs)}\n\n${page.slice(end)}`;
}

/** Brings docs/performance.md up to date with the results that are kept. */
export function writePerformancePage(): void {
  writeFileSync(PAGE, performancePage(readFileSync(PAGE, 'utf8'), readRuns(RESULTS)));
}
