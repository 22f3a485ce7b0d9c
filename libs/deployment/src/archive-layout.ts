import { gunzipSync } from 'node:zlib';
import {
  ArchiveError,
  type ArchiveErrorCode,
  archivePathFault,
  digestOf,
  readArchive,
  readZip,
} from '@nx-agent-skills/artifact';
import { MAX_SKILL_BYTES, MAX_SKILL_FILES } from '@nx-agent-skills/skill';
import { type Diagnosis, diagnose, printable } from './diagnosis';
import type { DiagnosisCode } from './diagnosis-table';
import type { ExpectedFile } from './expected-skill';

const BLOCK = 512;
/** Contents, and one header with padding for every file. */
const MAX_TAR = MAX_SKILL_BYTES + (MAX_SKILL_FILES + 1) * 2 * BLOCK;

/** What lies in an archive, or why clients cannot use it. */
export interface ArchiveLayout {
  files: ExpectedFile[];
  diagnoses: Diagnosis[];
}

/**
 * Reads a served archive. What passes the strict reader is flat and plain. Archives of other tools
 * may differ from it in owners, times, order and compression, and are read header by header to find
 * what clients would stumble over. Nothing is written to disk.
 */
export function archiveLayout(bytes: Buffer, url: string): ArchiveLayout {
  const strict = strictLayout(readArchive, bytes, url);
  if (!(strict instanceof ArchiveError)) return strict;
  let tar: Buffer;
  try {
    tar = gunzipSync(bytes, { maxOutputLength: MAX_TAR });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge
      ? fault('layout/too-large', url, `the limit is ${MAX_TAR} bytes of tar`)
      : fault('layout/damaged', url, 'it is no gzip file, or is damaged');
  }
  return readForeignTar(tar, url, strict.message);
}

/** The same of a zip, of which only the form that we write is known to be read alike by all clients. */
export function zipLayout(bytes: Buffer, url: string): ArchiveLayout {
  const strict = strictLayout(readZip, bytes, url);
  if (!(strict instanceof ArchiveError)) return strict;
  return fault(ZIP_FAULTS[strict.code] ?? 'layout/damaged', url, strict.message);
}

/** What a strict reader finds, or why it refuses the archive. */
function strictLayout(
  read: typeof readArchive | typeof readZip,
  bytes: Buffer,
  url: string,
): ArchiveLayout | ArchiveError {
  try {
    const files = read(bytes).map(({ path, bytes: content }) => fileOf(path, content));
    return withRoot(files, [], url);
  } catch (error) {
    if (error instanceof ArchiveError) return error;
    throw error;
  }
}

const ZIP_FAULTS: Partial<Record<ArchiveErrorCode, DiagnosisCode>> = {
  'archive/too-large': 'layout/too-large',
  'archive/too-many': 'layout/too-many',
  'archive/path': 'layout/unsafe-path',
  'archive/header': 'layout/not-a-file',
};

function readForeignTar(tar: Buffer, url: string, reason: string): ArchiveLayout {
  const files = new Map<string, ExpectedFile>();
  let total = 0;
  for (let offset = 0; ; ) {
    const header = tar.subarray(offset, offset + BLOCK);
    if (header.length < BLOCK)
      return fault('layout/damaged', url, 'it ends without its closing blocks');
    if (header.every((byte) => byte === 0)) break;
    const entry = readHeader(header);
    if (!entry) return fault('layout/damaged', url, `the header at byte ${offset} is not valid`);
    const { path, type, size } = entry;
    const shown = JSON.stringify(printable(path));
    if (type !== '0' && type !== '\0') {
      return fault(
        'layout/not-a-file',
        url,
        `${shown} is ${TYPES[type] ?? `of type ${JSON.stringify(type)}`}`,
      );
    }
    const bad = archivePathFault(path);
    if (bad !== undefined) return fault('layout/unsafe-path', url, `the path ${shown} ${bad}`);
    if (files.has(path)) return fault('layout/duplicate', url, `${shown} is there twice`);
    if (files.size >= MAX_SKILL_FILES) {
      return fault('layout/too-many', url, `the limit is ${MAX_SKILL_FILES} files`);
    }
    total += size;
    if (total > MAX_SKILL_BYTES) {
      return fault('layout/too-large', url, `the limit is ${MAX_SKILL_BYTES} bytes`);
    }
    const content = tar.subarray(offset + BLOCK, offset + BLOCK + size);
    if (content.length < size) return fault('layout/damaged', url, `it ends inside ${shown}`);
    files.set(path, fileOf(path, content));
    offset += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return withRoot([...files.values()], [diagnose('layout/not-reproducible', url, reason)], url);
}

const TYPES: Record<string, string> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '5': 'a folder',
  '6': 'a pipe',
  x: 'an extended header',
  g: 'an extended header',
  L: 'a GNU long name',
  K: 'a GNU long link',
};

/** Name, type and size of a ustar header; undefined when its checksum or its numbers are wrong. */
function readHeader(header: Buffer): { path: string; type: string; size: number } | undefined {
  const text = (start: number, length: number) => {
    const field = header.subarray(start, start + length);
    const end = field.indexOf(0);
    return field.subarray(0, end === -1 ? length : end).toString('utf8');
  };
  const octal = (start: number, length: number) => {
    const digits = /^ *([0-7]+) *$/.exec(text(start, length))?.[1];
    return digits === undefined ? undefined : Number.parseInt(digits, 8);
  };
  const size = octal(124, 12);
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (size === undefined || octal(148, 8) !== sum) return undefined;
  const prefix = text(345, 155);
  const name = text(0, 100);
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    type: header.toString('latin1', 156, 157),
    size,
  };
}

function withRoot(files: ExpectedFile[], diagnoses: Diagnosis[], url: string): ArchiveLayout {
  if (files.some(({ path }) => path === 'SKILL.md')) return { files, diagnoses };
  const first = files.find(({ path }) => path.endsWith('SKILL.md'))?.path ?? 'none';
  const missing = diagnose('layout/no-skill-md', url, `the nearest one is ${first}`);
  return { files, diagnoses: [missing, ...diagnoses] };
}

function fault(code: DiagnosisCode, url: string, detail: string): ArchiveLayout {
  return { files: [], diagnoses: [diagnose(code, url, detail)] };
}

const fileOf = (path: string, content: Buffer): ExpectedFile => ({
  path,
  digest: digestOf(content),
});
