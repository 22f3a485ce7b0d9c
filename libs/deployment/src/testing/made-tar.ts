import { gzipSync } from 'node:zlib';

/** What is odd about an entry of an archive. */
interface Entry {
  type?: string;
  link?: string;
  prefix?: string;
}

/** One entry of a tar, header and content, as it is told, however wrong. */
export function tarEntry(name: string, content: string | Buffer, entry: Entry = {}): Buffer {
  const { type = '0', link = '', prefix = '' } = entry;
  const body = Buffer.from(content);
  const header = Buffer.alloc(512);
  const put = (text: string, offset: number) => header.write(text, offset, 'utf8');
  put(name, 0);
  put('0000644\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
  put('00000000000\0', 136);
  put('        ', 148);
  put(type, 156);
  put(link, 157);
  put('ustar\x0000', 257);
  put(prefix, 345);
  const sum = header.reduce((all, byte) => all + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

/** Entries as a .tar.gz of another tool than ours. */
export function tarGz(...entries: readonly Buffer[]): Buffer {
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));
}
