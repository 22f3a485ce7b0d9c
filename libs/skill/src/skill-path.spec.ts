import { checkSkillPath } from './skill-path';

describe('checkSkillPath', () => {
  it.each(['a*', 'a?', '!a', 'a"b', 'a\\b', 'a\nb'])('refuses %j', (name) => {
    expect(checkSkillPath(`skills/${name}`)).toMatchObject([
      { code: 'layout/pattern-characters', severity: 'error', file: `skills/${name}` },
    ]);
  });

  it.each(['a', 'a b', '(a)', '[a]', '{a,b}', 'a-b_c.d', '@acme', '#a', '会议', "it's", '~a'])(
    'accepts %j',
    (name) => {
      expect(checkSkillPath(`skills/${name}`)).toEqual([]);
    },
  );
});
