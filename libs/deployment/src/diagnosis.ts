import { escapeHidden } from '@nx-agent-skills/skill';
import type { DeploymentRule, DiagnosisSeverity } from './deployment-rule';
import { DIAGNOSES, type DiagnosisCode } from './diagnosis-table';

/** What one cause does at one URL. */
export interface Diagnosis {
  code: DiagnosisCode;
  severity: DiagnosisSeverity;
  /** The URL that it is about. */
  url?: string;
  message: string;
  fix: string;
}

/**
 * Makes the diagnosis of a known cause.
 *
 * @param detail what was seen; escaped here, since it may come from the server
 */
export function diagnose(code: DiagnosisCode, url?: string, detail?: string): Diagnosis {
  const { severity, what, fix }: DeploymentRule = DIAGNOSES[code];
  return {
    code,
    severity,
    ...(url === undefined ? {} : { url: printable(url) }),
    message: detail === undefined ? what : `${what} Seen: ${printable(detail).replace(/\.$/, '')}.`,
    fix,
  };
}

const MAX_DETAIL = 1000;

/** Text from a server on one line, with everything escaped that could steer a terminal. */
export function printable(text: string): string {
  const line = escapeHidden(text.slice(0, MAX_DETAIL)).replaceAll('\n', '\\n');
  return text.length > MAX_DETAIL ? `${line}…` : line;
}

/** The beginning of a body, as a quoted text of printable ASCII. */
export function excerpt(bytes: Buffer, length = 80): string {
  const cut = bytes.subarray(0, length);
  const text = cut
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, (char) =>
      char === '\n' ? '\\n' : char === '\r' ? '\\r' : `\\x${hexOf(char)}`,
    );
  return `"${text}${bytes.length > length ? '…' : ''}"`;
}

const hexOf = (char: string) => char.charCodeAt(0).toString(16).padStart(2, '0');
