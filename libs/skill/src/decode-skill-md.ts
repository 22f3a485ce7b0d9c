import { type Finding, finding } from './finding';

export interface DecodedSkillMd {
  /** Undefined when the bytes are refused. */
  text?: string;
  findings: Finding[];
}

/**
 * Decodes SKILL.md. The stock client decodes and re-encodes the file, so that anything but valid
 * UTF-8 without a byte order mark would be installed with other bytes than the digest promises.
 */
export function decodeSkillMd(bytes: Buffer, file: string): DecodedSkillMd {
  const mark = byteOrderMark(bytes);
  if (mark) {
    return {
      findings: [
        finding('encoding/bom', file, {
          line: 1,
          message: `SKILL.md begins with a byte order mark (BOM) of ${mark}.`,
        }),
      ],
    };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const line = lineOfFirstBadByte(bytes);
    return {
      findings: [
        finding('encoding/not-utf8', file, { line, message: `Line ${line} is not valid UTF-8.` }),
      ],
    };
  }
  const carriageReturn = text.indexOf('\r\n');
  if (carriageReturn === -1) return { text, findings: [] };
  const line = text.slice(0, carriageReturn).split('\n').length;
  return { text, findings: [finding('encoding/crlf', file, { line })] };
}

function byteOrderMark(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'UTF-8';
  const two = bytes.subarray(0, 2).toString('hex');
  return two === 'fffe' || two === 'feff' ? 'UTF-16' : undefined;
}

function lineOfFirstBadByte(bytes: Buffer): number {
  const replaced = Buffer.from(bytes.toString('utf8'), 'utf8');
  let index = 0;
  while (index < bytes.length && bytes[index] === replaced[index]) index += 1;
  return bytes.subarray(0, index).toString('latin1').split('\n').length;
}
