/** What stands in place of a secret. */
const REDACTED = '***';

/**
 * Makes a function that takes secrets out of texts. Each line of a secret with several is taken
 * out by itself, since what quotes it may end lines in its own way.
 *
 * @param secrets the values; blank ones hide nothing
 */
export function redact(secrets: readonly string[]): (text: string) => string {
  const parts = new Set(
    secrets.flatMap((secret) => [secret, ...secret.split(/[\r\n]+/)]).map((part) => part.trim()),
  );
  // A secret may be a part of another.
  const sorted = [...parts].filter((part) => part !== '').sort((a, b) => b.length - a.length);
  return (text) => sorted.reduce((rest, part) => rest.replaceAll(part, REDACTED), text);
}
