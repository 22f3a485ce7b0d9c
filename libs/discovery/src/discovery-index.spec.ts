import { buildIndex, IndexError, parseIndex, serializeIndex } from './discovery-index';
import { DISCOVERY_SCHEMA, type IndexEntry } from './index-schema';
import { parseOrigin } from './origin';

const origin = parseOrigin('https://acme.example/docs');

function entry(name: string, changes: Record<string, unknown> = {}): IndexEntry {
  return {
    name,
    type: 'skill-md',
    description: `What ${name} is for.`,
    url: `https://acme.example/docs/agent-skills/${name}/SKILL.md`,
    digest: `sha256:${'0'.repeat(64)}`,
    ...changes,
  } as IndexEntry;
}

function problemsOf(skills: unknown, top: Record<string, unknown> = {}) {
  const text = JSON.stringify({ $schema: DISCOVERY_SCHEMA, skills, ...top });
  return problemsOfText(text);
}

function problemsOfText(text: string) {
  try {
    parseIndex(text, { origin });
  } catch (error) {
    if (error instanceof IndexError) return error.problems;
    throw error;
  }
  return [];
}

describe('buildIndex and serializeIndex', () => {
  it('sort by code unit and write the fields in one order, whatever order they came in', () => {
    const b = entry('b');
    const shuffled = Object.fromEntries(Object.entries(entry('a10')).reverse()) as IndexEntry;
    const text = serializeIndex(buildIndex([b, entry('a9'), entry('a-z'), shuffled]));
    expect([...text.matchAll(/"name": "(.*)"/g)].map((match) => match[1])).toEqual([
      'a-z',
      'a10',
      'a9',
      'b',
    ]);
    expect(serializeIndex(buildIndex([shuffled]))).toBe(`{
  "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
  "skills": [
    {
      "name": "a10",
      "type": "skill-md",
      "description": "What a10 is for.",
      "url": "https://acme.example/docs/agent-skills/a10/SKILL.md",
      "digest": "sha256:${'0'.repeat(64)}"
    }
  ]
}
`);
  });

  it('refuse two entries of one name', () => {
    expect(() => buildIndex([entry('b'), entry('a'), entry('b')])).toThrow(
      expect.objectContaining({
        code: 'index/invalid',
        problems: [expect.objectContaining({ path: 'skills[2].name', received: 'b' })],
      }),
    );
  });

  it('leave out what is no field of the format', () => {
    const text = serializeIndex(buildIndex([entry('a', { secret: 'x' })]));
    expect(text).not.toContain('secret');
  });
});

describe('parseIndex', () => {
  it('reads back what serializeIndex writes', () => {
    const index = buildIndex([entry('b', { type: 'archive' }), entry('a')]);
    expect(parseIndex(serializeIndex(index), { origin })).toEqual(index);
    expect(parseIndex(serializeIndex(index))).toEqual(index);
  });

  it.each([
    ['name', ['', 'A', 'a--b', '-a', 'a-', 'a_b', 'a'.repeat(65), 404, null]],
    ['type', ['task', 'Archive', '', null]],
    ['description', ['', ' \n\t', 'x'.repeat(1025), '😀'.repeat(513), true]],
    [
      'url',
      [
        'a/SKILL.md',
        '/agent-skills/a/SKILL.md',
        'http://acme.example/docs/agent-skills/a/SKILL.md',
        'https://acme.example/agent-skills/a/SKILL.md',
        'https://evil.example/docs/agent-skills/a/SKILL.md',
        'https://acme.example/docs/../x',
        7,
      ],
    ],
    ['digest', [`sha256:${'A'.repeat(64)}`, '0'.repeat(64), `sha256:${'0'.repeat(63)}`, 0]],
  ])('refuses a wrong %s', (field, values) => {
    for (const value of values) {
      const problems = problemsOf([entry('a', { [field]: value })]);
      expect(problems.map(({ path, received }) => [path, received])).toEqual([
        [`skills[0].${field}`, value],
      ]);
    }
  });

  it('accepts values at the limits', () => {
    const name = `a-${'b'.repeat(62)}`;
    expect(problemsOf([entry(name, { description: '😀'.repeat(512) })])).toEqual([]);
    expect(problemsOf([])).toEqual([]);
  });

  it('tells every near miss by entry and field, in one run', () => {
    const sha256 = '0'.repeat(64);
    const { digest: _, ...undigested } = entry('a-one', { sha256 });
    const { description: __, ...undescribed } = entry('d-four');
    const problems = problemsOf([
      undigested,
      entry('b-two', { type: 'task' }),
      entry('c-three', { digest: `sha256:${'A'.repeat(64)}` }),
      undescribed,
    ]);
    expect(problems.map(({ path }) => path)).toEqual([
      'skills[0].digest',
      'skills[1].type',
      'skills[2].digest',
      'skills[3].description',
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'entry "a-one": digest is missing ("sha256" is there in its place); it must be "sha256:" and 64 lower-case hexadecimal digits',
      'entry "b-two": type must be "skill-md" or "archive"',
      'entry "c-three": digest must be "sha256:" and 64 lower-case hexadecimal digits',
      'entry "d-four": description is missing; it must be a string of 1 to 1024 UTF-16 units that is not blank',
    ]);
  });

  it('refuses unknown keys, also those that resemble a field that is there', () => {
    const problems = problemsOf([entry('a', { hash: 'x', version: '1' })], { path: 'x' });
    expect(problems.map(({ path, received }) => [path, received])).toEqual([
      ['path', 'x'],
      ['skills[0].hash', 'x'],
      ['skills[0].version', '1'],
    ]);
  });

  it('refuses another schema, another order and a second entry of one name', () => {
    const problems = problemsOf([entry('b'), entry('a'), entry('b')], { $schema: 'https://x' });
    expect(problems.map(({ path }) => path)).toEqual([
      '$schema',
      'skills[1].name',
      'skills[2].name',
    ]);
    expect(problems[1]?.message).toContain('before "b"');
    expect(problems[2]?.message).toContain('skills[0]');
  });

  it.each([
    ['nothing', ['']],
    ['\ufeff{}', ['']],
    ['[]', ['']],
    ['null', ['']],
    ['{}', ['$schema', 'skills']],
    [`{"$schema":"${DISCOVERY_SCHEMA}","skills":{}}`, ['skills']],
    [`{"$schema":"${DISCOVERY_SCHEMA}","skills":[null,7]}`, ['skills[0]', 'skills[1]']],
  ])('refuses the document %s', (text, paths) => {
    expect(problemsOfText(text).map(({ path }) => path)).toEqual(paths);
  });

  it('wants plain https URLs when no origin is given, and loopback only on a preview origin', () => {
    const local = 'http://127.0.0.1:4200/agent-skills/a/SKILL.md';
    const text = serializeIndex(buildIndex([entry('a', { url: local })]));
    const preview = parseOrigin('http://127.0.0.1:4200', { preview: true });
    expect(() => parseIndex(text)).toThrow(IndexError);
    expect(() => parseIndex(text, { origin: preview })).not.toThrow();
    for (const url of [
      'https://a.example/x?y',
      'https://u@a.example/x',
      'https://a.example/../x',
    ]) {
      expect(() => parseIndex(serializeIndex(buildIndex([entry('a', { url })])))).toThrow(
        IndexError,
      );
    }
  });

  it('shows path, rule and a short form of the value in the message', () => {
    const text = serializeIndex(buildIndex([entry('a', { description: 'x'.repeat(2000) })]));
    const message =
      /^index\/invalid: .*1 problem:\n {2}skills\[0\]\.description: .*\(received "x+…\)$/;
    expect(() => parseIndex(text)).toThrow(message);
    expect(() => parseIndex(text)).not.toThrow('x'.repeat(100));
  });
});
