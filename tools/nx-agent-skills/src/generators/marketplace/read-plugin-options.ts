import type { NxJsonConfiguration } from 'nx/src/devkit-exports';
import { SyncError } from 'nx/src/utils/sync-generators';
import { type PluginOptions, parseOptions } from '../../options';
import { PLUGIN, pluginEntries } from '../plugin-entries';

/**
 * The options of all entries of the plugin in nx.json.
 *
 * @throws SyncError when they are invalid
 */
export function readPluginOptions(nxJson: NxJsonConfiguration): PluginOptions[] {
  return pluginEntries(nxJson).map(({ options }) => {
    const parsed = parseOptions(options);
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
