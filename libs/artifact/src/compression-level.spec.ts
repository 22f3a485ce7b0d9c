import { createHash } from 'node:crypto';
import { compressionLevel } from './compression-level';

/** Bytes without any order, the same in every run. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    createHash('sha256').update(String(at)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

const text = (length: number) =>
  Buffer.from('Read the table before you run it. '.repeat(length / 20));

describe('compressionLevel', () => {
  it('compresses text, and what is too short to tell', () => {
    expect(compressionLevel(text(100_000))).toBe(6);
    expect(compressionLevel(noise(4_095))).toBe(6);
    expect(compressionLevel(Buffer.alloc(0))).toBe(6);
  });

  it('compresses base64, in which a quarter can be saved', () => {
    expect(compressionLevel(Buffer.from(noise(100_000).toString('base64')))).toBe(6);
  });

  it('stores what is compressed or encrypted already', () => {
    expect(compressionLevel(noise(4_096))).toBe(0);
    expect(compressionLevel(noise(3_000_000))).toBe(0);
  });

  it('stores it with a little text, and compresses it with more', () => {
    const large = noise(400_000);
    expect(compressionLevel(Buffer.concat([text(8_000).subarray(0, 8_000), large]))).toBe(0);
    expect(compressionLevel(Buffer.concat([text(80_000).subarray(0, 80_000), large]))).toBe(6);
  });
});
