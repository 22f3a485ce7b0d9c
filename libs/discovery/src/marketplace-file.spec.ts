import type { MarketplacePlugin } from './marketplace';
import { mergeMarketplace } from './marketplace-file';

const settings = { name: 'acme-skills', owner: { name: 'Acme' } };
const all: MarketplacePlugin = {
  name: 'acme-skills',
  description: 'All skills.',
  skills: ['./skills/a', './skills/cloud/skills/b'],
};
const cloud: MarketplacePlugin = {
  name: 'cloud',
  bundle: 'skills/cloud',
  description: 'The cloud.',
  skills: ['./skills/cloud/skills/b'],
};

const merge = (text: string | undefined, plugins = [all, cloud]) =>
  mergeMarketplace(text, settings, plugins);
const fresh = () => merge(undefined).text;
// biome-ignore lint/suspicious/noExplicitAny: a test may change anything
const edit = (text: string, change: (manifest: any) => void) => {
  const manifest = JSON.parse(text);
  change(manifest);
  return JSON.stringify(manifest);
};
const namesIn = (text: string) =>
  JSON.parse(text).plugins.map(({ name }: { name: string }) => name);

describe('a marketplace manifest', () => {
  it('is made from nothing with all that Claude requires, and without "strict"', () => {
    const { text, changes } = merge(undefined);
    expect(JSON.parse(text)).toEqual({
      name: 'acme-skills',
      description: 'Agent skills of acme-skills.',
      owner: { name: 'Acme' },
      plugins: [
        {
          name: 'acme-skills',
          source: './',
          description: 'All skills.',
          skills: ['./skills/a', './skills/cloud/skills/b'],
          metadata: { generator: 'nx-agent-skills' },
        },
        {
          name: 'cloud',
          source: './',
          description: 'The cloud.',
          skills: ['./skills/cloud/skills/b'],
          metadata: { generator: 'nx-agent-skills', bundle: 'skills/cloud' },
        },
      ],
    });
    expect(text.startsWith('{\n  "name"')).toBe(true);
    expect(text.endsWith('}\n')).toBe(true);
    expect(changes).toEqual(['plugin acme-skills is added', 'plugin cloud is added']);
  });

  it('is the same text after a second time, however it is laid out', () => {
    for (const text of [fresh(), edit(fresh(), () => {}), fresh().replaceAll('\n', '\r\n')]) {
      expect(merge(text)).toEqual({ text, changes: [] });
    }
  });

  it('keeps what a person has written', () => {
    const own = { name: 'mine', source: { source: 'github', repo: 'acme/mine' }, skills: ['./x'] };
    const chosen = { name: 'starter', source: './', skills: ['./skills/a'] };
    const text = edit(fresh(), (manifest) => {
      manifest.metadata = { version: '1.0.0' };
      manifest.description = 'Ours.';
      manifest.owner.email = 'skills@acme.example';
      manifest.plugins[1].description = 'Better.';
      manifest.plugins[1].version = '2.0.0';
      manifest.plugins[1].keywords = ['cloud'];
      manifest.plugins[1].metadata.team = 'sky';
      manifest.plugins.unshift(own, chosen);
    });
    expect(merge(text).changes).toEqual([]);
    const { text: after } = merge(text, [{ ...all, skills: ['./skills/a'] }, cloud]);
    const expected = JSON.parse(text);
    expected.plugins[2].skills = ['./skills/a'];
    expect(JSON.parse(after)).toEqual(expected);
  });

  it('loses the plugin of a bundle that is gone', () => {
    const { text, changes } = merge(fresh(), [all]);
    expect(namesIn(text)).toEqual(['acme-skills']);
    expect(changes).toEqual(['plugin cloud is removed']);
  });

  it('gets the plugin of a new bundle at its end', () => {
    const own = edit(fresh(), ({ plugins }) => plugins.push({ name: 'mine', source: './mine' }));
    const data = { ...cloud, name: 'data', bundle: 'skills/data' };
    expect(namesIn(merge(own, [all, cloud, data]).text)).toEqual([
      'acme-skills',
      'cloud',
      'mine',
      'data',
    ]);
  });

  it.each([
    ['name', { ...cloud, name: 'sky' }],
    ['folder', { ...cloud, bundle: 'skills/it/cloud' }],
  ])('keeps the edits of a person when a bundle gets another %s', (_what, renamed) => {
    const text = edit(fresh(), ({ plugins }) => {
      plugins[1].category = 'infrastructure';
    });
    const { plugins } = JSON.parse(merge(text, [all, renamed]).text);
    expect(plugins).toHaveLength(2);
    expect(plugins[1]).toMatchObject({
      name: renamed.name,
      category: 'infrastructure',
      metadata: { bundle: renamed.bundle },
    });
  });

  it('takes over a plugin of the same name and source that was written by hand', () => {
    const text = edit(fresh(), ({ plugins }) => {
      delete plugins[1].metadata;
      plugins[1].skills = ['./skills/old'];
    });
    expect(JSON.parse(merge(text).text)).toEqual(JSON.parse(fresh()));
  });

  it('keeps tabs, CRLF and a missing final line break', () => {
    const tabs = JSON.stringify(JSON.parse(fresh()), null, '\t').replaceAll('\n', '\r\n');
    const { text } = merge(tabs, [all]);
    expect(text).toContain('\r\n\t"name": "acme-skills"');
    expect(text).not.toMatch(/[^\r]\n/);
    expect(text.endsWith('}')).toBe(true);
  });

  it('follows the settings', () => {
    const owner = { name: 'Acme Ltd', url: 'https://acme.example' };
    const changed = { name: 'acme', owner, description: 'New.' };
    const { text, changes } = mergeMarketplace(fresh(), changed, [all, cloud]);
    expect(JSON.parse(text)).toMatchObject(changed);
    expect(changes).toEqual(['name, owner or description change']);
  });

  it.each([
    ['{ "name": ', 'marketplace/not-json', 'not valid JSON'],
    ['[]', 'marketplace/wrong-shape', 'must hold an object'],
    ['{ "plugins": {} }', 'marketplace/wrong-shape', 'plugins: must be a list'],
    ['{ "plugins": ["x"] }', 'marketplace/wrong-shape', 'plugins[0]: must be an object'],
    ['{ "owner": "Acme" }', 'marketplace/wrong-shape', 'owner: must be an object'],
    [
      '{ "plugins": [{ "name": "cloud", "source": "./cloud" }] }',
      'marketplace/name-taken',
      'plugins: two plugins would have this name. Received: "cloud"',
    ],
  ])('that reads %s is refused', (text, code, words) => {
    expect(() => merge(text)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) }),
    );
  });
});
