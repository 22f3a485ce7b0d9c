import { type Finding, finding } from './finding';

const HIDDEN = /[\u{e0000}-\u{e007f}\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;

/** A flag made of tag characters (the flag of Scotland, say), which is what they are for. */
const TAG_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu;
/** A joiner inside one emoji, or between letters of scripts that need it to be written. */
const EMOJI_JOINER =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu;
const LETTER_JOINER =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Khmer}\p{Script=Myanmar}])[\u200c\u200d]/gu;

/** Lines that are named in one finding. */
const MAX_LINES = 5;

/**
 * Finds invisible and direction-changing characters, which can hide instructions from people who
 * review a skill and not from the agents that read it. One finding per character, with its lines.
 *
 * @param text the whole of a file
 */
export function checkHiddenText(text: string, file: string): Finding[] {
  const lines = new Map<string, number[]>();
  const visible = text.replace(TAG_FLAG, '').replace(EMOJI_JOINER, '').replace(LETTER_JOINER, '');
  for (const [index, line] of visible.split('\n').entries()) {
    for (const [character] of line.matchAll(HIDDEN)) {
      const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
      const seen = lines.get(name);
      if (seen) seen.push(index + 1);
      else lines.set(name, [index + 1]);
    }
  }
  return [...lines].map(([name, all]) => {
    const different = [...new Set(all)];
    const named = different.slice(0, MAX_LINES).join(', ');
    const rest = different.length > MAX_LINES ? ', …' : '';
    return finding('text/hidden-character', file, {
      line: different[0] ?? 1,
      message: `The invisible character ${name} stands on line ${named}${rest}.`,
    });
  });
}
