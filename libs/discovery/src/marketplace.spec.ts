import { type ListedSkill, marketplacePlugins, pluginNamesOf } from './marketplace';

const skill = (path: string, name = path.slice(path.lastIndexOf('/') + 1)): ListedSkill => ({
  path,
  isBundle: false,
  frontmatter: { name, description: `Does ${name}.` },
});

const acme = { name: 'acme-skills' };

describe('the plugins of a marketplace', () => {
  it('are one with all skills and one per bundle, with the paths of nested skills', () => {
    const plugins = marketplacePlugins(acme, [
      { ...skill('skills/cloud'), isBundle: true },
      skill('skills/cloud/skills/logs'),
      { path: 'skills/data', isBundle: true },
      skill('skills/data/skills/sql'),
      skill('skills/finance/taxes'),
    ]);
    expect(plugins.map(({ name, bundle, skills }) => [name, bundle, skills])).toEqual([
      [
        'acme-skills',
        undefined,
        [
          './skills/cloud',
          './skills/cloud/skills/logs',
          './skills/data/skills/sql',
          './skills/finance/taxes',
        ],
      ],
      ['cloud', 'skills/cloud', ['./skills/cloud', './skills/cloud/skills/logs']],
      ['data', 'skills/data', ['./skills/data/skills/sql']],
    ]);
    expect(plugins.map(({ description }) => description)).toEqual([
      'All skills of acme-skills.',
      'Does cloud.',
      'The skills of the bundle data.',
    ]);
    expect(pluginNamesOf('skills/data/skills/sql', plugins)).toEqual(['acme-skills', 'data']);
    expect(pluginNamesOf('skills/finance/taxes', plugins)).toEqual(['acme-skills']);
    expect(pluginNamesOf('skills/none', plugins)).toEqual([]);
  });

  it('leave out what has no valid frontmatter, and bundles of nothing else', () => {
    const broken = { path: 'skills/data/skills/sql', isBundle: false };
    const bundle = { path: 'skills/data', isBundle: true };
    expect(marketplacePlugins(acme, [bundle, broken])).toEqual([]);
  });

  it('are named by slug, by frontmatter, then by folder', () => {
    const bundle = { ...skill('skills/cloud', 'acme-cloud'), isBundle: true };
    const name = (slugs: Record<string, string>) =>
      marketplacePlugins(acme, [bundle], slugs)[1]?.name;
    expect(name({ 'skills/cloud': 'sky' })).toBe('sky');
    expect(name({})).toBe('acme-cloud');
  });

  it.each([
    ['a bundle called like the marketplace', ['skills/acme-skills'], 'marketplace/name-taken'],
    ['two bundles of one name', ['skills/a/x', 'skills/b/x'], 'marketplace/name-taken'],
    ['a folder that is no name', ['skills/My Data'], 'marketplace/bad-plugin-name'],
  ])('are refused for %s', (_what, bundles, code) => {
    const skills = bundles.flatMap((path) => [
      { path, isBundle: true },
      skill(`${path}/skills/one`),
    ]);
    expect(() => marketplacePlugins(acme, skills)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining('bundleSlugs') }),
    );
  });
});
