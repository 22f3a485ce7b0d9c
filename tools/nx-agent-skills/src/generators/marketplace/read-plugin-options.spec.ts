import { marketplaceOf, readPluginOptions } from './read-plugin-options';

const marketplace = { name: 'acme-skills', owner: { name: 'Acme' } };
const entry = (options: unknown) => ({ plugin: 'nx-agent-skills/plugin', options });

describe('the options of the plugin in nx.json', () => {
  it('are those of all its entries, also of one that is only a name', () => {
    const plugins = ['nx-agent-skills/plugin', 'other', entry({ roots: ['more'], marketplace })];
    const options = readPluginOptions({ plugins });
    expect(options.map(({ roots }) => roots)).toEqual([['skills'], ['more']]);
    expect(marketplaceOf(options)).toEqual(marketplace);
  });

  it('describe no marketplace without the option', () => {
    expect(marketplaceOf(readPluginOptions({}))).toBeUndefined();
  });

  it('are refused with every fault', () => {
    expect(() => readPluginOptions({ plugins: [entry({ rots: [] })] })).toThrow(
      expect.objectContaining({
        bodyLines: expect.arrayContaining([expect.stringContaining('rots: there is no such')]),
      }),
    );
  });

  it('are refused with two marketplaces', () => {
    const plugins = [entry({ marketplace }), entry({ marketplace })];
    expect(() => marketplaceOf(readPluginOptions({ plugins }))).toThrow('was not checked');
  });
});
