import { escapeHidden } from '@nx-agent-skills/skill';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Any text as the content of an HTML element or of a quoted attribute: it makes no markup, and what
 * is invisible or changes the direction of reading is written out as \u{…}.
 */
export function escapeHtml(text: string): string {
  return escapeHidden(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/**
 * A value as JSON for the content of a script element, which neither ends the element nor begins a
 * comment in it. Parsed as JSON, it is the value again.
 */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
