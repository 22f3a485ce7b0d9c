import type { FileMode } from './file-mode';

export const BLOCK_SIZE = 512;

export interface MemberHeader {
  /** Relative, with `/`. */
  path: string;
  mode: FileMode;
  size: number;
}

const MAX_NAME_BYTES = 100;
const MAX_PREFIX_BYTES = 155;

/** Whether a path fits the name and prefix fields of a plain ustar header. */
export function fitsUstar(path: string): boolean {
  const bytes = Buffer.from(path, 'utf8');
  if (bytes.length <= MAX_NAME_BYTES) return true;
  const slash = 0x2f;
  for (let index = Math.min(MAX_PREFIX_BYTES, bytes.length - 1); index > 0; index -= 1) {
    if (bytes[index] !== slash) continue;
    if (bytes.length - index - 1 <= MAX_NAME_BYTES) return bytes.length - index - 1 > 0;
  }
  return false;
}

/**
 * One ustar header block: a regular file with owner 0, time 0 and no names.
 *
 * @throws RangeError when the path does not fit; `fitsUstar` tells before
 */
export function encodeHeader({ path, mode, size }: MemberHeader): Buffer {
  const block = Buffer.alloc(BLOCK_SIZE);
  // Loaded only when it is needed: most runs neither pack nor unpack anything.
  const { Header }: typeof import('tar') = require('tar');
  new Header({
    path,
    mode,
    size,
    type: 'File',
    uid: 0,
    gid: 0,
    mtime: new Date(0),
    uname: '',
    gname: '',
    devmaj: 0,
    devmin: 0,
  }).encode(block, 0);
  if (pathOf(block) === `./${path}`) removePrefix(block);
  // The encoder asks for an extended header beyond ASCII although the plain one holds the path.
  if (pathOf(block) !== path) throw new RangeError(`The path does not fit a tar header: ${path}`);
  return block;
}

/** The encoder puts a lone name of exactly 100 bytes below the folder ".", which clients refuse. */
function removePrefix(block: Buffer): void {
  block.fill(0, 345, 500);
  // The checksum counts its own field as blanks.
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')} \0`, 148, 'latin1');
}

/** The path that a reader of plain ustar takes from a header block. */
export function pathOf(block: Buffer): string {
  const text = (start: number, end: number) => {
    const field = block.subarray(start, end);
    const zero = field.indexOf(0);
    return field.subarray(0, zero === -1 ? undefined : zero).toString('utf8');
  };
  const prefix = text(345, 500);
  const name = text(0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}
