import { isPluginName, marketplaceNameFault } from './marketplace-name';

describe('the name of a marketplace', () => {
  it.each([
    'acme-skills',
    'skills2',
    'nx-agent-skills',
    'agent-skills-of-acme',
    'claude-helpers',
    'unofficial-tools',
  ])('may be %s', (name) => {
    expect(marketplaceNameFault(name)).toBeUndefined();
  });

  it.each([
    '',
    'Acme',
    'acme skills',
    'acme_skills',
    '-a',
    'a--b',
    'a/b',
    '..',
    'é',
    'a'.repeat(65),
  ])('is refused when it is not in kebab case: "%s"', (name) => {
    expect(marketplaceNameFault(name)).toContain('single hyphens');
    expect(isPluginName(name)).toBe(false);
  });

  it.each([
    'agent-skills',
    'anthropic-agent-skills',
    'inline',
    'healthcare',
    'claude-plugins-official',
  ])('is refused when Claude reserves it: %s', (name) => {
    expect(marketplaceNameFault(name)).toContain('is reserved');
  });

  it.each([
    'claude-official',
    'official-claude-skills',
    'claude-marketplace',
    'anthropic-plugins-2',
  ])('is refused when Claude takes it for an official one: %s', (name) => {
    expect(marketplaceNameFault(name)).toContain('official');
  });
});
