import { INDEX_PROJECT, projectNameOf } from './project-name';

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
