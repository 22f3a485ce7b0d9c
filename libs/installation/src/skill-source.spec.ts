import { indexUrl, parseSource, sourceOfIndex } from './skill-source';

const ORIGIN = { href: 'https://skills.acme.example' };

const below = (path: string) => ({ href: `${ORIGIN.href}/agent-skills${path}` });

describe('a source', () => {
  it.each([
    ['https://skills.acme.example', {}],
    ['https://skills.acme.example/', {}],
    ['https://skills.acme.example/agent-skills', { orElse: below('') }],
    ['https://skills.acme.example/agent-skills/', { orElse: below('') }],
    [
      'https://skills.acme.example/agent-skills/plan-trip',
      { skill: 'plan-trip', orElse: below('/plan-trip') },
    ],
    ['https://skills.acme.example/agent-skills/v1', { skill: 'v1', orElse: below('/v1') }],
    ['https://skills.acme.example/agent-skills/v1.2.0', { version: '1.2.0' }],
    ['https://skills.acme.example/agent-skills/v2.0.0-beta.1', { version: '2.0.0-beta.1' }],
  ])('is %s', (text, rest) => {
    expect(parseSource(text, false)).toEqual({ origin: ORIGIN, ...rest });
  });

  it('may have a base path, also one that is called like ours', () => {
    expect(parseSource('https://acme.example/docs/agent-skills', false)).toEqual({
      origin: { href: 'https://acme.example/docs' },
      orElse: { href: 'https://acme.example/docs/agent-skills' },
    });
    expect(parseSource('https://acme.example/agent-skills/agent-skills/v1.0.0', false)).toEqual({
      origin: { href: 'https://acme.example/agent-skills' },
      version: '1.0.0',
    });
  });

  it.each([
    ['http://skills.acme.example', 'origin/not-https'],
    ['https://127.0.0.1', 'origin/ip-address'],
    ['https://github.com/acme/skills', 'origin/uncontrolled-host'],
    ['https://skills.acme.example/agent-skills/v1.2', 'installation/source'],
    ['https://skills.acme.example/agent-skills/Plan', 'installation/source'],
  ])('is not %s', (text, code) => {
    expect(() => parseSource(text, false)).toThrow(expect.objectContaining({ code }));
  });

  it('on this machine is one for a preview only', () => {
    expect(parseSource('http://127.0.0.1:8080/agent-skills', true)).toEqual({
      origin: { href: 'http://127.0.0.1:8080' },
      orElse: { href: 'http://127.0.0.1:8080/agent-skills' },
    });
  });
});

describe('the url of an index', () => {
  it.each([undefined, '1.2.0'])('leads back to its source, of the version %s', (version) => {
    const url = indexUrl(ORIGIN, version);
    const source = version === undefined ? { origin: ORIGIN } : { origin: ORIGIN, version };
    expect(sourceOfIndex(url, false)).toEqual(source);
  });

  it.each([
    'https://skills.acme.example/index.json',
    'https://skills.acme.example/.well-known/agent-skills/vx/index.json',
    'https://skills.acme.example/../.well-known/agent-skills/index.json',
    'https://user@skills.acme.example/.well-known/agent-skills/index.json',
    'http://127.0.0.1/.well-known/agent-skills/index.json',
  ])('is not %s', (url) => {
    expect(sourceOfIndex(url, false)).toBeUndefined();
  });
});
