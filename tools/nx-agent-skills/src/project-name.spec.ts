import { INDEX_PROJECT, outputFolderOf, projectNameOf } from './project-name';

describe('projectNameOf', () => {
  it.each([
    ['skills/alpha', 'skills/alpha'],
    ['alpha', './alpha'],
    ['constructor', './constructor'],
    ['skills/a b', 'skills/a%20b'],
    ['skills/c[id]', 'skills/c%5Bid%5D'],
    ['skills/100%', 'skills/100%25'],
    ['@agent-skills/index', '%40agent-skills/index'],
    ['skills/a:b', 'skills/a%3Ab'],
    ['skills/会议', 'skills/会议'],
    ['skills/$(x)', 'skills/%24%28x%29'],
  ])('%s gives %s', (path, name) => {
    expect(projectNameOf(path)).toBe(name);
  });

  it('never gives two paths one name, nor a skill the name of the index', () => {
    const paths = ['a/b', 'a-b', 'a%2Fb', 'a', 'a ', 'a%20', INDEX_PROJECT, 'x/@', 'x/%40'];
    const names = [...paths.map(projectNameOf), INDEX_PROJECT];
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('outputFolderOf', () => {
  it('is one plain folder name per path', () => {
    const paths = [
      'skills/a/b',
      'skills/a-b',
      'other/a/b',
      'skills/c[id]',
      `skills/${'会'.repeat(80)}`,
    ];
    const folders = paths.map(outputFolderOf);
    expect(new Set(folders).size).toBe(paths.length);
    for (const folder of folders) expect(folder).toMatch(/^[A-Za-z0-9._-]{1,100}$/);
  });
});
