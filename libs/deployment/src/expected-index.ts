import {
  artifactUrl,
  buildIndex,
  type IndexEntry,
  type Origin,
  publishedPath,
  serializeIndex,
} from '@nx-agent-skills/discovery';
import {
  indexFiles,
  legacyIndexFile,
  publishedIndex,
  type Report,
} from '@nx-agent-skills/publication';

/** The index that should be served, and all that repeats it, by URL. */
export interface ExpectedIndex {
  entries: readonly IndexEntry[];
  /** That the entries lead to. */
  origin: string;
  text: string;
  /** The copy beside the artifacts, the indexes of single skills, the one of discovery 0.1.0. */
  copies: ReadonlyMap<string, string>;
}

/** What a report promises, at an origin that may be another than the report's. */
export function expectedIndex(report: Report, origin: Origin): ExpectedIndex {
  const index = publishedIndex(report.skills, report);
  const files = [...indexFiles(index), ...legacyIndexFile(report)];
  return {
    entries: index.skills,
    origin: report.origin,
    text: serializeIndex(index),
    copies: new Map(
      files
        .filter(([path]) => path !== publishedPath.index)
        .map(([path, text]) => [artifactUrl(origin, path), text]),
    ),
  };
}

/** What a served index promises, when it is written as ours are; the copies may be missing. */
export function repeatedIndex(entries: readonly IndexEntry[], origin: Origin): ExpectedIndex {
  const index = buildIndex(entries);
  const files = [...indexFiles(index)].filter(([path]) => path !== publishedPath.index);
  return {
    entries,
    origin: origin.href,
    text: serializeIndex(index),
    copies: new Map(files.map(([path, text]) => [artifactUrl(origin, path), text])),
  };
}
