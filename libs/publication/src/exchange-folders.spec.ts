import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { exchangeFolders } from './exchange-folders';

describe('exchangeFolders', () => {
  it.each(['a', 'grüße "$HOME" \\ %s;'])('exchanges two folders or changes nothing: %s', (name) => {
    const root = writeTree({ [`${name}/one`]: '', 'other/two': '' });
    const isExchanged = exchangeFolders(join(root, name), join(root, 'other'));
    const files = [readdirSync(join(root, name)), readdirSync(join(root, 'other'))].flat();
    expect(files).toEqual(isExchanged ? ['two', 'one'] : ['one', 'two']);
  });

  it('changes nothing when one of them is missing', () => {
    const root = writeTree({ 'a/one': '' });
    expect(exchangeFolders(join(root, 'a'), join(root, 'gone'))).toBe(false);
    expect(exchangeFolders(join(root, 'gone'), join(root, 'a'))).toBe(false);
    expect(readdirSync(join(root, 'a'))).toEqual(['one']);
    expect(existsSync(join(root, 'gone'))).toBe(false);
  });
});
