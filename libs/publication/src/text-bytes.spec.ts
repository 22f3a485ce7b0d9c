import { holdsText } from './text-bytes';

describe('holdsText', () => {
  it.each(['', 'plain', 'Ä und 😀', '\u00e9'])('knows the bytes of %j', (text) => {
    expect(holdsText(Buffer.from(text, 'utf8'), text)).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['plain', Buffer.from('plaiN')],
    ['plain', Buffer.from('plain ')],
    ['\u00e9', Buffer.from([0xe9])],
    ['\u00e9', Buffer.from('e9')],
    ['?', Buffer.from([0xff])],
  ])('tells %j from other bytes', (text, bytes) => {
    expect(holdsText(bytes, text)).toBe(false);
  });
});
