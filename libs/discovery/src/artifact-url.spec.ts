import {
  ArtifactUrlError,
  artifactUrl,
  catalogueUrl,
  pathOfUrl,
  publishedPath,
  skillSourceUrl,
  wellKnownIndexUrl,
} from './artifact-url';
import { parseOrigin } from './origin';

const origin = parseOrigin('https://acme.example/docs/');

describe('URLs of a published tree', () => {
  it.each(['', '/x', '/x/', '/x/y'])('lie below the base path %j', (base) => {
    const at = parseOrigin(`https://acme.example${base}`);
    const root = `https://acme.example${base.replace(/\/$/, '')}`;
    expect(wellKnownIndexUrl(at)).toBe(`${root}/.well-known/agent-skills/index.json`);
    expect(catalogueUrl(at)).toBe(`${root}/agent-skills`);
    expect(skillSourceUrl(at, 'a-b')).toBe(`${root}/agent-skills/a-b`);
    expect(artifactUrl(at, publishedPath.skillMd('a'))).toBe(`${root}/agent-skills/a/SKILL.md`);
  });

  it('have the paths that the design names', () => {
    expect([
      publishedPath.index,
      publishedPath.catalogueIndex,
      publishedPath.skillIndex('a'),
      publishedPath.skillMd('a'),
      publishedPath.archive('a'),
      publishedPath.bundle('kit'),
    ]).toEqual([
      '.well-known/agent-skills/index.json',
      'agent-skills/.well-known/agent-skills/index.json',
      'agent-skills/a/.well-known/agent-skills/index.json',
      'agent-skills/a/SKILL.md',
      'agent-skills/a.tar.gz',
      'agent-skills/kit-bundle.tar.gz',
    ]);
  });

  it.each(['', '/a', 'a/', 'a//b', '../a', 'a/./b', 'a b', 'a%2fb', 'a?b', 'a#b', 'a\\b', 'é'])(
    'are not made of the path %j',
    (path) => {
      expect(() => artifactUrl(origin, path)).toThrow(ArtifactUrlError);
    },
  );
});

describe('pathOfUrl', () => {
  it('gives back the path of every URL that artifactUrl makes', () => {
    for (const path of [
      publishedPath.index,
      publishedPath.archive('a'),
      'agent-skills/b/SKILL.md',
    ]) {
      expect(pathOfUrl(origin, artifactUrl(origin, path))).toBe(path);
    }
  });

  it.each([
    ['http://acme.example/docs/a', 'url/not-on-origin'],
    ['https://acme.example:8443/docs/a', 'url/not-on-origin'],
    ['https://acme.example:443/docs/a', 'url/not-on-origin'],
    ['https://acme.example.evil.example/docs/a', 'url/not-on-origin'],
    ['https://acme.example@evil.example/docs/a', 'url/not-on-origin'],
    ['https://ACME.example/docs/a', 'url/not-on-origin'],
    ['https://acme.example/a', 'url/not-on-origin'],
    ['https://acme.example/docs', 'url/not-on-origin'],
    ['https://acme.example/docs-old/a', 'url/not-on-origin'],
    ['/docs/a', 'url/not-on-origin'],
    ['https://acme.example/docs/', 'url/bad-path'],
    ['https://acme.example/docs/../a', 'url/bad-path'],
    ['https://acme.example/docs/%2e%2e/a', 'url/bad-path'],
    ['https://acme.example/docs/a%2f..%2fb', 'url/bad-path'],
    ['https://acme.example/docs//a', 'url/bad-path'],
    ['https://acme.example/docs/..\\a', 'url/bad-path'],
    ['https://acme.example/docs/a?b', 'url/bad-path'],
    ['https://acme.example/docs/a#b', 'url/bad-path'],
  ])('refuses %s', (url, code) => {
    expect(() => pathOfUrl(origin, url)).toThrow(expect.objectContaining({ code, received: url }));
  });
});
