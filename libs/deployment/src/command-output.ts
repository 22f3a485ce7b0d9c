import { StringDecoder } from 'node:string_decoder';

/** How much is kept, in UTF-16 code units. */
const KEPT = 64 * 1024;

/** What a command says, kept within bounds. */
export interface CommandOutput {
  /** Makes a reader of one stream; chunks may end within a character. */
  reader(): (chunk: Buffer) => void;
  /** The end of all that was said, at most 64 KiB. */
  end(): string;
  /** Whether any of it matches the pattern. To be asked when all was said. */
  isMatched(): boolean;
}

/**
 * Keeps the end of what a command says, and looks for a pattern in all of it. Only a match that is
 * longer than what is kept may be missed.
 */
export function commandOutput(pattern?: RegExp): CommandOutput {
  const search = pattern && new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
  let text = '';
  let isCut = false;
  let isFound = false;
  const look = (isAll: boolean) => {
    if (!search || isFound) return;
    // "^" must not match where the text was cut, nor "$" where more is to come.
    search.lastIndex = isCut ? 1 : 0;
    const found = search.exec(text);
    isFound = found !== null && (isAll || found.index + found[0].length < text.length);
  };
  return {
    reader: () => {
      const decoder = new StringDecoder('utf8');
      return (chunk) => {
        text += decoder.write(chunk);
        // Not for every chunk: searching is what costs.
        if (text.length <= 2 * KEPT) return;
        look(false);
        text = text.slice(-KEPT);
        isCut = true;
      };
    },
    end: () => text.slice(-KEPT),
    isMatched: () => {
      look(true);
      return isFound;
    },
  };
}
