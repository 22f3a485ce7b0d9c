import { isDeepStrictEqual } from 'node:util';
import type { MarketplacePlugin, MarketplaceSettings } from './marketplace';
import { MarketplaceError, type MarketplaceErrorCode } from './marketplace-error';
import { type JsonObject, readManifest, writeManifest } from './marketplace-text';

/** Where Claude looks for the manifest, relative to the root of the repository. */
export const MARKETPLACE_FILE = '.claude-plugin/marketplace.json';

/**
 * What the `metadata` of a plugin of ours carries, beside the folder of its bundle. Claude leaves
 * that key to publishers; by it we know our plugins again whatever a person has changed in them.
 */
const GENERATOR = 'nx-agent-skills';

export interface MergedMarketplace {
  /** The whole file. The very text that was given when nothing has to change. */
  text: string;
  /** What changes, for people; empty when nothing does. */
  changes: string[];
}

/**
 * Brings a marketplace manifest up to date. The name, the owner's known keys and the plugins of ours
 * are set; in those only name, source and skills. All else stays: unknown keys, other plugins, their
 * order, and descriptions once they stand there. New plugins are appended; those of bundles that are
 * gone are removed. The layout of the file counts for nothing, so that formatters may change it.
 *
 * @param text the present file; undefined when there is none
 * @throws MarketplaceError when the file cannot be read, or a plugin of a person has the name of ours
 */
export function mergeMarketplace(
  text: string | undefined,
  settings: MarketplaceSettings,
  plugins: readonly MarketplacePlugin[],
): MergedMarketplace {
  const before = text === undefined ? {} : readManifest(text, MARKETPLACE_FILE);
  const present = pluginsOf(before);
  const after = {
    ...before,
    name: settings.name,
    description: descriptionOf(before, settings),
    owner: { ...ownerOf(before), ...JSON.parse(JSON.stringify(settings.owner)) },
    plugins: mergePlugins(present, plugins),
  };
  if (isDeepStrictEqual(before, after) && text !== undefined) return { text, changes: [] };
  const changes = describeChanges(present, after.plugins);
  return {
    text: writeManifest(after, text),
    changes: changes.length > 0 ? changes : ['name, owner or description change'],
  };
}

function descriptionOf(before: JsonObject, { name, description }: MarketplaceSettings): unknown {
  return description ?? before.description ?? `Agent skills of ${name}.`;
}

function ownerOf({ owner = {} }: JsonObject): JsonObject {
  if (isObject(owner)) return owner;
  throw fault('marketplace/wrong-shape', 'owner', owner, 'must be an object', 'Write {"name": …}.');
}

function pluginsOf({ plugins = [] }: JsonObject): JsonObject[] {
  if (!Array.isArray(plugins)) {
    throw fault('marketplace/wrong-shape', 'plugins', plugins, 'must be a list', 'Write [].');
  }
  return plugins.map((plugin: unknown, index) => {
    if (isObject(plugin) && typeof plugin.name === 'string') return plugin;
    const fix = 'Give it a name and a source, or remove it.';
    const reason = 'must be an object with a name';
    throw fault('marketplace/wrong-shape', `plugins[${index}]`, plugin, reason, fix);
  });
}

function mergePlugins(present: readonly JsonObject[], plugins: readonly MarketplacePlugin[]) {
  const missing = new Map(plugins.map((plugin) => [plugin.bundle, plugin]));
  const take = (plugin: MarketplacePlugin | undefined) => {
    if (!plugin || missing.get(plugin.bundle) !== plugin) return undefined;
    missing.delete(plugin.bundle);
    return plugin;
  };
  const marked = present.map((entry) =>
    isOurs(entry) ? take(missing.get(bundleOf(entry))) : undefined,
  );
  const kept = present.flatMap((entry, index) => {
    const known = marked[index];
    if (known) return [update(entry, known)];
    const sameName = [...missing.values()].find(({ name }) => name === entry.name);
    const adopted = isAdoptable(entry) ? take(sameName) : undefined;
    if (adopted) return [update(entry, adopted)];
    return isOurs(entry) ? [] : [entry];
  });
  const merged = [...kept, ...[...missing.values()].map((plugin) => update({}, plugin))];
  checkUnique(merged);
  return merged;
}

const isOurs = ({ metadata }: JsonObject) => isObject(metadata) && metadata.generator === GENERATOR;

const bundleOf = ({ metadata }: JsonObject) =>
  isObject(metadata) && typeof metadata.bundle === 'string' ? metadata.bundle : undefined;

/** Whether a plugin may become ours by its name alone: one of this repository. */
const isAdoptable = (entry: JsonObject) => isOurs(entry) || entry.source === './';

function update(entry: JsonObject, plugin: MarketplacePlugin): JsonObject {
  const { bundle: _bundle, ...metadata } = isObject(entry.metadata) ? entry.metadata : {};
  return {
    ...entry,
    name: plugin.name,
    source: './',
    description: entry.description ?? plugin.description,
    skills: plugin.skills,
    metadata: {
      ...metadata,
      generator: GENERATOR,
      ...(plugin.bundle === undefined ? {} : { bundle: plugin.bundle }),
    },
  };
}

function checkUnique(plugins: readonly JsonObject[]): void {
  const names = new Set<unknown>();
  for (const { name } of plugins) {
    if (names.has(name)) {
      const fix = 'Rename the plugin that is not ours, or our bundle in bundleSlugs in nx.json.';
      throw fault(
        'marketplace/name-taken',
        'plugins',
        name,
        'two plugins would have this name',
        fix,
      );
    }
    names.add(name);
  }
}

function describeChanges(before: readonly JsonObject[], after: readonly JsonObject[]): string[] {
  const old = new Map(before.map((plugin) => [plugin.name, plugin]));
  const names = new Set(after.map(({ name }) => name));
  return [
    ...after.flatMap((plugin) => {
      const known = old.get(plugin.name);
      if (!known) return [`plugin ${plugin.name} is added`];
      return isDeepStrictEqual(known, plugin) ? [] : [`plugin ${plugin.name} changes`];
    }),
    ...before.filter(({ name }) => !names.has(name)).map(({ name }) => `plugin ${name} is removed`),
  ];
}

function fault(
  code: MarketplaceErrorCode,
  field: string,
  received: unknown,
  reason: string,
  fix: string,
): MarketplaceError {
  const shown = JSON.stringify(received).slice(0, 120);
  return new MarketplaceError(code, {
    file: MARKETPLACE_FILE,
    field,
    received: shown,
    reason,
    fix,
  });
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
