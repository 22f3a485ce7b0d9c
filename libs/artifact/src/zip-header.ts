import type { FileMode } from './file-mode';

/** An entry of a zip, as its two headers describe it. */
export interface ZipEntry {
  path: string;
  mode: FileMode;
  /** Stored as it is, or deflated. */
  method: 0 | 8;
  crc: number;
  compressedSize: number;
  size: number;
}

/** Sizes of the parts with a fixed length, in bytes (APPNOTE 4.3.7, 4.3.12, 4.3.16). */
export const LOCAL_HEADER_SIZE = 30;
export const END_RECORD_SIZE = 22;
const CENTRAL_HEADER_SIZE = 46;

export const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
export const END_SIGNATURE = 0x06054b50;

/** Version 2.0: deflate, and nothing newer. */
const VERSION_NEEDED = 20;
/** Made on Unix, whatever the system: only there the upper attributes are a file mode. */
const VERSION_MADE_BY = (3 << 8) | VERSION_NEEDED;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1980-01-01 00:00:00, the first moment that a zip can name. */
const TIME = 0;
const DATE = (1 << 5) | 1;
const REGULAR_FILE = 0o100000;

/** The header in front of an entry's data. */
export function localHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER_SIZE);
  header.writeUInt32LE(LOCAL_SIGNATURE, 0);
  const name = Buffer.from(entry.path, 'utf8');
  writeShared(header, 4, entry, name.length);
  return Buffer.concat([header, name]);
}

/** The entry in the directory at the end. */
export function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_HEADER_SIZE);
  header.writeUInt32LE(CENTRAL_SIGNATURE, 0);
  header.writeUInt16LE(VERSION_MADE_BY, 4);
  const name = Buffer.from(entry.path, 'utf8');
  writeShared(header, 6, entry, name.length);
  header.writeUInt32LE(((REGULAR_FILE | entry.mode) << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

/** The fields that both headers have, in the same order. */
function writeShared(header: Buffer, at: number, entry: ZipEntry, nameLength: number): void {
  header.writeUInt16LE(VERSION_NEEDED, at);
  header.writeUInt16LE(FLAGS, at + 2);
  header.writeUInt16LE(entry.method, at + 4);
  header.writeUInt16LE(TIME, at + 6);
  header.writeUInt16LE(DATE, at + 8);
  header.writeUInt32LE(entry.crc, at + 10);
  header.writeUInt32LE(entry.compressedSize, at + 14);
  header.writeUInt32LE(entry.size, at + 18);
  header.writeUInt16LE(nameLength, at + 22);
}

/** The directory of all entries and the record that closes the file. */
export function zipDirectory(entries: readonly ZipEntry[]): Buffer {
  let offset = 0;
  const headers = entries.map((entry) => {
    const header = centralHeader(entry, offset);
    offset += localHeader(entry).length + entry.compressedSize;
    return header;
  });
  const directory = Buffer.concat(headers);
  const end = Buffer.alloc(END_RECORD_SIZE);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([directory, end]);
}
