import { ignoreOutputs } from './ignore-outputs';

const OUTPUTS = ['dist/agent-skills', '.nx/cache'];

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
    expect(ignoreOutputs(text, OUTPUTS)).toBe(expected);
    if (expected !== undefined) expect(ignoreOutputs(expected, OUTPUTS)).toBeUndefined();
  });
});
