import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { readLock, readLockIfAny, serializeLock, writeLock } from './lock-file';
import type { LockedSkill } from './locked-skill';

const SITE = 'https://skills.acme.example';
const ACCESS = { preview: false, allowedHosts: [] };
const ALPHA: LockedSkill = {
  name: 'alpha',
  type: 'skill-md',
  url: `${SITE}/agent-skills/alpha/SKILL.md`,
  digest: `sha256:${'a'.repeat(64)}`,
  index: `${SITE}/.well-known/agent-skills/index.json`,
};
const BETA: LockedSkill = {
  name: 'beta',
  type: 'archive',
  url: `${SITE}/agent-skills/v1.2.0/beta.tar.gz`,
  digest: `sha256:${'b'.repeat(64)}`,
  index: `${SITE}/.well-known/agent-skills/v1.2.0/index.json`,
  version: '1.2.0',
};

const lockFile = (content: string) => join(writeTree({ 'lock.json': content }), 'lock.json');
const fileOf = (...skills: readonly object[]) => lockFile(JSON.stringify({ version: 1, skills }));

describe('a lock', () => {
  it('is written sorted, with a version where it is known, and read back', () => {
    const text = serializeLock({ skills: [BETA, ALPHA] });
    expect(JSON.parse(text)).toEqual({ version: 1, skills: [ALPHA, BETA] });
    expect(text).toMatch(/^{\n {2}"version": 1,\n[\s\S]*}\n$/);
    expect(readLock(lockFile(text), ACCESS)).toEqual({ skills: [ALPHA, BETA] });
  });

  it('that is not there is an error, or empty for whoever writes the first one', () => {
    const file = join(writeTree({}), 'lock.json');
    expect(() => readLock(file, ACCESS)).toThrow(/^installation\/no-lock: .*\n {4}Fix: /);
    expect(readLockIfAny(file, ACCESS)).toEqual({ skills: [] });
  });

  it.each<[string, object[], string]>([
    ['a name that is a path', [{ ...ALPHA, name: '../alpha' }], 'skills.0.name'],
    ['another type', [{ ...ALPHA, type: 'git' }], 'skills.0.type'],
    ['a short digest', [{ ...ALPHA, digest: 'sha256:aa' }], 'skills.0.digest'],
    ['an unknown field', [{ ...ALPHA, run: 'x' }], 'skills.0'],
    ['a version that is none', [{ ...BETA, version: 'v1' }], 'skills.0.version'],
    ['a name twice', [ALPHA, ALPHA], 'names are sorted'],
    ['names out of order', [BETA, ALPHA], 'names are sorted'],
    [
      'a version that is not that of its index',
      [{ ...ALPHA, version: '1.0.0' }],
      'another version',
    ],
    ['an index of a version without that version', [{ ...ALPHA, index: BETA.index }], 'another'],
    [
      'an index that is none',
      [{ ...ALPHA, index: `${SITE}/index.json` }],
      'none of an https origin',
    ],
    [
      'an index on this machine',
      [{ ...ALPHA, index: 'http://127.0.0.1/.well-known/agent-skills/index.json' }],
      'none of an https origin',
    ],
    ['an artifact over http', [{ ...ALPHA, url: ALPHA.url.replace('https', 'http') }], 'not https'],
    ['a local file', [{ ...ALPHA, url: 'file:///etc/passwd' }], 'is not https'],
    [
      'an artifact elsewhere',
      [{ ...ALPHA, url: 'https://cdn.acme.example/a' }],
      'is not on skills',
    ],
    ['a password', [{ ...ALPHA, url: 'https://a:b@skills.acme.example/a' }], 'carries a user'],
    ['a url that is none', [{ ...ALPHA, url: 'alpha' }], 'no URL'],
    ['a url in another form', [{ ...ALPHA, url: `${SITE}/a/../b` }], 'no URL in its normal form'],
  ])('with %s is refused', (_, skills, reason) => {
    const error = () => readLock(fileOf(...skills), ACCESS);
    expect(error).toThrow(expect.objectContaining({ code: 'installation/lock' }));
    expect(error).toThrow(reason);
  });

  it.each(['', 'null', '[]', '{"version":2,"skills":[]}', '<<<<<<< HEAD', '{"skills":[]}'])(
    'with the content %j is refused',
    (content) => {
      expect(() => readLock(lockFile(content), ACCESS)).toThrow(
        expect.objectContaining({ code: 'installation/lock' }),
      );
    },
  );

  it('may have artifacts on a host that is allowed', () => {
    const file = fileOf({ ...ALPHA, url: 'https://cdn.acme.example/a' });
    const access = { ...ACCESS, allowedHosts: ['cdn.acme.example'] };
    expect(readLock(file, access).skills).toHaveLength(1);
  });

  it('is written as a whole, and taken back', () => {
    const file = lockFile('before');
    const undo = writeLock(file, { skills: [ALPHA] });
    expect(readLock(file, ACCESS)).toEqual({ skills: [ALPHA] });
    expect(readdirSync(join(file, '..'))).toEqual(['lock.json']);
    undo();
    expect(readFileSync(file, 'utf8')).toBe('before');
    const fresh = join(file, '../new.json');
    writeLock(fresh, { skills: [] })();
    expect(readdirSync(join(file, '..'))).toEqual(['lock.json']);
  });

  it.each<[string, (folder: string) => void, string]>([
    ['a link', (folder) => symlinkSync('elsewhere.json', join(folder, 'new.json')), 'is a link'],
    ['a folder', (folder) => mkdirSync(join(folder, 'new.json')), 'is no file'],
    ['in no folder', (folder) => rmSync(folder, { recursive: true }), 'There is no folder'],
  ])('is not written where it is %s', (_, make, reason) => {
    const folder = writeTree({ 'elsewhere.json': 'mine' });
    make(folder);
    const file = join(folder, 'new.json');
    for (const attempt of [
      () => writeLock(file, { skills: [ALPHA] }),
      () => readLockIfAny(file, ACCESS),
    ]) {
      expect(attempt).toThrow(expect.objectContaining({ code: 'installation/lock-place' }));
      expect(attempt).toThrow(reason);
    }
  });

  it('leaves nothing beside it that a killed run has left', () => {
    const file = lockFile('before');
    symlinkSync('lock.json', `${file}.${process.pid}`);
    writeLock(file, { skills: [ALPHA] });
    expect(readdirSync(join(file, '..'))).toEqual(['lock.json']);
  });

  it('is not touched when it is there already', () => {
    const file = lockFile(serializeLock({ skills: [ALPHA] }));
    const undo = writeLock(file, { skills: [ALPHA] });
    writeFileSync(file, 'of somebody else');
    undo();
    expect(readFileSync(file, 'utf8')).toBe('of somebody else');
  });
});
