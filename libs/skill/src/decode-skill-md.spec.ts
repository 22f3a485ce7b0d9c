import { decodeSkillMd } from './decode-skill-md';

const FILE = 'skills/invoice-desk/SKILL.md';
const TEXT = '---\nname: invoice-desk\ndescription: Write invoices.\n---\nSteps.\n';

describe('decodeSkillMd', () => {
  it('gives valid UTF-8 back as text, without a finding', () => {
    const text = `${TEXT}\u00fc \u{1f600} \ufeff inside\n`;
    expect(decodeSkillMd(Buffer.from(text), FILE)).toEqual({ text, findings: [] });
  });

  it.each([
    ['UTF-8', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ])('refuses a byte order mark of %s', (mark, bytes) => {
    const { text, findings } = decodeSkillMd(bytes, FILE);
    expect(text).toBeUndefined();
    expect(findings).toMatchObject([{ code: 'encoding/bom', severity: 'error', line: 1 }]);
    expect(findings[0]?.message).toBe(`SKILL.md begins with a byte order mark (BOM) of ${mark}.`);
    expect(findings[0]?.fix).toContain('"UTF-8" instead of "UTF-8 with BOM"');
  });

  it.each([
    ['a Latin-1 letter', [0xfc]],
    ['a cut sequence', [0xe2, 0x82]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a cut sequence that begins as U+FFFD does', [0xef, 0xbf, 0x41]],
  ])('refuses %s and names its line', (_, bad) => {
    const bytes = Buffer.concat([Buffer.from('---\n\u20ac\nab'), Buffer.from(bad)]);
    const { text, findings } = decodeSkillMd(bytes, FILE);
    expect(text).toBeUndefined();
    expect(findings).toMatchObject([{ code: 'encoding/not-utf8', severity: 'error', line: 3 }]);
  });

  it('warns of the first CRLF line end and leaves the text as it is', () => {
    const crlf = TEXT.replaceAll('\n', '\r\n');
    expect(decodeSkillMd(Buffer.from(crlf), FILE)).toMatchObject({
      text: crlf,
      findings: [{ code: 'encoding/crlf', severity: 'warning', line: 1 }],
    });
    expect(decodeSkillMd(Buffer.from('---\nname: x\r\n'), FILE).findings[0]?.line).toBe(2);
    expect(decodeSkillMd(Buffer.from('a\rb\n'), FILE).findings).toEqual([]);
  });
});
