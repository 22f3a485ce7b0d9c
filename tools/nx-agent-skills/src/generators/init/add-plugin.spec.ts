import { parse } from 'jsonc-parser';
import { addPlugin } from './add-plugin';

const origin = 'https://skills.acme.example';
const registered = { plugin: 'nx-agent-skills/plugin', options: { origin } };

/** What of a text is not in the other one, when one has grown out of the other. */
function added(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const end = before.length - start;
  expect(after.endsWith(before.slice(start))).toBe(true);
  return after.slice(start, after.length - end);
}

describe('addPlugin', () => {
  it.each([
    [
      'an empty object',
      '{}\n',
      '\n  "plugins": [\n    {\n      "plugin": "nx-agent-skills/plugin",\n      "options": {\n        "origin": "https://skills.acme.example"\n      }\n    }\n  ]\n',
    ],
    [
      'a text on one line',
      '{ "a": 1 }',
      ', "plugins": [ { "plugin": "nx-agent-skills/plugin", "options": { "origin": "https://skills.acme.example" } } ]',
    ],
  ])('registers the plugin in %s', (_, text, expected) => {
    const result = addPlugin(text, { origin });
    expect(added(text, result)).toBe(expected);
    expect(parse(result).plugins).toEqual([registered]);
  });

  it.each([
    [
      'tabs, comments and no final newline',
      '{\n\t// mine\n\t"plugins": [\n\t\t"a" // one\n\t],   "b": [1,2],\n\t/* c */ "d": { }\n}',
    ],
    [
      'odd lines and a trailing comma',
      '{   "z":1,\n "plugins": [ "a", { "plugin": "b" }, ],\n\n\n  "y" : 2,\n}\n',
    ],
    ['Windows line ends', '{\r\n    "plugins": [\r\n        "a"\r\n    ]\r\n}\r\n'],
    ['an empty list with a comment', '{\n  "plugins": [ /* none */ ]\n}\n'],
    ['no plugins', '{\n    "targetDefaults": {},\n    "a": [ 1 ] // note\n}\n'],
  ])('leaves everything else as it is: %s', (_, text) => {
    const result = addPlugin(text, { origin });
    const inserted = added(text, result);
    expect(inserted.includes('\n')).toBe(inserted.includes('{\n') || inserted.includes('{\r\n'));
    expect(text.includes('\r\n') ? inserted.replaceAll('\r\n', '').includes('\n') : false).toBe(
      false,
    );
    expect(parse(result)).toEqual({
      ...parse(text),
      plugins: [...(parse(text).plugins ?? []), registered],
    });
    expect(addPlugin(result, { origin: 'https://other.example', roots: ['skills'] })).not.toContain(
      'other',
    );
  });

  it('writes a list of folders on one line', () => {
    const text = addPlugin('{\n}\n', { roots: ['skills', 'packages/*/skills'] });
    expect(text).toContain('        "roots": ["skills", "packages/*/skills"]\n');
    expect(parse(text).plugins[0].options.roots).toEqual(['skills', 'packages/*/skills']);
  });

  it('is done once', () => {
    const once = addPlugin('{}', { origin, roots: ['a'] });
    expect(addPlugin(once, { origin, roots: ['a'] })).toBe(once);
    expect(addPlugin(once, {})).toBe(once);
  });

  it.each([
    ['a name', '{ "plugins": ["nx-agent-skills/plugin"] }', registered],
    [
      'an entry without options',
      '{ "plugins": [{ "plugin": "nx-agent-skills/plugin" }] }',
      registered,
    ],
    [
      'an entry with others',
      '{ "plugins": [{ "plugin": "nx-agent-skills/plugin", "options": { "strict": true } }] }',
      { ...registered, options: { strict: true, origin } },
    ],
    [
      'an entry whose options are null',
      '{ "plugins": [{ "plugin": "nx-agent-skills/plugin", "options": null }] }',
      registered,
    ],
    [
      'the package itself',
      '{ "plugins": [{ "plugin": "nx-agent-skills", "options": {} }] }',
      { plugin: 'nx-agent-skills', options: { origin } },
    ],
  ])('adds options to %s', (_, text, expected) => {
    expect(parse(addPlugin(text, { origin })).plugins).toEqual([expected]);
  });

  it('keeps an origin that is set', () => {
    const text = addPlugin('{}', { origin: 'https://first.example' });
    expect(addPlugin(text, { origin })).toBe(text);
  });

  it.each(['', '[]', '{', '{ "plugins": {} }', '{ "plugins": null }'])('refuses %j', (text) => {
    expect(() => addPlugin(text, { origin })).toThrow('Fix: mend it');
  });
});
