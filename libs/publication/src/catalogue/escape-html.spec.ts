import { escapeHtml, jsonForHtml } from './escape-html';

describe('escapeHtml', () => {
  it.each([
    ['an element', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['the end of an attribute', `"' onclick="x"`, '&quot;&#39; onclick=&quot;x&quot;'],
    ['an entity', '&lt;b&gt;', '&amp;lt;b&amp;gt;'],
    ['a change of direction', 'a\u202eb', 'a\\u{202e}b'],
    ['an invisible character', 'a\u200bb', 'a\\u{200b}b'],
    ['a control character', 'a\u0000b', 'a\\u{0}b'],
    ['other scripts', 'Grüße 日本 שלום 😀', 'Grüße 日本 שלום 😀'],
  ])('makes text of %s', (_, text, expected) => {
    expect(escapeHtml(text)).toBe(expected);
  });
});

describe('jsonForHtml', () => {
  const hostile = ['</script><script>x', '<!--<script>', ']]>', '&amp;', 'a\u2028b\u2029c', '"\\'];

  it('has nothing in it that ends or changes a script element', () => {
    expect(jsonForHtml(hostile)).not.toMatch(/[<>&\u2028\u2029]/);
  });

  it('is the same value again when parsed', () => {
    expect(JSON.parse(jsonForHtml(hostile))).toEqual(hostile);
  });
});
