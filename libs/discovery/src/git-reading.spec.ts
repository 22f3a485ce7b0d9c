import { gitReading } from './git-reading';

// How npm `skills` 1.7.4 reads `<url>/agent-skills` and `<url>/agent-skills/<name>`.
const READINGS: [url: string, isGit: boolean][] = [
  ['https://acme.example', false],
  ['https://acme.example/docs', false],
  ['https://acme.example/github', false],
  ['https://acme.example/github.com.mirror', false],
  ['https://acme.example/tree/-', false],
  ['https://acme.example/-/main', false],
  ['https://github.acme.example', false],
  ['https://mygithub.com:8443', false],
  ['https://mygithub.com', true],
  ['https://notgitlab.com', true],
  ['https://mirror.example/github.com', true],
  ['https://mirror.example/old-gitlab.com/team', true],
  ['https://acme.example/a/-/tree', true],
  ['https://acme.example/a/-/tree/main', true],
  ['https://acme.example/_git', true],
];

describe('gitReading', () => {
  it.each(READINGS)('of %s: %s', (href, isGit) => {
    const url = new URL(href);
    const reason = gitReading(url.host, url.pathname.split('/').filter(Boolean));
    expect(reason !== undefined).toBe(isGit);
  });

  it('names the part that misleads the installer', () => {
    expect(gitReading('mirror.example', ['github.com'])).toContain('"github.com/"');
    expect(gitReading('acme.example', ['docs', 'site.GIT'])).toContain('"site.GIT"');
  });
});
