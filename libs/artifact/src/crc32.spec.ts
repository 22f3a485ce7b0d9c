import { crc32, crc32ByTable } from './crc32';

describe.each([
  ['crc32', crc32],
  ['crc32ByTable', crc32ByTable],
])('%s', (_, check) => {
  it.each([
    ['', 0],
    ['a', 0xe8b7be43],
    ['123456789', 0xcbf43926],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('of %j', (text, value) => {
    expect(check(Buffer.from(text))).toBe(value);
  });

  it('of every byte', () => {
    expect(check(Buffer.from(Array.from({ length: 256 }, (_, index) => index)))).toBe(0x29058c73);
  });
});
