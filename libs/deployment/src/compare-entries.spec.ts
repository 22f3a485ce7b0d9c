import { publishedPath } from '@nx-agent-skills/discovery';
import { EACH_SHAPE, skillMd } from '@nx-agent-skills/publication/testing';
import { compareEntries, otherOrigin, unlike } from './compare-entries';
import { describeVerification } from './describe-verification';
import { checkServed, codesOf, resultOfCheck } from './testing/check-served';
import { serveFile, startHost } from './testing/fault-host';
import { publishTree } from './testing/published-tree';
import { hasFailed } from './verification';

const INDEX = `/${publishedPath.index}`;
const OTHER = 'https://other.acme.example/docs';

describe('a tree that was built for another origin than the report says', () => {
  it('is told so, for the index and its copies, and no skill counts as served', async () => {
    const built = publishTree();
    const other = publishTree(EACH_SHAPE, { origin: { href: OTHER } });
    const host = await startHost({}, other.tree);
    const verification = await checkServed(host.origin, { report: built.report });
    const { status, message, diagnoses } = resultOfCheck(verification, 'index');
    expect(status).toBe('failed');
    expect(message).toContain(`5 entries lead to ${OTHER}`);
    expect(diagnoses[0]?.fix).toContain('--origin');
    expect(new Set(codesOf(verification))).toEqual(new Set(['index/other-origin']));
    expect(diagnoses.length).toBeLessThan(4);
    // The bundle that is in no index can still be fetched.
    expect(describeVerification(verification)).toContain('1 of 6 skills are served');
  });

  it('with other skills too is told both', async () => {
    const files = { 'skills/alpha/SKILL.md': skillMd('alpha') };
    const other = publishTree(files, { origin: { href: OTHER } });
    const host = await startHost({}, other.tree);
    const verification = await checkServed(host.origin, publishTree());
    const codes = codesOf(verification, 'index');
    expect(codes).toEqual(expect.arrayContaining(['index/other-origin', 'index/differs']));
    expect(codes).not.toContain('bytes/rewritten');
  });
});

describe('entries that lead elsewhere', () => {
  const entry = (name: string, origin: string) => ({
    name,
    type: 'skill-md' as const,
    description: 'x',
    url: `${origin}/agent-skills/${name}/SKILL.md`,
    digest: `sha256:${'0'.repeat(64)}`,
  });
  const origin = 'https://skills.acme.example';
  const url = `${origin}${INDEX}`;
  const names = Array.from({ length: 12 }, (_, at) => `s${at}`);

  it('are counted for each origin, the first ten of them', () => {
    const built = { origin, entries: names.map((name) => entry(name, origin)) };
    const served = names.map((name, at) => entry(name, `https://o${at}.example`));
    const [told] = otherOrigin(compareEntries(built, served, url), url);
    expect(told?.message).toContain('1 entry leads to https://o0.example');
    expect(told?.message).toContain('others to 2 more origins');
  });

  it('are none when they were built so', () => {
    const entries = names.map((name) => entry(name, 'https://cdn.acme.example/x'));
    expect(unlike(compareEntries({ origin, entries }, entries, url)).size).toBe(0);
  });
});

describe('an entry of the served index', () => {
  it.each([
    ['type', 'skill-md', 'archive'],
    ['description', 'Does alpha.', 'Does nothing.'],
    ['URL', 'alpha/SKILL.md', 'beta/SKILL.md'],
  ])('with another %s is told by name, and its skill is not served as built', async (...change) => {
    const built = publishTree();
    const [, before, after] = change;
    const host = await startHost(
      { [INDEX]: serveFile(INDEX, (file) => file.toString().replace(before, after)) },
      built.tree,
    );
    const verification = await checkServed(host.origin, built);
    const { message, diagnoses } = resultOfCheck(verification, 'index');
    expect(diagnoses[0]?.code).toBe('index/differs');
    expect(message).toContain('1 with another URL, type or description: alpha');
    expect(verification.served).toBe(5);
  });
});

describe('a catalogue without skills', () => {
  it('passes with a warning when it was built so', async () => {
    const built = publishTree({});
    const host = await startHost({}, built.tree);
    const verification = await checkServed(host.origin, built);
    expect(hasFailed(verification)).toBe(false);
    expect(resultOfCheck(verification, 'index').diagnoses[0]).toMatchObject({
      code: 'index/empty-as-built',
      severity: 'warning',
    });
  });
});
