import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { show } from './finding.mjs';

const BLOCK = 512;
const MAX_FILES = 1_000;
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;
// Each file costs a header and up to a block of padding, and an archive ends with up to 10 KiB of zeros.
const MAX_TAR_BYTES = MAX_UNPACKED_BYTES + MAX_FILES * 2 * BLOCK + 10 * 1024;

const TYPES = {
  1: 'a hard link',
  2: 'a symbolic link',
  3: 'a device',
  4: 'a device',
  5: 'a folder entry',
  6: 'a pipe',
  g: 'a PAX record, which clients ignore',
  x: 'a PAX record, which clients ignore',
  K: 'a GNU long-name record, which clients ignore',
  L: 'a GNU long-name record, which clients ignore',
};

/**
 * Lists the members of a tar.gz without writing anything, and says what keeps a client from
 * installing it: it must be flat, of regular files only, with SKILL.md at its root.
 *
 * @param {Buffer} bytes the archive as downloaded
 * @returns {Promise<{ members: { path: string, mode: number, size: number, content: Buffer }[],
 *   problems: string[] }>}
 */
export async function listArchive(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return unreadable('it is not a gzip file');
  let tar;
  try {
    tar = await promisify(gunzip)(bytes, { maxOutputLength: MAX_TAR_BYTES });
  } catch (error) {
    const tooLarge = error.code === 'ERR_BUFFER_TOO_LARGE';
    return unreadable(tooLarge ? 'it unpacks to more than 50 MiB' : 'its gzip data is damaged');
  }
  const { members, problems } = readMembers(tar);
  problems.push(...checkLayout(members));
  return { members, problems };
}

function readMembers(tar) {
  const members = [];
  const problems = [];
  let unpacked = 0;
  for (let offset = 0; offset + BLOCK <= tar.length; ) {
    const header = tar.subarray(offset, offset + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    if (members.length === MAX_FILES) {
      problems.push(`it has more than ${MAX_FILES} entries`);
      break;
    }
    const member = readHeader(header);
    const end = offset + BLOCK + (member.size ?? 0);
    if (member.damage === undefined && end > tar.length) member.damage = 'is cut short';
    if (member.damage !== undefined) {
      problems.push(`entry ${members.length + 1} ${member.damage}`);
      break;
    }
    unpacked += member.size;
    problems.push(...checkMember(member));
    const content = tar.subarray(offset + BLOCK, end);
    members.push({ path: member.path, mode: member.mode, size: member.size, content });
    offset += BLOCK + Math.ceil(member.size / BLOCK) * BLOCK;
  }
  if (unpacked > MAX_UNPACKED_BYTES) problems.push('it unpacks to more than 50 MiB');
  return { members, problems };
}

function readHeader(header) {
  if (header.toString('latin1', 257, 262) !== 'ustar') return { damage: 'has no ustar header' };
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (readOctal(header, 148, 8) !== sum) return { damage: 'has a wrong header checksum' };
  const size = readOctal(header, 124, 12);
  const mode = readOctal(header, 100, 8);
  if (size === undefined || mode === undefined)
    return { damage: 'has a size or mode not in octal' };
  const isPosix = header[262] === 0;
  const prefix = isPosix ? readText(header, 345, 155) : '';
  const name = readText(header, 0, 100);
  if (name === undefined || prefix === undefined) return { damage: 'has a name that is not UTF-8' };
  const type = header[156] === 0 ? '0' : String.fromCharCode(header[156]);
  return { path: prefix === '' ? name : `${prefix}/${name}`, mode, size, type };
}

function checkMember({ path, type }) {
  const problems = [];
  if (type !== '0') problems.push(`${show(path)} is ${TYPES[type] ?? `of type ${show(type)}`}`);
  const name = type === '5' ? path.replace(/\/$/, '') : path;
  if (name.split('/').some((segment) => ['', '.', '..'].includes(segment))) {
    problems.push(`${show(path)} is not a plain relative path (clients refuse "./" and "..")`);
  }
  if (/[\\:\p{Cc}]/u.test(path)) {
    problems.push(`${show(path)} has a backslash, a colon or a control character`);
  }
  return problems;
}

function checkLayout(members) {
  const problems = [];
  const paths = members.map((member) => member.path);
  if (!paths.includes('SKILL.md')) {
    const nested = paths.find((path) => path.endsWith('/SKILL.md'));
    const hint = nested === undefined ? '' : ` (found ${show(nested)}: a wrapping folder?)`;
    problems.push(`SKILL.md is not at the root${hint}`);
  }
  const seen = new Map();
  for (const path of paths) {
    const key = path.normalize('NFC').toLowerCase();
    if (seen.has(key)) problems.push(`${show(path)} collides with ${show(seen.get(key))}`);
    seen.set(key, path);
  }
  return problems;
}

function readOctal(header, start, length) {
  const digits = header
    .toString('latin1', start, start + length)
    .replace(/[\0 ]+$/, '')
    .trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

function readText(header, start, length) {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      end < 0 ? field : field.subarray(0, end),
    );
  } catch {
    return undefined;
  }
}

function unreadable(problem) {
  return { members: [], problems: [problem] };
}
