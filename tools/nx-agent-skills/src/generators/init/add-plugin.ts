import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { GeneratorError } from '../generator-error';
import { PLUGIN, pluginEntries } from '../plugin-entries';
import { insertJson, replaceJson } from './insert-json';

/** Options that the init generator sets; those that stand there already stay. */
export interface InitialOptions {
  origin?: string;
  roots?: string[];
}

/**
 * Registers the plugin in the text of nx.json. Everything else in it stays as it is, comments and
 * formatting included, and so do options that are set.
 *
 * @throws GeneratorError when the text is no JSON object, or its plugins are no list
 */
export function addPlugin(text: string, initial: InitialOptions): string {
  const root = parseObject(text);
  const plugins = findNodeAtLocation(root, ['plugins']);
  if (plugins && plugins.type !== 'array') throw unusable('"plugins" in nx.json is no list');
  const [entry] = pluginEntries({ plugins: plugins ? getNodeValue(plugins) : [] });
  const given = Object.entries(initial).filter(([, value]) => value !== undefined);
  const options = Object.fromEntries(given);
  const registered = { plugin: PLUGIN, ...(given.length > 0 ? { options } : {}) };
  if (!plugins) return insertJson(text, root, 'plugins', [registered]);
  const node = entry && plugins.children?.[entry.index];
  if (!entry || !node) return insertJson(text, plugins, undefined, registered);
  if (given.length === 0) return text;
  if (entry.isName) return replaceJson(text, node, registered);
  return addOptions(text, node, given, ['plugins', entry.index]);
}

/** Adds the options that are not there yet; every one moves the places of all else. */
function addOptions(
  text: string,
  entry: Node,
  given: readonly [string, unknown][],
  path: (string | number)[],
): string {
  const present = findNodeAtLocation(entry, ['options']);
  const options = Object.fromEntries(given);
  if (!present) return insertJson(text, entry, 'options', options);
  if (present.type === 'null') return replaceJson(text, present, options);
  return given.reduce((before, [name, value]) => {
    const options = findNodeAtLocation(parseObject(before), [...path, 'options']);
    const isMissing = options && !findNodeAtLocation(options, [name]);
    return isMissing ? insertJson(before, options, name, value) : before;
  }, text);
}

function parseObject(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root?.type === 'object' && errors.length === 0) return root;
  throw unusable('nx.json is no JSON object');
}

const unusable = (what: string) =>
  new GeneratorError(`${what}.\n    Fix: mend it, and run the generator again.`);
