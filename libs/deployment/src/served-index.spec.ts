import { readServedIndex } from './served-index';
import { entry, indexText, skillMd } from './testing/made-index';

const URL_OF_INDEX = 'https://acme.example/repo/.well-known/agent-skills/index.json';
const alpha = entry('alpha', skillMd('alpha'));
const beta = entry('beta', skillMd('beta'));

const read = (text: string) => readServedIndex(Buffer.from(text), URL_OF_INDEX);

describe('a served index', () => {
  it('is read with relative URLs, as the format allows', () => {
    const { entries, diagnoses } = read(indexText([{ ...alpha, url: 'alpha/SKILL.md' }]));
    expect(entries.map(({ name }) => name)).toEqual(['alpha']);
    expect(diagnoses).toEqual([]);
  });

  it('is read in any order, and with unknown fields, of which it is warned', () => {
    const { entries, diagnoses } = read(indexText([beta, { ...alpha, version: '1' }]));
    expect(entries.map(({ name }) => name)).toEqual(['beta', 'alpha']);
    expect(diagnoses).toMatchObject([{ severity: 'warning', code: 'index/loose' }]);
    expect(diagnoses[0]?.message).toContain('skills[1].version');
  });

  it('loses only the entries that clients drop', () => {
    const { entries, diagnoses } = read(indexText([alpha, { ...beta, digest: 'sha256:x' }]));
    expect(entries.map(({ name }) => name)).toEqual(['alpha']);
    expect(diagnoses[0]?.code).toBe('index/invalid');
  });

  it('loses both of two entries of one name', () => {
    expect(read(indexText([alpha, alpha])).diagnoses[0]?.code).toBe('index/invalid');
  });

  it('is read at once when twenty thousand entries are in descending order', () => {
    const many = Array.from({ length: 20_000 }, (_, at) =>
      entry(`s${String(at).padStart(5, '0')}`, Buffer.alloc(0)),
    );
    const begin = Date.now();
    const { entries, diagnoses } = read(indexText(many.reverse()));
    expect([entries.length, diagnoses]).toEqual([20_000, []]);
    expect(Date.now() - begin).toBeLessThan(4000);
  });

  it.each<[string, unknown[], string]>([
    ['entries', Array.from({ length: 20_001 }, () => 0), '20001 entries'],
    ['fields', [Object.fromEntries(Array.from({ length: 200_001 }, (_, at) => [at, 0]))], 'fields'],
    ['letters in a name', [{ name: 'x'.repeat(1_000_000) }], 'a name of 1000000 characters'],
  ])('with too many %s is refused before its problems are looked for', (_, skills, seen) => {
    const { entries, diagnoses } = read(indexText(skills));
    expect(entries).toEqual([]);
    expect(diagnoses.map(({ code }) => code)).toEqual(['index/too-large']);
    expect(diagnoses[0]?.message).toContain(seen);
  });

  it('with very many problems is told with the first ones of a kind', () => {
    const broken = Array.from({ length: 500 }, (_, at) => ({ ...alpha, name: `s-${at}`, x: at }));
    const invalid = broken.map((each) => ({ ...each, digest: 'x'.repeat(2000) }));
    const { diagnoses } = read(indexText(invalid));
    expect(diagnoses).toHaveLength(20);
    expect(diagnoses[9]?.message).toContain('The same is true of 490 more.');
    expect(diagnoses[19]?.message).toContain('The same is true of 490 more.');
    for (const { message } of diagnoses) expect(message.length).toBeLessThan(600);
  });

  it.each([
    ['another $schema', indexText([alpha]).replace('0.2.0', '0.3.0'), '$schema'],
    ['a URL that is none', indexText([{ ...alpha, url: 'http://[' }]), 'skills[0].url'],
    ['a URL of another scheme', indexText([{ ...alpha, url: 'file:///x' }]), 'skills[0].url'],
    ['no JSON', '<html>', '"<html>"'],
    ['an array', '[]', 'document'],
    ['deep nesting', '['.repeat(1_000_000), 'it is'],
    ['deep nesting that is closed', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'nested'],
  ])('is refused for %s', (_, text, named) => {
    const { diagnoses } = read(text);
    const all = diagnoses.map(({ code, message }) => `${code} ${message}`).join();
    expect(all).toContain('index/invalid');
    if (named !== 'document') expect(all).toContain(named);
  });
});
