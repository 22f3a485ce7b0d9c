import type { NxJsonConfiguration } from 'nx/src/devkit-exports';

/** The plugin, as nx.json names it. */
export const PLUGIN = 'nx-agent-skills/plugin';

/** An entry of the plugin in nx.json. */
export interface PluginEntry {
  /** Its place among all plugins. */
  index: number;
  /** Undefined where the entry is only a name. */
  options?: unknown;
  isName: boolean;
}

/** All entries of the plugin in nx.json, in their order. */
export function pluginEntries({ plugins }: NxJsonConfiguration): PluginEntry[] {
  // A null is no list, and told where nx.json is written.
  return (plugins ?? []).flatMap((entry, index): PluginEntry[] => {
    const { plugin, options } =
      typeof entry === 'string'
        ? { plugin: entry }
        : (entry as { plugin: string; options?: unknown });
    if (plugin !== PLUGIN && plugin !== 'nx-agent-skills') return [];
    return [
      {
        index,
        isName: typeof entry === 'string',
        ...(options === undefined || options === null ? {} : { options }),
      },
    ];
  });
}
