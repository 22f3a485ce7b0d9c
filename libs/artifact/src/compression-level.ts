const BLOCK = 4096;

/** More blocks are not looked at; they are spread evenly over the bytes. */
const MOST_BLOCKS = 64;

/** Squares of the counts of all byte values in a block, when every value is equally frequent. */
const EVEN = (BLOCK * BLOCK) / 256;

/** The share of such blocks from which on compression is not worth its time. */
const MOSTLY = 15 / 16;

/**
 * How hard to compress: not at all what is compressed or encrypted already, such as images, which
 * costs as much time as text and saves nothing. Decided in whole numbers by the bytes alone, so
 * that every machine decides the same.
 */
export function compressionLevel(bytes: Buffer): 0 | 6 {
  const blocks = Math.floor(bytes.length / BLOCK);
  const looked = Math.min(blocks, MOST_BLOCKS);
  let dense = 0;
  for (let at = 0; at < looked; at += 1) {
    if (isDense(bytes, Math.floor((at * blocks) / looked) * BLOCK)) dense += 1;
  }
  return looked > 0 && dense >= looked * MOSTLY ? 0 : 6;
}

/** Whether the values of a block are so evenly spread that nothing can be left out. */
function isDense(bytes: Buffer, start: number): boolean {
  const counts = new Uint32Array(256);
  for (let at = start; at < start + BLOCK; at += 1) {
    const byte = bytes[at] ?? 0;
    counts[byte] = (counts[byte] ?? 0) + 1;
  }
  return counts.reduce((total, count) => total + count * count, 0) < 1.5 * EVEN;
}
