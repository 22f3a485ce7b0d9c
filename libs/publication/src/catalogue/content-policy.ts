import { createHash } from 'node:crypto';

/**
 * The Content Security Policy of a page whose scripts and styles are inline: these very ones run,
 * nothing is fetched, and nothing becomes markup at run time.
 *
 * @param scripts the exact text of every script element that is to run
 * @param styles the exact text of every style element
 */
export function contentPolicy(scripts: readonly string[], styles: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(' ')}`,
    `style-src ${styles.map(hashSource).join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

const hashSource = (text: string) =>
  `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
