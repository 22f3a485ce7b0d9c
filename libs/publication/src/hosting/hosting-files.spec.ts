import { parseOrigin } from '@nx-agent-skills/discovery';
import { HOSTING_FILES, HOSTINGS, hostingFiles } from './hosting-files';

const origin = parseOrigin('https://acme.example/docs.v2');
const files = hostingFiles(origin, HOSTINGS);
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

  it('never set one header by two rules that match the same path', () => {
    const blocks = textOf('_headers').trimEnd().split('\n\n');
    for (const file of [
      'a/SKILL.md',
      'a.tar.gz',
      'a.zip',
      'a/.well-known/agent-skills/index.json',
    ]) {
      const names = blocks
        .map((block) => block.split('\n'))
        .filter(([path = '']) => matches(path, `/docs.v2/agent-skills/${file}`))
        .flatMap(([, ...headers]) => headers.map((line) => line.trim().split(':')[0]));
      expect(names.length).toBeGreaterThan(2);
      expect([file, new Set(names).size]).toEqual([file, names.length]);
    }
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

function matches(pattern: string, path: string): boolean {
  const [start = '', end] = pattern.split('*');
  return path.startsWith(start) && (end === undefined || path.endsWith(end));
}
