import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeploymentRule } from './deployment-rule';
import { diagnose, excerpt } from './diagnosis';
import { diagnosisPage } from './diagnosis-page';
import { DIAGNOSES } from './diagnosis-table';
import { evidenceOf } from './kept-headers';

describe('the table of diagnoses', () => {
  it.each(Object.entries<DeploymentRule>(DIAGNOSES))(
    'says what %s is and what to do',
    (_, rule) => {
      expect(rule.what).toMatch(/^[A-Z].*\.$/s);
      expect(rule.fix).toMatch(/^[A-Z].*\.$/s);
    },
  );

  it('is the page of the documentation (npm run docs)', () => {
    const page = readFileSync(join(__dirname, '../../../docs/diagnoses.md'), 'utf8');
    expect(page).toBe(diagnosisPage());
  });
});

describe('text of a server', () => {
  it('is escaped, on one line and short', () => {
    const { message, url } = diagnose('http/status', 'https://a.example/\u001b', 'a\n\u202eb');
    expect(message).toContain('Seen: a\\n\\u{202e}b.');
    expect(url).toBe('https://a.example/\\u{1b}');
    expect(diagnose('http/status', undefined, 'x'.repeat(5000)).message.length).toBeLessThan(1200);
    expect(excerpt(Buffer.from('a"\n\x00é'))).toBe('"a"\\n\\x00\\xc3\\xa9"');
  });

  it('is recorded without cookies and the headers of logins', () => {
    const headers = { 'set-cookie': 'x', 'www-authenticate': 'y', age: '3', etag: '"z"' };
    const answer = { url: 'https://a.example/', status: 200, headers, body: Buffer.alloc(0) };
    expect(evidenceOf({ ...answer, redirectedFrom: [] })).toEqual({
      url: 'https://a.example/',
      status: 200,
      age: '3',
      etag: '"z"',
    });
  });
});
