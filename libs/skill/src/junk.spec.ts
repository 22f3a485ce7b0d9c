import { isJunk } from './junk';

describe('isJunk', () => {
  it.each([
    '.DS_Store',
    '._SKILL.md',
    'Thumbs.db',
    'desktop.ini',
    'notes.md~',
    '.notes.md.swp',
    '.x.swo',
    '#notes.md#',
    '.#notes.md',
    'deep/in/a/.DS_Store',
    '.git',
  ])('the file %s', (path) => {
    expect(isJunk(path, false)).toBe(true);
  });

  it.each([
    '.git',
    'node_modules',
    'a/__MACOSX',
    'scripts/__pycache__',
    '.nx/cache',
    'a/.nx/workspace-data',
    '.yarn/cache',
  ])('the folder %s', (path) => {
    expect(isJunk(path, true)).toBe(true);
  });

  it.each([
    '~draft.md',
    '#tags.md',
    '.gitignore',
    '.env.example',
    '.zshrc',
    '.swp',
    'x.swp',
    'ds_store',
    'node_modules.md',
    '(draft) [a] {b}*.md',
    '!readme.md',
  ])('not the file %s', (path) => {
    expect(isJunk(path, false)).toBe(false);
  });

  it.each(['.github', '.nx', 'cache', '.yarn', '.DS_Store', 'my_node_modules'])(
    'not the folder %s',
    (path) => {
      expect(isJunk(path, true)).toBe(false);
    },
  );
});
