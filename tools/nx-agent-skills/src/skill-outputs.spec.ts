import { folderNameOf, isOutputPath, skillOptionsFault } from './skill-outputs';

describe('folderNameOf', () => {
  it('is one plain folder name per path', () => {
    const paths = [
      'skills/a/b',
      'skills/a-b',
      'other/a/b',
      'skills/c[id]',
      `skills/${'会'.repeat(80)}`,
    ];
    const folders = paths.map(folderNameOf);
    expect(new Set(folders).size).toBe(paths.length);
    for (const folder of folders) expect(folder).toMatch(/^[A-Za-z0-9._-]{1,100}$/);
  });
});

describe('isOutputPath', () => {
  it.each(['dist/x', './dist', 'out', '.cache/skills'])('lets %s pass', (path) => {
    expect(isOutputPath(path)).toBe(true);
  });

  it.each([
    '',
    '.',
    './',
    '../x',
    'a/../../x',
    '/srv',
    'C:/x',
    'dist\\x',
    '.git/x',
    'a/node_modules/b',
  ])('refuses %j', (path) => {
    expect(isOutputPath(path)).toBe(false);
  });
});

describe('skillOptionsFault', () => {
  const options = { skill: 'skills/a', buildDir: 'dist/build' };

  it('is none for the options that the plugin gives', () => {
    expect(skillOptionsFault(options, 'skills/a')).toBeUndefined();
  });

  it('names an option that was changed', () => {
    expect(skillOptionsFault({ ...options, skill: '../outside' }, 'skills/a')).toContain(
      '"../outside"',
    );
    expect(skillOptionsFault({ ...options, buildDir: '..' }, 'skills/a')).toContain(
      '"buildDir" is ".."',
    );
    expect(skillOptionsFault(options, undefined)).toContain('"skill"');
  });
});
