import { parseOrigin } from './origin';
import { OriginError, type OriginErrorCode } from './origin-error';

function refusal(value: string, preview = false): OriginError {
  try {
    parseOrigin(value, { preview });
  } catch (error) {
    if (error instanceof OriginError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(value)} was accepted`);
}

describe('parseOrigin', () => {
  it.each([
    ['https://docs.acme.example', 'https://docs.acme.example'],
    ['https://docs.acme.example/', 'https://docs.acme.example'],
    ['https://acme.example/docs', 'https://acme.example/docs'],
    ['https://acme.example/docs/', 'https://acme.example/docs'],
    ['https://acme.example/Docs/v2.1/~team', 'https://acme.example/Docs/v2.1/~team'],
    ['https://acme.example:8443/x', 'https://acme.example:8443/x'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['https://acme.github.io/skills', 'https://acme.github.io/skills'],
    ['https://acme.gitlab.io', 'https://acme.gitlab.io'],
    ['https://acme.pages.dev', 'https://acme.pages.dev'],
    ['https://acme.vercel.app', 'https://acme.vercel.app'],
    ['https://acme.netlify.app', 'https://acme.netlify.app'],
    ['https://github.acme.example', 'https://github.acme.example'],
  ])('accepts %s', (value, href) => {
    expect(parseOrigin(value)).toEqual({ href });
  });

  it.each<[OriginErrorCode, string[]]>([
    [
      'origin/not-a-url',
      ['', 'docs.acme.example', 'docs.acme.example/skills', '//acme.example', 'https://'],
    ],
    ['origin/not-a-url', ['localhost:4200', 'acme.example:443/x', '/srv/site', 'https://[acme]']],
    [
      'origin/not-https',
      ['http://acme.example', 'javascript:alert(1)', 'file:///srv/site', 'ftp://acme.example'],
    ],
    [
      'origin/credentials',
      ['https://user:pw@acme.example', 'https://user@acme.example', 'https://:pw@acme.example'],
    ],
    [
      'origin/query-or-fragment',
      ['https://acme.example/?v=1', 'https://acme.example/#top', 'https://acme.example?'],
    ],
    [
      'origin/bad-host',
      [
        'https://acme$(id).example',
        "https://acme';x.example",
        'https://acme_.example',
        'https://acme.example.',
        'https://-acme.example',
      ],
    ],
    [
      'origin/ip-address',
      [
        'https://127.0.0.1',
        'https://0x7f.1',
        'https://2130706433',
        'https://017700000001',
        'https://93.184.216.34',
        'https://[::1]',
        'https://[::ffff:7f00:1]:8443/x',
      ],
    ],
    [
      'origin/local-host',
      ['https://localhost', 'https://site.localhost', 'https://localhost:4200', 'https://intranet'],
    ],
    [
      'origin/uncontrolled-host',
      [
        'https://raw.githubusercontent.com/acme/skills/main',
        'https://github.com/acme/skills',
        'https://gist.github.com/acme',
        'https://gitlab.com/acme',
        'https://bitbucket.org/acme',
        'https://cdn.jsdelivr.net/gh/acme/skills',
        'https://unpkg.com/acme',
        'https://esm.sh',
        'https://cdnjs.cloudflare.com',
        'https://rawcdn.githack.com/acme',
        'https://cdn.statically.io/gh',
        'https://huggingface.co/acme',
        'https://codeberg.org/acme',
        'https://git.sr.ht',
        'https://www.npmjs.com',
        'https://pastebin.com/raw',
        'https://cdn.skypack.dev',
        'https://deno.land/x',
        'https://acme.notion.site',
      ],
    ],
    [
      'origin/bad-base-path',
      [
        'https://acme.example//docs',
        'https://acme.example/docs//',
        'https://acme.example/./docs',
        'https://acme.example/a/../docs',
        'https://acme.example/a/%2e%2e/docs',
        'https://acme.example/a%20b',
        'https://acme.example/$(id)',
        "https://acme.example/it's",
        'https://acme.example/@acme',
      ],
    ],
    [
      'origin/read-as-git',
      [
        'https://acme.example/site.git',
        'https://acme.example/site.git/docs',
        'https://mirror.example/github.com/acme/docs',
        'https://mirror.example/gitlab.com',
        'https://mygithub.com',
        'https://notgitlab.com',
        'https://acme.example/x/-/tree/main',
        'https://acme.example/x/-/tree',
        'https://acme.example/team/_git',
      ],
    ],
    [
      'origin/not-normal',
      [
        'HTTPS://acme.example',
        'https://Acme.example/docs',
        'https:acme.example',
        'https:///acme.example',
        'https://acme.example:443',
        'https://acme.example:08443',
        'https://@acme.example',
        ' https://acme.example\n',
        'https://acme.example/\tdocs',
        'https://acme.example\\@evil.example',
        'https://bücher.example',
        'https://acme。example',
        'https://%61cme.example',
      ],
    ],
  ])('refuses with %s', (code, values) => {
    for (const value of values) expect([value, refusal(value).code]).toEqual([value, code]);
  });

  it('says what was received, what to do and what a good one looks like', () => {
    const error = refusal('HTTPS://Acme.example/Docs/');
    expect(error.fix).toBe('Write https://acme.example/Docs instead.');
    expect(error.message).toContain('"HTTPS://Acme.example/Docs/"');
    expect(error.message).toContain(error.fix);
    expect(error.message).toContain('https://skills.acme.example');
  });

  it.each([
    'https://me:s3cret@acme.example',
    'https:me:s3cret@acme.example',
    'me:s3cret@a.example',
  ])('keeps the password of %s out of the error', (value) => {
    const error = refusal(value);
    expect(`${error.message} ${error.received}`).not.toContain('s3cret');
  });

  describe('with the preview option', () => {
    it.each([
      'https://acme.example',
      'http://localhost:4200',
      'http://app.localhost:4200',
      'http://127.0.0.1:4200/docs',
      'http://[::1]:4200',
      'https://192.168.0.7',
      'https://intranet/docs',
    ])('accepts %s', (value) => {
      expect(parseOrigin(value, { preview: true })).toEqual({ href: value });
    });

    it.each<[string, OriginErrorCode]>([
      ['http://acme.example', 'origin/not-https'],
      ['http://192.168.0.7', 'origin/not-https'],
      ['http://localhost.acme.example', 'origin/not-https'],
      ['http://127.1:4200', 'origin/not-normal'],
      ['http://user:pw@localhost', 'origin/credentials'],
      ['https://github.com/acme', 'origin/uncontrolled-host'],
    ])('still refuses %s', (value, code) => {
      expect(refusal(value, true).code).toBe(code);
    });
  });
});
