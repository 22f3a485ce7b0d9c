import fc from 'fast-check';
import { isVersion, parseVersions, serializeVersions, VersionsError } from './versions';

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
const TWO = {
  latest: '1.10.0',
  versions: ['1.2.0', '1.10.0'],
  digests: { '1.2.0': digest('a'), '1.10.0': digest('b') },
};

function problemsOf(value: unknown): readonly string[] {
  try {
    parseVersions(typeof value === 'string' ? value : JSON.stringify(value));
  } catch (error) {
    if (error instanceof VersionsError) return error.problems;
    throw error;
  }
  return [];
}

describe('versions.json', () => {
  it('is written in the order of versions, and read again', () => {
    const text = serializeVersions({ versions: ['1.10.0', '1.2.0'], digests: TWO.digests });
    expect(text).toBe(`${JSON.stringify(TWO, null, 2)}\n`);
    expect(parseVersions(text)).toEqual(TWO);
  });

  it.each([
    [['1.0.0', '2.0.0-beta.1'], '1.0.0'],
    [['1.0.0-alpha', '1.0.0-beta'], '1.0.0-beta'],
    [['0.9.0', '1.0.0'], '1.0.0'],
    [['1.10.0', '1.9.0'], '1.10.0'],
    [['2.0.0', '2.0.0-rc.1'], '2.0.0'],
  ])('of %j has the latest %s', (versions, latest) => {
    const digests = Object.fromEntries(versions.map((version) => [version, digest('c')]));
    expect(parseVersions(serializeVersions({ versions, digests })).latest).toBe(latest);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{', 'it is no JSON'],
    ['nothing', {}, 'latest is not'],
    ['no version at all', { ...TWO, versions: [] }, 'versions is not'],
    ['another field', { ...TWO, more: 1 }, 'the document is not'],
    [
      'a version that is none',
      { ...TWO, versions: ['v1.2.0', '1.10.0'] },
      '"v1.2.0" is no version',
    ],
    ['another order', { ...TWO, versions: ['1.10.0', '1.2.0'] }, 'ascending order'],
    ['a version twice', { ...TWO, versions: ['1.2.0', '1.2.0', '1.10.0'] }, 'each of them once'],
    ['another latest', { ...TWO, latest: '1.2.0' }, 'latest is "1.2.0", not "1.10.0"'],
    ['a digest too few', { ...TWO, digests: { '1.2.0': digest('a') } }, 'exactly the versions'],
    ['a digest too many', { ...TWO, digests: { ...TWO.digests, '3.0.0': digest('a') } }, 'exactly'],
    [
      'a digest that is none',
      { ...TWO, digests: { ...TWO.digests, '1.2.0': 'sha256:x' } },
      'digests.1.2.0',
    ],
  ])('is refused with %s', (_, value, problem) => {
    expect(problemsOf(value).join('\n')).toContain(problem);
  });

  it('is refused when any byte of it has changed', () => {
    const text = serializeVersions(TWO);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 33, max: 126 }), (at, code) => {
        const other = `${text.slice(0, at)}${String.fromCharCode(code)}${text.slice(at + 1)}`;
        if (other === text) return true;
        try {
          // A changed digest is only found by comparing it.
          return serializeVersions(parseVersions(other)) !== text;
        } catch {
          return true;
        }
      }),
    );
  });
});

describe('a version', () => {
  it.each(['1.2.0', '0.0.1', '1.0.0-beta.1', '10.20.30'])('may be %s', (text) => {
    expect(isVersion(text)).toBe(true);
  });

  it.each([
    'v1.2.0',
    '1.2',
    '1',
    '1.2.0+build',
    ' 1.2.0',
    '1.2.0 ',
    '01.2.0',
    '1.2.0-',
    '',
    'latest',
    '1.2.0/../x',
  ])('is not %j', (text) => {
    expect(isVersion(text)).toBe(false);
  });
});
