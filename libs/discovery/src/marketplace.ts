import { MarketplaceError } from './marketplace-error';
import { isPluginName } from './marketplace-name';

/** What the publisher says of the marketplace. */
export interface MarketplaceSettings {
  /** Also the name of the plugin with all skills. */
  name: string;
  owner: { name: string; email?: string | undefined; url?: string | undefined };
  description?: string | undefined;
}

/** A skill with a valid frontmatter, or a bundle, or both. */
export interface ListedSkill {
  /** The folder, relative to the workspace, with `/`. */
  path: string;
  isBundle: boolean;
  /** Of the frontmatter; absent for a bundle without a SKILL.md of its own. */
  frontmatter?: { name: string; description: string };
}

/** A plugin of the marketplace that is made of skills of this repository. */
export interface MarketplacePlugin {
  /** By which it is installed: `claude plugin install <name>@<marketplace>`. */
  name: string;
  /** The folder of the bundle; absent for the plugin with all skills. */
  bundle?: string;
  description: string;
  /** Folders of skills as the manifest writes them: `./skills/taxes`, sorted. */
  skills: string[];
}

/** Where the name of a bundle without a SKILL.md can be set, for messages. */
const SLUGS = 'the option bundleSlugs in nx.json';

/**
 * The plugins of a marketplace: one with all skills, named like the marketplace, and one per bundle.
 * A bundle with no valid skill has none.
 *
 * @param skills sorted by path
 * @param slugs names by bundle folder, which go before the names of the bundles
 * @throws MarketplaceError when two plugins would have one name, or a bundle has no usable name
 */
export function marketplacePlugins(
  { name }: Pick<MarketplaceSettings, 'name'>,
  skills: readonly ListedSkill[],
  slugs: Readonly<Record<string, string>> = {},
): MarketplacePlugin[] {
  const valid = skills.filter(({ frontmatter }) => frontmatter !== undefined);
  const all = { name, description: `All skills of ${name}.`, skills: valid.map(pathInManifest) };
  const bundles = skills
    .filter(({ isBundle }) => isBundle)
    .map((bundle) => ({
      name: bundleNameOf(bundle, slugs),
      bundle: bundle.path,
      description:
        bundle.frontmatter?.description ??
        `The skills of the bundle ${bundleNameOf(bundle, slugs)}.`,
      skills: valid
        .filter(({ path }) => path === bundle.path || path.startsWith(`${bundle.path}/skills/`))
        .map(pathInManifest),
    }));
  const plugins = [all, ...bundles].filter((plugin) => plugin.skills.length > 0);
  checkNames(plugins);
  return plugins;
}

/** The names of the plugins that have a skill, the one with all skills first. */
export function pluginNamesOf(skillPath: string, plugins: readonly MarketplacePlugin[]): string[] {
  return plugins
    .filter(({ skills }) => skills.includes(pathInManifest({ path: skillPath })))
    .map(({ name }) => name);
}

const pathInManifest = ({ path }: { path: string }) => `./${path}`;

/** A folder may be called "constructor", which every object knows. */
function bundleNameOf({ path, frontmatter }: ListedSkill, slugs: Readonly<Record<string, string>>) {
  const slug = Object.hasOwn(slugs, path) ? slugs[path] : undefined;
  return slug ?? frontmatter?.name ?? path.slice(path.lastIndexOf('/') + 1);
}

function checkNames(plugins: readonly MarketplacePlugin[]): void {
  const owners = new Map<string, string>();
  for (const { name, bundle = 'the marketplace itself' } of plugins) {
    if (!isPluginName(name)) {
      throw new MarketplaceError('marketplace/bad-plugin-name', {
        file: bundle,
        received: JSON.stringify(name),
        reason: 'the name of a plugin must be 1-64 of a-z, 0-9 and single hyphens',
        fix: `name the bundle in ${SLUGS}.`,
      });
    }
    const owner = owners.get(name);
    if (owner !== undefined) {
      throw new MarketplaceError('marketplace/name-taken', {
        file: bundle,
        received: JSON.stringify(name),
        reason: `${owner} already gives a plugin of this name`,
        fix: `name the bundle in ${SLUGS}, or choose another name for the marketplace.`,
      });
    }
    owners.set(name, bundle);
  }
}
