import {
  type ListedSkill,
  MARKETPLACE_FILE,
  MarketplaceError,
  marketplacePlugins,
  mergeMarketplace,
} from '@nx-agent-skills/discovery';
import { compareBytes, readFrontmatter, readSkillMd } from '@nx-agent-skills/skill';
import { readNxJson, type Tree } from 'nx/src/devkit-exports';
import { SyncError } from 'nx/src/utils/sync-generators';
import { findWorkspaceSkills } from '../../find-workspace-skills';
import type { PluginOptions } from '../../options';
import { marketplaceOf, readPluginOptions } from './read-plugin-options';

/**
 * Nx's sync generator for the Claude marketplace manifest. It does nothing without the option
 * "marketplace". Broken skills are left out and named; telling why is the business of `validate`.
 *
 * @throws SyncError when the manifest or the options are not usable; nothing is written then
 */
export default async function syncMarketplace(tree: Tree): Promise<{ outOfSyncMessage?: string }> {
  const options = readPluginOptions(readNxJson(tree) ?? {});
  const marketplace = marketplaceOf(options);
  if (marketplace === undefined) return {};
  const { listed, broken } = await listSkills(options, tree.root);
  const slugs = Object.assign({}, ...options.map(({ bundleSlugs }) => bundleSlugs));
  try {
    const plugins = marketplacePlugins(marketplace, listed, slugs);
    const before = tree.read(MARKETPLACE_FILE, 'utf8') ?? undefined;
    const { text, changes } = mergeMarketplace(before, marketplace, plugins);
    if (text !== before) tree.write(MARKETPLACE_FILE, text);
    const leftOut = broken.map((path) => `${path} is left out, because its SKILL.md is broken`);
    return { outOfSyncMessage: `${MARKETPLACE_FILE}: ${[...changes, ...leftOut].join('; ')}.` };
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    throw new SyncError('The marketplace manifest was not written', error.message.split('\n'));
  }
}

async function listSkills(
  options: readonly PluginOptions[],
  root: string,
): Promise<{ listed: ListedSkill[]; broken: string[] }> {
  const found = await Promise.all(options.map((each) => findWorkspaceSkills(each, root)));
  const byPath = new Map(found.flat().map((folder) => [folder.path, folder]));
  const folders = [...byPath.values()].sort((a, b) => compareBytes(a.path, b.path));
  const broken: string[] = [];
  const listed = folders.map(({ path, isBundle, hasSkillMd }): ListedSkill => {
    const bytes = hasSkillMd ? readSkillMd(root, path) : undefined;
    const { frontmatter } = bytes ? readFrontmatter(bytes, `${path}/SKILL.md`) : {};
    if (hasSkillMd && !frontmatter) broken.push(path);
    return { path, isBundle, ...(frontmatter ? { frontmatter } : {}) };
  });
  return { listed, broken };
}
