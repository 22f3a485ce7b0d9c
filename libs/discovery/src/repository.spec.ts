import { parseRepository } from './repository';

describe('parseRepository', () => {
  it.each([
    'acme/skills',
    'github:acme/skills',
    'github:acme/skills#main',
    'https://github.com/acme/skills',
    'https://github.com/acme/skills/',
    'https://www.github.com/acme/skills.git',
    'https://GitHub.com/acme/skills.git#v1',
    'https://github.com/acme/skills/tree/main/packages/a',
    'git+https://github.com/acme/skills.git',
    'git://github.com/acme/skills.git',
    'http://github.com/acme/skills',
    'https://user:token@github.com/acme/skills.git',
    'https://x-access-token:t0ken@github.com/acme/skills',
    'git@github.com:acme/skills.git',
    'github.com:acme/skills.git',
    'ssh://git@github.com/acme/skills.git',
    'ssh://git@ssh.github.com:443/acme/skills.git',
    'git+ssh://git@github.com/acme/skills.git',
    ' https://github.com/acme/skills.git\n',
  ])('reads %j as one GitHub repository', (value) => {
    expect(parseRepository(value)).toEqual({
      host: 'github.com',
      owner: 'acme',
      name: 'skills',
      url: 'https://github.com/acme/skills',
      isGitHub: true,
    });
  });

  it.each([
    ['gitlab:acme/team/skills', 'https://gitlab.com/acme/team/skills'],
    ['git@gitlab.com:acme/team/skills.git', 'https://gitlab.com/acme/team/skills'],
    ['https://gitlab.com/acme/skills/-/tree/main', 'https://gitlab.com/acme/skills'],
    ['bitbucket:acme/skills', 'https://bitbucket.org/acme/skills'],
    ['https://git.acme.example:8443/x/skills.git', 'https://git.acme.example:8443/x/skills'],
    ['ssh://git@git.acme.example:2222/x/skills.git', 'https://git.acme.example/x/skills'],
  ])('reads %s on its own host', (value, url) => {
    expect(parseRepository(value)).toMatchObject({ url, isGitHub: false });
  });

  it('keeps dots and hyphens of a name', () => {
    expect(parseRepository('acme/.github')).toMatchObject({ owner: 'acme', name: '.github' });
    expect(parseRepository('acme/my-skills.js')).toMatchObject({ name: 'my-skills.js' });
  });

  it.each([
    '',
    'skills',
    './acme/skills',
    '../skills',
    '~/skills',
    '/srv/git/skills.git',
    'C:\\work\\skills',
    'C:/work/skills',
    'file:///srv/skills.git',
    'gist:11081aaa281',
    'acme/skills/extra',
    'https://github.com/acme',
    'https://github.com/acme/skills/issues',
    'https://localhost:3000/acme/skills',
    'http://proxy@127.0.0.1:8080/git/acme/skills',
    'git@work:acme/skills.git',
    '-acme/skills',
    'acme/-skills',
    'acme/..',
    'acme/.git',
    'acme/sk ills',
    'acme/$(id)',
    'https://github.com/acme/sk%20ills',
    'https://github.com/acme/%2e%2e',
    "git@github.com:acme/it's.git",
    'git@github.com:acme/skills;id',
    'javascript://github.com/acme/skills',
  ])('does not read %j', (value) => {
    expect(parseRepository(value)).toBeUndefined();
  });
});
