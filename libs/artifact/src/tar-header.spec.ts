import { encodeHeader, fitsUstar, pathOf } from './tar-header';

const encode = (path: string) => encodeHeader({ path, mode: 0o644, size: 0 });
const a = (length: number) => 'a'.repeat(length);

describe('encodeHeader', () => {
  it('writes a plain ustar header', () => {
    const block = encodeHeader({ path: 'scripts/run.sh', mode: 0o755, size: 1234 });
    const field = (start: number, end: number) => block.subarray(start, end).toString('latin1');
    expect(block).toHaveLength(512);
    expect(field(0, 100)).toBe('scripts/run.sh'.padEnd(100, '\0'));
    expect(field(100, 108)).toBe('000755 \0');
    expect([field(108, 116), field(116, 124)]).toEqual(['000000 \0', '000000 \0']);
    expect(field(124, 136)).toBe('0000002322 \0');
    expect(field(136, 148)).toBe('0000000000 \0');
    expect(field(156, 157)).toBe('0');
    expect(field(157, 257)).toBe('\0'.repeat(100));
    expect(field(257, 265)).toBe('ustar\x0000');
    expect(field(265, 329)).toBe('\0'.repeat(64));
    expect(field(345, 512)).toBe('\0'.repeat(167));
  });

  it.each(['SKILL.md', a(100), `b/${a(100)}`, `${a(155)}/${a(100)}`, '模板/Überblick.md'])(
    'has a valid checksum: %s',
    (path) => {
      const block = encode(path);
      const stated = Number.parseInt(block.subarray(148, 154).toString('latin1'), 8);
      block.fill(' ', 148, 156);
      expect(block.reduce((sum, byte) => sum + byte, 0)).toBe(stated);
    },
  );

  it('throws when the path does not fit', () => {
    expect(() => encode(a(101))).toThrow(RangeError);
    expect(() => encode(a(101))).toThrow(a(101));
  });
});

describe('fitsUstar', () => {
  it.each<[what: string, path: string, fits: boolean]>([
    ['99 bytes of name', a(99), true],
    ['100 bytes of name', a(100), true],
    ['101 bytes of name', a(101), false],
    ['100 bytes of name in a folder', `b/${a(100)}`, true],
    ['101 bytes of name in a folder', `b/${a(101)}`, false],
    ['100 bytes with a folder', `b/${a(98)}`, true],
    ['155 bytes of folders', `${a(155)}/b`, true],
    ['156 bytes of folder', `${a(156)}/b`, false],
    ['a full header', `${a(155)}/${a(100)}`, true],
    ['156 bytes of folders, which split elsewhere', `c/${a(154)}/b`, false],
    ['a split in the middle', `${a(99)}/${a(50)}/${a(49)}`, true],
    ['no slash at a fitting place', `b/${a(160)}/c`, false],
    ['50 letters of two bytes', 'é'.repeat(50), true],
    ['51 letters of two bytes', 'é'.repeat(51), false],
    ['three-byte letters in folders', `${'模'.repeat(51)}/${'板'.repeat(33)}`, true],
    ['too many three-byte letters in folders', `${'模'.repeat(52)}/a`, false],
    ['256 bytes of short parts', `${'b/'.repeat(127)}aa`, true],
    ['a final slash', `${a(100)}/`, false],
  ])('%s: %#', (_, path, fits) => {
    expect(fitsUstar(path)).toBe(fits);
  });

  it('agrees with the encoder, and a reader gets the path back, for many paths', () => {
    let state = 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    const part = () => ['a', 'b-', 'é', '模', '\u{1f600}'][random(5)]?.repeat(1 + random(60)) ?? '';
    const counts = { fit: 0, not: 0 };
    for (let round = 0; round < 1000; round += 1) {
      const path = Array.from({ length: 1 + random(5) }, part).join('/');
      if (fitsUstar(path)) {
        counts.fit += 1;
        expect(pathOf(encode(path))).toBe(path);
      } else {
        counts.not += 1;
        expect(() => encode(path)).toThrow(RangeError);
      }
    }
    expect(counts.fit).toBeGreaterThan(200);
    expect(counts.not).toBeGreaterThan(200);
  });
});
