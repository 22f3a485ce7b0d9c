/** Numbers from 0 to 1 that are the same for the same seed everywhere (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bytes that compress a little, as programs and pictures do: new ones among repeated ones. */
export function seededBytes(seed: number, size: number): Buffer {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const length = Math.min(1 + below(64), size - at);
    const start = random() < 0.4 ? -1 : at - length - below(at);
    if (start >= 0) bytes.copy(bytes, at, start, start + length);
    else for (let each = at; each < at + length; each += 1) bytes[each] = below(256);
    at += length;
  }
  return bytes;
}
