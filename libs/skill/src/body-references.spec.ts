import { checkBodyReferences } from './body-references';

const published = {
  paths: new Set(['SKILL.md', 'references/a b.md', 'scripts/go.sh', 'scripts/lib.py']),
  scripts: ['scripts/go.sh'],
};

const check = (body: string) =>
  checkBodyReferences(body, 6, 'skills/s/SKILL.md', published).map(({ code, line, received }) => [
    code,
    line,
    ...(received === undefined ? [] : [received]),
  ]);

describe('links in the body', () => {
  it.each([
    ['out of the skill', 'See [tone](../../shared/tone.md).', '../../shared/tone.md'],
    ['to a missing file', '[x](references/gone.md "Title")', 'references/gone.md'],
    ['of an image', '![x](./img/a.png)', './img/a.png'],
    ['in a definition', '[x]: references/gone.md', 'references/gone.md'],
    ['in angle brackets', '[x](<references/c d.md>)', 'references/c d.md'],
  ])('are found when they lead nowhere: %s', (_what, body, target) => {
    expect(check(`\n${body}`)).toEqual([['body/broken-link', 7, JSON.stringify(target)]]);
  });

  it.each([
    '[x](scripts/go.sh)',
    '[x](./references/a%20b.md#part)',
    '[x](scripts/)',
    '[x](https://acme.example/a.md)',
    '[x](mailto:a@acme.example)',
    '[x](#part)',
    '[x](/docs/a.md)',
    '[x](url)',
    '[x](path/to/{name}.md)',
    '`[x](gone.md)`',
    '```\n[x](gone.md)\n```',
    '~~~~\n```\n[x](gone.md)\n~~~~',
  ])('are accepted: %j', (body) => {
    expect(check(body)).toEqual([]);
  });
});

describe('many links', () => {
  it('are counted rather than listed, and cost little', () => {
    const body = '[a](gone.md)\n'.repeat(50_000);
    const found = check(body);
    expect(found).toHaveLength(21);
    const hostile = [
      `${'['.repeat(4900)}\n`,
      `${'[a](<'.repeat(900)}\n`,
      `${'[]('.repeat(1600)}\n`,
    ];
    const started = process.cpuUsage();
    for (const line of hostile) check(line.repeat(200));
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

describe('scripts that are run by their path', () => {
  it.each([
    'Run ./scripts/go.sh first.',
    '`./scripts/go.sh --all`',
    '```\ncd x && ./scripts/go.sh\n```',
    '$ ./scripts/go.sh',
  ])('are found: %j', (body) => {
    expect(check(body).map(([code]) => code)).toEqual(['body/script-by-path']);
  });

  it.each([
    'bash ./scripts/go.sh',
    '`sh ./scripts/go.sh`',
    'python3 ./scripts/go.sh',
    '. ./scripts/go.sh',
    'chmod +x ./scripts/go.sh',
    'Look at scripts/go.sh',
    './scripts/lib.py',
    './scripts/go.sh.bak',
  ])('are not found: %j', (body) => {
    expect(check(body)).toEqual([]);
  });
});
