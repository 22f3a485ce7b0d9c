import { execFileSync } from 'node:child_process';
import { quoteForShell, ShellQuoteError } from './quote-for-shell';

describe('quoteForShell', () => {
  it.each(['https://acme.example:8443/~me/a.tar.gz', 'acme/skills', 'a@1', 'x=y', '--a,b', '%1'])(
    'leaves %s as it is',
    (value) => {
      expect(quoteForShell(value)).toBe(value);
    },
  );

  it.each([
    '',
    '~root',
    '=ls',
    'a b',
    "it's",
    "'; id; '",
    '$(id)',
    '`id`',
    '"$HOME"',
    'a\\',
    '*',
    '!x',
    '#x',
    'a;b&c|d>e<f',
    '{a,b}',
    'http://[::1]:1/x',
    'ünïcode',
  ])('makes one word of %j that sh reads back unchanged', (value) => {
    const word = quoteForShell(value);
    expect(word).not.toBe(value);
    expect(execFileSync('sh', ['-c', `printf '<%s>' ${word}`], { encoding: 'utf8' })).toBe(
      `<${value}>`,
    );
  });

  it.each(['a\nb', 'a\0', '\u001b[2J', '\u009b', '\r'])('refuses %j', (value) => {
    expect(() => quoteForShell(value)).toThrow(ShellQuoteError);
  });
});
