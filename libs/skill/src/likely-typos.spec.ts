import { checkLikelyTypos } from './likely-typos';

const check = (...keys: string[]) =>
  checkLikelyTypos(
    new Map(keys.map((key, index) => [key, { value: 'x', line: index + 2, column: 1 }])),
    'SKILL.md',
  ).map(({ field, line, fix }) => [field, line, fix]);

describe('checkLikelyTypos', () => {
  it.each([
    ['licence', 'license'],
    ['descripton', 'description'],
    ['allowed_tools', 'allowed-tools'],
    ['Allowed-Tools', 'allowed-tools'],
    ['meta-data', 'metadata'],
    ['compatability', 'compatibility'],
  ])('takes %s for %s', (key, meant) => {
    expect(check('name', key)).toEqual([[key, 3, `Write ${meant}.`]]);
  });

  it.each(['version', 'author', 'tags', 'names', 'game', 'model', 'hooks', 'user-invocable'])(
    'lets %s pass',
    (key) => {
      expect(check('name', 'description', key)).toEqual([]);
    },
  );

  it('lets a key pass that stands beside the right one', () => {
    expect(check('license', 'licence')).toEqual([]);
  });
});
