import { checkHiddenText } from './hidden-text';

const tags = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');

const messagesOf = (text: string) =>
  checkHiddenText(text, 'SKILL.md').map(({ message }) => message);

describe('checkHiddenText', () => {
  it('names the code point and the lines', () => {
    expect(messagesOf('a\nb\u200bc\nd\u200b')).toEqual([
      'The invisible character U+200B stands on line 2, 3.',
    ]);
  });

  it.each([
    ['a sentence of tag characters', `Formats JSON.${tags('hi')}`, ['U+E0068', 'U+E0069']],
    ['direction overrides', 'a\u202eb\u2066c', ['U+202E', 'U+2066']],
    ['an inner byte order mark', 'a\ufeffb', ['U+FEFF']],
    ['a joiner between letters of the Latin script', 'a\u200db', ['U+200D']],
  ])('finds %s', (_what, text, names) => {
    const messages = messagesOf(text);
    expect(messages).toHaveLength(names.length);
    for (const [index, name] of names.entries()) expect(messages[index]).toContain(` ${name} `);
    for (const message of messages) expect(message).toMatch(/^[\x20-\x7e…]+$/);
  });

  it.each([
    ['a flag of tag characters', `\u{1f3f4}${tags('gbsct')}\u{e007f}`],
    ['an emoji of several', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['an emoji with a variation selector', '\u2764\ufe0f\u200d\u{1f525}'],
    ['Persian with a non-joiner', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['plain text', 'Ünïcödé — “quotes”, 会议, 😀'],
  ])('accepts %s', (_what, text) => {
    expect(messagesOf(text)).toEqual([]);
  });
});
