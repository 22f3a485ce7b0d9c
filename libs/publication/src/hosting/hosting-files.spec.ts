import { parseOrigin } from '@nx-agent-skills/discovery';
import { HOSTING_FILES, HOSTINGS, hostingFiles } from './hosting-files';

const origin = parseOrigin('https://acme.example/docs.v2');
const files = hostingFiles(origin, HOSTINGS);
const IMMUTABLE_FOLDERS = ['agent-skills/sha256', 'agent-skills/v1.0.0'];
const textOf = (path: string) => files.get(path) ?? `no ${path}`;

describe('the settings for hosts', () => {
  it('are written for the hosts that are asked for, and no other', () => {
    expect([...files.keys()]).toEqual(Object.values(HOSTING_FILES));
    expect([...hostingFiles(origin, ['github-pages'])]).toEqual([['.nojekyll', '']]);
    expect(hostingFiles(origin, []).size).toBe(0);
  });

  it('give _headers a block for every path, below the base path of the origin', () => {
    const blocks = textOf('_headers').trimEnd().split('\n\n');
    expect(blocks[0]).toBe(
      '/docs.v2/.well-known/agent-skills/*\n  Access-Control-Allow-Origin: *\n  Cache-Control: public, max-age=0, must-revalidate',
    );
    expect(blocks).toContain('/docs.v2/agent-skills/*.tar.gz\n  Content-Type: application/gzip');
  });

  it.each([[], IMMUTABLE_FOLDERS])(
    'never set one header by two rules that match the same path, with %j for ever',
    (...immutable) => {
      for (const file of [
        'a/SKILL.md',
        'a.tar.gz',
        'a.zip',
        'index.html',
        'a/.well-known/agent-skills/index.json',
        '.well-known/agent-skills/index.json',
        ...(immutable.length === 0
          ? []
          : [
              'sha256/0f/a.tar.gz',
              'sha256/0f/a/SKILL.md',
              'v1.0.0/a.tar.gz',
              'v1.0.0/a/SKILL.md',
              'v1.0.0/.well-known/agent-skills/index.json',
            ]),
      ]) {
        const names = headersOf(file, immutable).map(([name]) => name);
        expect([file, names]).toEqual([file, expect.arrayContaining(['Cache-Control'])]);
        expect([file, new Set(names).size]).toEqual([file, names.length]);
      }
    },
  );

  it('let clients keep for ever what never changes, and nothing else', () => {
    const kept = (file: string) =>
      Object.fromEntries(headersOf(file, IMMUTABLE_FOLDERS))['Cache-Control'];
    for (const file of ['sha256/0f/a.tar.gz', 'v1.0.0/a.tar.gz', 'v1.0.0/a/SKILL.md']) {
      expect([file, kept(file)]).toEqual([file, 'public, max-age=31536000, immutable']);
    }
    for (const file of ['a.tar.gz', 'a/SKILL.md', 'v1.1.0/a.tar.gz', 'vercel/SKILL.md']) {
      expect([file, kept(file)]).not.toEqual([file, expect.stringContaining('immutable')]);
    }
    const nginx = hostingFiles(origin, ['nginx'], IMMUTABLE_FOLDERS).get('nginx.conf') ?? '';
    expect(nginx.match(/location \^~ \S+/g)).toContain('location ^~ /docs.v2/agent-skills/v1.0.0/');
    expect(nginx.match(/immutable";$/gm)).toHaveLength(2);
    const { headers } = JSON.parse(
      hostingFiles(origin, ['vercel'], IMMUTABLE_FOLDERS).get('vercel.json') ?? '',
    );
    expect(headers).toContainEqual({
      source: '/docs\\.v2/agent-skills/v1\\.0\\.0/:file',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    });
  });

  it('give Vercel patterns in which a dot means a dot', () => {
    const { headers } = JSON.parse(textOf('vercel.json'));
    const rule = headers.find(({ source }: { source: string }) => source.includes('tar'));
    expect(rule).toEqual({
      source: '/docs\\.v2/agent-skills/(.*)\\.tar\\.gz',
      headers: [{ key: 'Content-Type', value: 'application/gzip' }],
    });
  });

  it('give nginx a location for every folder, without compression and catch-all', () => {
    const text = textOf('nginx.conf');
    expect(text.match(/location \^~ \S+/g)).toEqual([
      'location ^~ /docs.v2/agent-skills/',
      'location ^~ /docs.v2/.well-known/agent-skills/',
      'location ^~ /docs.v2/.well-known/skills/',
    ]);
    expect(text.match(/gzip_static off;/g)).toHaveLength(3);
    expect(text.match(/=404;/g)).toHaveLength(3);
    expect(text).toContain('belongs into the folder /docs.v2 ');
  });
});

/** What `_headers` sets for a file below agent-skills/, as its hosts read it. */
function headersOf(file: string, immutable: readonly string[]): string[][] {
  const text = hostingFiles(origin, ['headers'], immutable).get('_headers') ?? '';
  return text
    .trimEnd()
    .split('\n\n')
    .map((block) => block.split('\n'))
    .filter(([path = '']) => matches(path, `/docs.v2/agent-skills/${file}`))
    .flatMap(([, ...headers]) => headers.map((line) => line.trim().split(': ')));
}

/** A placeholder stands for one step of a path, an asterisk for any number. */
function matches(pattern: string, path: string): boolean {
  const source = pattern
    .replaceAll('.', '\\.')
    .replace(/:[a-z]+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`).test(path);
}
