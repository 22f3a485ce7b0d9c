import type { NxJsonConfiguration } from '@nx/devkit';
import { SyncError } from 'nx/src/utils/sync-generators';
import { type PluginOptions, parseOptions } from '../../options';

const PLUGIN = 'nx-agent-skills/plugin';

/**
 * The options of all entries of the plugin in nx.json.
 *
 * @throws SyncError when they are invalid
 */
export function readPluginOptions({ plugins = [] }: NxJsonConfiguration): PluginOptions[] {
  return plugins
    .map((entry) => (typeof entry === 'string' ? { plugin: entry } : entry))
    .filter(({ plugin }) => plugin === PLUGIN)
    .map((entry) => {
      const parsed = parseOptions('options' in entry ? entry.options : undefined);
      if ('options' in parsed) return parsed.options;
      throw new SyncError('The marketplace manifest was not checked', parsed.fault.split('\n'));
    });
}

/**
 * The marketplace that the options describe; undefined when none of them does.
 *
 * @throws SyncError when they describe several
 */
export function marketplaceOf(
  options: readonly PluginOptions[],
): NonNullable<PluginOptions['marketplace']> | undefined {
  const marketplaces = options.flatMap(({ marketplace }) => marketplace ?? []);
  if (marketplaces.length > 1) {
    throw new SyncError('The marketplace manifest was not checked', [
      `${marketplaces.length} entries of ${PLUGIN} in nx.json have the option "marketplace".`,
      'Fix: keep it in one of them; the skills of all entries are listed.',
    ]);
  }
  return marketplaces[0];
}
