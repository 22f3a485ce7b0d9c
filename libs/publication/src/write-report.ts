import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { reportJson } from './report-json';
import { reportPages } from './report-pages';
import type { Report } from './report-schema';
import { siblingPath } from './sibling-folders';
import { reportFiles } from './tree-files';
import { bytesOf } from './tree-folder';

/**
 * Writes a report that has changed, with all files that repeat it, into a tree. They are written
 * beside the tree first, and each is exchanged in one step, report.json before the others: whatever
 * stops it, the next call repairs the tree, and what is left beside it is removed by the next
 * publication.
 *
 * @param folder of the tree, absolute
 */
export function writeReport(folder: string, report: Report): void {
  const staged = siblingPath(folder, 'staging');
  mkdirSync(staged);
  try {
    const text = reportJson(report);
    const files = [...reportFiles(text, reportPages(report, text, false))];
    for (const [path, content] of files) {
      writeFileSync(join(staged, basename(path)), bytesOf(content));
    }
    for (const [path] of files) renameSync(join(staged, basename(path)), join(folder, path));
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
