import { ignoreOutputs } from './ignore-outputs';

const OUTPUTS = ['dist/agent-skills', '.nx/cache'];
const added = (text: string | Buffer | undefined, outputs = OUTPUTS) =>
  ignoreOutputs(text === undefined ? undefined : Buffer.from(text), outputs);

describe('ignoreOutputs', () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, '/dist/agent-skills\n/.nx/cache\n'],
    ['', '/dist/agent-skills\n/.nx/cache\n'],
    ['dist\n.nx\n', undefined],
    ['dist\n', 'dist\n/.nx/cache\n'],
    ['dist', 'dist\n/.nx/cache\n'],
    ['dist\r\n', 'dist\r\n/.nx/cache\r\n'],
    ['dist\n!dist/agent-skills\n.nx/cache', undefined],
  ])('of %j makes %j', (text, expected) => {
    expect(added(text)?.toString()).toBe(expected);
    if (expected !== undefined) expect(added(expected)).toBeUndefined();
  });

  it('keeps every byte of a file in another encoding', () => {
    const before = Buffer.from('/caf\u00e9\n', 'latin1');
    const after = added(before) ?? Buffer.alloc(0);
    expect(after.subarray(0, before.length)).toEqual(before);
  });

  it('writes folders as names and not as patterns, once', () => {
    const outputs = ['out [x]/tree', '#b/!c ', 'größe'];
    const after = added('', outputs);
    expect(after?.toString()).toBe('/out\\ \\[x\\]/tree\n/\\#b/\\!c\\ \n/größe\n');
    expect(added(after, outputs)).toBeUndefined();
  });
});
