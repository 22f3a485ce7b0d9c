import { archivePathFault, checkArchivePaths } from './archive-path';

const check = (...paths: string[]) =>
  checkArchivePaths(paths, 'skills/s').map(({ code, file }) => `${code} ${file.slice(9)}`);

describe('archivePathFault', () => {
  it.each<[path: string, fault: string]>([
    ['', 'has an empty part'],
    ['/a', 'has an empty part'],
    ['a//b', 'has an empty part'],
    ['a/', 'has an empty part'],
    ['.', 'has a part "." or ".."'],
    ['./a', 'has a part "." or ".."'],
    ['a/../b', 'has a part "." or ".."'],
    ['..', 'has a part "." or ".."'],
    ['a\ufffd', 'is not valid UTF-8'],
    ['a\nb', 'holds a control character'],
    ['a\u0000b', 'holds a control character'],
    ['a\u007f', 'holds a control character'],
    ['a\\b', 'holds a backslash'],
    ['C:a', 'holds a colon'],
    ['a:b', 'holds a colon'],
    ['a.', 'has a part that ends with a dot or a blank'],
    ['a./b', 'has a part that ends with a dot or a blank'],
    ['a /b', 'has a part that ends with a dot or a blank'],
    ['...', 'has a part that ends with a dot or a blank'],
    ['con', 'has a part that is the name of a Windows device'],
    ['a/NUL', 'has a part that is the name of a Windows device'],
    ['aux.md', 'has a part that is the name of a Windows device'],
    ['lpt1.tar.gz', 'has a part that is the name of a Windows device'],
    ['com\u00b9', 'has a part that is the name of a Windows device'],
    ['n'.repeat(101), 'does not fit a tar header'],
  ])('%j %s', (path, fault) => {
    expect(archivePathFault(path)).toBe(fault);
  });

  it.each([
    'SKILL.md',
    'a/b/c',
    '.env.example',
    '..a/...b',
    'a..b',
    ' a',
    '-o',
    '@x',
    '!readme.md',
    '(draft) {a,b} [c]*?.md',
    'console.md',
    'com10',
    'null',
    'nul-1',
    'my.aux',
    'Überblick/模板/\u{1f600}.md',
    'n'.repeat(100),
  ])('nothing of %j', (path) => {
    expect(archivePathFault(path)).toBeUndefined();
    expect(check(path)).toEqual([]);
  });
});

describe('checkArchivePaths', () => {
  it('names the fault and the path', () => {
    expect(checkArchivePaths(['a:b'], 'skills/s')).toMatchObject([
      {
        code: 'path/not-portable',
        severity: 'error',
        file: 'skills/s/a:b',
        received: '"a:b"',
        message: 'The path a:b holds a colon.',
      },
    ]);
  });

  it('names the length, in bytes, of a path that does not fit', () => {
    const path = `assets/${'é'.repeat(51)}`;
    expect(checkArchivePaths([path], 'skills/s')).toMatchObject([
      { code: 'path/too-long', severity: 'error', file: `skills/s/${path}` },
    ]);
    expect(checkArchivePaths([path], 'skills/s')[0]?.message).toContain(`${path} has 109 bytes`);
  });

  it.each(['a\u200bb', '\u202egpj.md', 'a\ufeff', 'a\u{e0041}'])(
    'refuses the hidden character in %j and shows it',
    (path) => {
      const [fault, ...more] = checkArchivePaths([path], 'skills/s');
      expect(more).toEqual([]);
      expect(fault).toMatchObject({ code: 'path/hidden-character', severity: 'warning' });
      expect(fault?.received).toContain('\\u{');
    },
  );

  it.each<[what: string, one: string, other: string]>([
    ['case', 'Config.json', 'config.json'],
    ['case in a folder', 'Docs/a.md', 'docs/a.md'],
    ['case beyond ASCII', 'Ä.md', 'ä.md'],
    ['composed and decomposed letters', '\u00e9.md', 'e\u0301.md'],
    ['both', '\u00c9.md', 'e\u0301.md'],
    ['sharp s', 'straße', 'STRASSE'],
    ['final sigma', 'ΟΔΟΣ', 'οδος'],
    ['a file and a folder', 'docs', 'Docs/a.md'],
    ['a file and a folder above', 'a', 'A/b/c/d.md'],
  ])('finds paths that differ only by %s', (_, one, other) => {
    for (const paths of [
      [one, other],
      [other, one],
    ]) {
      const findings = checkArchivePaths(paths, 'skills/s');
      expect(findings).toMatchObject([{ code: 'path/collision', severity: 'error' }]);
      expect(findings[0]?.message).toContain(one);
      expect(findings[0]?.message).toContain(other);
    }
  });

  it('lets folders of different case stand that share no file', () => {
    expect(check('a', 'ab', 'a-b', 'docs/a', 'Docs/b', 'docs.md')).toEqual([]);
  });

  it('finds all faults in one go', () => {
    expect(check('a:b', 'A', 'a', 'n'.repeat(101), 'nul')).toEqual([
      'path/not-portable a:b',
      `path/too-long ${'n'.repeat(101)}`,
      'path/not-portable nul',
      'path/collision a',
    ]);
  });

  it('is quick with 1000 deep paths', () => {
    const start = performance.now();
    const paths = Array.from({ length: 1000 }, (_, index) => `${'d/'.repeat(100)}${index}`);
    expect(check(...paths)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
