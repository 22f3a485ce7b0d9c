import { compareBytes } from './byte-order';

describe('compareBytes', () => {
  it('orders as the UTF-8 bytes do, not as UTF-16 units or a language would', () => {
    const sorted = ['A', 'Z', '_', 'a', 'a-b', 'a.b', 'a/b', 'ab', 'b', 'ä', '\uff5e', '\u{1f600}'];
    expect([...sorted].reverse().sort(compareBytes)).toEqual(sorted);
  });

  it('finds equal strings equal, and composed and decomposed forms different', () => {
    expect(compareBytes('a', 'a')).toBe(0);
    expect(compareBytes('\u00e4', 'a\u0308')).toBeGreaterThan(0);
  });
});
