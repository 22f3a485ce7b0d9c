import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { type Finding, type FindingDetails, finding } from './finding';
import type { RuleCode } from './rules';
import type { SkillMdParts } from './split-skill-md';
import { checkYamlBounds } from './yaml-bounds';
import { keyOf, keyStart, type Place, type PlaceOf, pairAt, yamlFault } from './yaml-fault';
import { yamlParser } from './yaml-parser';

/** A value of the frontmatter and where its key stands. */
export interface FrontmatterEntry extends Place {
  value: unknown;
  /** A plain value as it stands in the file: 010, where `value` is 10. */
  source?: string;
  /** Text that a " #" cut off behind a plain value. */
  lostToComment?: string;
  /** The scalars of a mapping, as they stand in the file. */
  inside?: ReadonlyMap<string, string>;
}

export interface YamlResult {
  entries: Map<string, FrontmatterEntry>;
  findings: Finding[];
}

/**
 * Parses the frontmatter as YAML 1.2 with the parser of the stock client, and refuses what parsers
 * disagree about or what can grow without bound: duplicate keys, anchors, aliases, merge keys, tags.
 */
export function readYaml(parts: SkillMdParts, file: string): YamlResult {
  const entries = new Map<string, FrontmatterEntry>();
  const outOfBounds = checkYamlBounds(parts, file);
  if (outOfBounds) return { entries, findings: [outOfBounds] };

  const lineCounter = new (yamlParser().LineCounter)();
  const document = yamlParser().parseDocument(parts.yaml, { lineCounter, prettyErrors: false });
  const placeOf = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: line + parts.yamlLine - 1, column: col };
  };
  const unsafe = unsafeFeatures(document, file, placeOf);
  if (unsafe.length > 0) return { entries, findings: unsafe };
  const error = document.errors[0];
  if (error) {
    return { entries, findings: [yamlFault(error, document, parts.yaml, file, placeOf)] };
  }
  if (!yamlParser().isMap(document.contents)) {
    const at = { line: parts.yamlLine };
    return { entries, findings: [finding('frontmatter/not-a-mapping', file, at)] };
  }
  for (const pair of document.contents.items) {
    const key = keyOf(pair);
    if (key !== undefined) entries.set(key, readPair(pair, document, placeOf));
  }
  return { entries, findings: [] };
}

/** Enough to show what is wrong; a finding for each of thousands would help nobody. */
const MAX_UNSAFE_FEATURES = 20;

function unsafeFeatures(document: Document, file: string, placeOf: PlaceOf): Finding[] {
  const findings: Finding[] = [];
  yamlParser().visit(document, (_key, node) => {
    if (!yamlParser().isNode(node) || !node.range) return undefined;
    const feature = unsafeFeature(node);
    if (!feature) return undefined;
    const field = keyOf(pairAt(document, node.range[0]));
    const at = { ...placeOf(node.range[0]), ...(field === undefined ? {} : { field }) };
    findings.push(finding(feature.code, file, { ...at, ...feature.words }));
    return findings.length < MAX_UNSAFE_FEATURES ? undefined : yamlParser().visit.BREAK;
  });
  return findings;
}

function unsafeFeature(node: Node): { code: RuleCode; words: FindingDetails } | undefined {
  if (yamlParser().isAlias(node)) {
    return { code: 'frontmatter/alias', words: specialCharacter('*', 'an alias') };
  }
  if (node.anchor !== undefined) {
    return { code: 'frontmatter/alias', words: specialCharacter('&', 'an anchor') };
  }
  if (yamlParser().isScalar(node) && node.value === '<<' && node.type === 'PLAIN') {
    return { code: 'frontmatter/alias', words: { message: 'Merge keys (<<) are not allowed.' } };
  }
  return node.tag === undefined
    ? undefined
    : { code: 'frontmatter/tag', words: specialCharacter('!', 'a tag') };
}

const specialCharacter = (character: string, meaning: string) => ({
  message: `A value starts with "${character}", which makes it ${meaning} to YAML.`,
  fix: 'Put the value in quotes.',
});

function readPair(pair: Pair, document: Document, placeOf: PlaceOf): FrontmatterEntry {
  const { value } = pair;
  const lost =
    yamlParser().isScalar(value) && value.type === 'PLAIN' && value.comment
      ? `#${value.comment}`
      : undefined;
  return {
    value: yamlParser().isNode(value) ? value.toJS(document) : null,
    ...placeOf(keyStart(pair)),
    ...(yamlParser().isScalar(value) && value.source ? { source: value.source } : {}),
    ...(lost === undefined ? {} : { lostToComment: lost }),
    ...(yamlParser().isMap(value) ? { inside: scalarsOf(value) } : {}),
  };
}

function scalarsOf(map: YAMLMap): Map<string, string> {
  return new Map(
    map.items.flatMap((pair) => {
      const key = keyOf(pair as Pair);
      const source = yamlParser().isScalar(pair.value) ? pair.value.source : undefined;
      return key === undefined || source === undefined ? [] : [[key, source]];
    }),
  );
}
