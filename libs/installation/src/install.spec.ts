import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { send } from '@nx-agent-skills/deployment/testing';
import { findAgent } from '@nx-agent-skills/discovery';
import { skillMd } from '@nx-agent-skills/publication/testing';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { type InstallPlace, installLocked, lockAndInstall } from './install';
import { STATE_FILE } from './installed-state';
import { readLockIfAny, writeLock } from './lock-file';
import { lockRelease } from './lock-release';
import { onlyOriginOf, originsOf } from './origins';
import {
  OPTIONS,
  publishFor,
  rejection,
  release,
  startSite,
  type TestSite,
} from './testing/site-host';

const ALPHA = '/agent-skills/alpha/SKILL.md';

let site: TestSite;
let root: string;
beforeEach(async () => {
  site = await startSite();
  site.serve(publishFor(site, release('first')));
  root = writeTree({});
});

function placeOf(change: Partial<InstallPlace> = {}): InstallPlace {
  return {
    agents: ['claude-code', 'codex'].flatMap((id) => findAgent(id) ?? []),
    root,
    isGlobal: false,
    lockFile: join(root, 'lock.json'),
    force: false,
    ...change,
  };
}

const installNew = (change: Partial<InstallPlace> = {}, names: string[] = [], from = site) => {
  const place = placeOf(change);
  return lockAndInstall(place, {
    source: { origin: from.origin },
    selection: { names, all: false },
    before: readLockIfAny(place.lockFile, OPTIONS),
    site: OPTIONS,
    onRetry: () => undefined,
  });
};
const installFrozen = (change: Partial<InstallPlace> = {}) =>
  installLocked(placeOf(change), OPTIONS);

function removeFromLock(name: string, file = 'lock.json'): void {
  const { skills, ...lock } = JSON.parse(read(file));
  const left = skills.filter((skill: { name: string }) => skill.name !== name);
  writeFileSync(at(file), JSON.stringify({ ...lock, skills: left }));
}

const at = (path: string) => join(root, path);
const read = (path: string) => readFileSync(at(path), 'utf8');

/** Every file and link below a folder, with its content; what must not change. */
function contents(folder = root): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    files.sort().map((path) => {
      const stats = lstatSync(join(folder, path));
      return [path, stats.isFile() ? readFileSync(join(folder, path), 'utf8') : 'no file'];
    }),
  );
}

/** Refuses, and leaves everything as it was. */
async function expectRefusal(promise: () => Promise<unknown>, code: string, reason: string) {
  const before = contents();
  const error = await rejection(promise());
  expect(error).toMatchObject({ code });
  expect(error.message).toContain(reason);
  expect(contents()).toEqual(before);
}

describe('an install', () => {
  it('puts exactly the files of the skills into the folders of all agents', async () => {
    const { folders } = await installNew();
    expect(folders.map(({ shown, added }) => [shown, added])).toEqual([
      ['.claude/skills', ['alpha', 'beta']],
      ['.agents/skills', ['alpha', 'beta']],
    ]);
    for (const folder of ['.claude/skills', '.agents/skills']) {
      expect(read(`${folder}/alpha/SKILL.md`)).toContain('first');
      expect(readdirSync(at(folder)).sort()).toEqual([STATE_FILE, 'alpha', 'beta']);
      const mode = (path: string) => statSync(at(`${folder}/beta/${path}`)).mode & 0o777;
      expect([mode('SKILL.md'), mode('scripts/run.sh')]).toEqual([0o644, 0o755]);
    }
    expect(readdirSync(at('.claude'))).toEqual(['skills']);
    const again = await installFrozen();
    expect(again.map(({ unchanged, added, changed }) => [unchanged, added, changed])).toEqual([
      [2, [], []],
      [2, [], []],
    ]);
  });

  it('for one user goes into the home folder, and for agents that share a folder goes there once', async () => {
    const agents = ['cline', 'warp', 'opencode'].flatMap((id) => findAgent(id) ?? []);
    const { folders } = await installNew({ isGlobal: true, agents });
    expect(folders.map(({ shown, agents: ids }) => [shown, ids])).toEqual([
      ['~/.agents/skills', ['cline', 'warp']],
      ['~/.config/opencode/skills', ['opencode']],
    ]);
    expect(existsSync(at('.config/opencode/skills/beta/scripts/run.sh'))).toBe(true);
  });

  it('of what is locked reads no index, and gives the same on every machine', async () => {
    await installNew();
    site.requests.splice(0);
    const elsewhere = writeTree({ 'lock.json': read('lock.json') });
    await installFrozen({ root: elsewhere, lockFile: join(elsewhere, 'lock.json') });
    expect(contents(elsewhere)).toEqual(contents());
    expect(site.requests.sort()).toEqual([
      '/agent-skills/alpha/SKILL.md',
      '/agent-skills/beta.tar.gz',
    ]);
  });

  it('replaces, adds and removes what the lock has otherwise', async () => {
    await installNew();
    const { 'skills/alpha/SKILL.md': _, ...rest } = release('second');
    const next = { ...rest, 'skills/gamma/SKILL.md': skillMd('gamma') };
    site.serve(publishFor(site, next));
    const { changes, folders } = await installNew({}, ['gamma']);
    expect(changes).toMatchObject({ added: [{ name: 'gamma' }], removed: [{ name: 'alpha' }] });
    for (const { added, changed, removed } of folders) {
      expect([added, changed, removed]).toEqual([['gamma'], ['beta'], ['alpha']]);
    }
    expect(readdirSync(at('.claude/skills')).sort()).toEqual([STATE_FILE, 'beta', 'gamma']);
    expect(read('.claude/skills/beta/scripts/run.sh')).toContain('second');
  });

  it('brings the skills of all origins of a lock', async () => {
    await installNew();
    const other = await startSite();
    other.serve(publishFor(other, { 'skills/gamma/SKILL.md': skillMd('gamma') }));
    await installNew({}, [], other);
    expect(readdirSync(at('.claude/skills')).sort()).toEqual([
      STATE_FILE,
      'alpha',
      'beta',
      'gamma',
    ]);
    rmSync(at('.claude'), { recursive: true });
    await installFrozen();
    expect(readdirSync(at('.claude/skills')).sort()).toEqual([
      STATE_FILE,
      'alpha',
      'beta',
      'gamma',
    ]);
    const lock = readLockIfAny(at('lock.json'), OPTIONS);
    expect(originsOf(lock)).toHaveLength(2);
    expect(() => onlyOriginOf(lock)).toThrow(`of ${site.origin.href} and ${other.origin.href}`);
    site.answers[ALPHA] = send('changed');
    await expectRefusal(() => installNew({}, [], other), 'installation/digest', '"alpha"');
  });

  it('takes over files that are the same, and mends a mode', async () => {
    await installNew();
    rmSync(at(`.claude/skills/${STATE_FILE}`));
    chmodSync(at('.claude/skills/beta/scripts/run.sh'), 0o644);
    const [claude] = await installFrozen();
    expect(claude).toMatchObject({ changed: ['beta'], unchanged: 1 });
    expect(statSync(at('.claude/skills/beta/scripts/run.sh')).mode & 0o777).toBe(0o755);
  });

  it('never removes what lay there before with the same files', async () => {
    mkdirSync(at('.claude/skills/alpha'), { recursive: true });
    writeFileSync(at('.claude/skills/alpha/SKILL.md'), skillMd('alpha', 'first'));
    await installNew();
    removeFromLock('alpha');
    await installFrozen();
    expect(readdirSync(at('.claude/skills')).sort()).toEqual([STATE_FILE, 'alpha', 'beta']);
    expect(readdirSync(at('.agents/skills')).sort()).toEqual([STATE_FILE, 'beta']);
  });

  it('removes what two locks have when the second drops it', async () => {
    const other = { lockFile: at('other.json') };
    await installNew();
    await installNew(other);
    removeFromLock('alpha');
    await installFrozen();
    expect(existsSync(at('.claude/skills/alpha'))).toBe(true);
    removeFromLock('alpha', 'other.json');
    await installFrozen(other);
    expect(readdirSync(at('.claude/skills')).sort()).toEqual([STATE_FILE, 'beta']);
  });

  it('does not mind what running a script and looking into a folder leave behind', async () => {
    await installNew();
    mkdirSync(at('.claude/skills/beta/scripts/__pycache__'));
    writeFileSync(at('.claude/skills/beta/scripts/__pycache__/run.pyc'), 'x');
    writeFileSync(at('.claude/skills/beta/.DS_Store'), 'x');
    site.serve(publishFor(site, release('second')));
    await installNew();
    expect(read('.claude/skills/beta/SKILL.md')).toContain('second');
  });

  it('removes nothing that was installed from another lock', async () => {
    await installNew({}, ['alpha']);
    const lockFile = at('other.json');
    const agents = placeOf().agents.slice(0, 1);
    await installNew({ lockFile }, ['beta']);
    expect(readdirSync(at('.claude/skills')).sort()).toEqual([STATE_FILE, 'alpha', 'beta']);
    // The same bytes are no conflict, and stay the first one's.
    expect(await installNew({ lockFile, agents }, ['alpha'])).toMatchObject({
      folders: [{ unchanged: 2 }],
    });
    await installFrozen();
    site.serve(publishFor(site, release('second')));
    await expectRefusal(
      () => installNew({ lockFile }),
      'installation/in-the-way',
      '.claude/skills/alpha was installed from another lock, lock.json.',
    );
  });
});

describe('an install that was killed after the lock was written', () => {
  it('is mended by an install of what is locked', async () => {
    await installNew();
    site.serve(publishFor(site, release('second')));
    const { lock: next } = await lockRelease({
      source: { origin: site.origin },
      selection: { names: [], all: false },
      before: readLockIfAny(at('lock.json'), OPTIONS),
      site: OPTIONS,
      onRetry: () => undefined,
    });
    writeLock(at('lock.json'), next);
    expect(read('.claude/skills/alpha/SKILL.md')).toContain('first');
    await installFrozen();
    for (const folder of ['.claude/skills', '.agents/skills']) {
      expect(read(`${folder}/alpha/SKILL.md`)).toContain('second');
      expect(read(`${folder}/beta/scripts/run.sh`)).toContain('second');
    }
  });
});

describe('an install refuses', () => {
  it('without a lock', () =>
    expectRefusal(() => installFrozen(), 'installation/no-lock', 'There is no lock'));

  it.each<[string, Parameters<typeof send>, string]>([
    ['one that is gone', ['', {}, 404], 'installation/missing'],
    ['one with other bytes', ['changed'], 'installation/digest'],
    ['one that the host keeps', ['', {}, 500], 'installation/request'],
  ])('all skills for %s', async (_, answer, code) => {
    await installNew();
    rmSync(at('.claude/skills/beta'), { recursive: true });
    site.answers[ALPHA] = send(...answer);
    await expectRefusal(() => installFrozen(), code, '"alpha"');
    await expectRefusal(() => installNew(), code, '"alpha"');
  });

  it('a first install as a whole, without a trace', async () => {
    site.answers[ALPHA] = send('changed');
    await expectRefusal(() => installNew(), 'installation/digest', 'alpha');
    expect(readdirSync(root)).toEqual([]);
    mkdirSync(at('.agents/skills/beta'), { recursive: true });
    writeFileSync(at('.agents/skills/beta/notes.md'), 'mine');
    site.answers = {};
    await expectRefusal(
      () => installNew(),
      'installation/in-the-way',
      '.agents/skills/beta was not installed',
    );
  });

  it('to overwrite what was edited, and names it; --force overwrites it', async () => {
    await installNew();
    writeFileSync(at('.claude/skills/beta/SKILL.md'), 'mine');
    writeFileSync(at('.claude/skills/beta/notes.md'), 'mine');
    rmSync(at('.claude/skills/beta/scripts/run.sh'));
    const reason =
      '.claude/skills/beta was edited since it was installed: SKILL.md, notes.md, scripts/run.sh.';
    await expectRefusal(() => installFrozen(), 'installation/in-the-way', reason);
    site.serve(publishFor(site, release('second')));
    await expectRefusal(() => installNew(), 'installation/in-the-way', reason);
    await installNew({ force: true });
    expect(readdirSync(at('.claude/skills/beta')).sort()).toEqual(['SKILL.md', 'scripts']);
  });

  it('to remove what was edited', async () => {
    await installNew();
    writeFileSync(at('.claude/skills/alpha/SKILL.md'), 'mine');
    const { 'skills/alpha/SKILL.md': _, ...rest } = release('first');
    site.serve(publishFor(site, rest));
    await expectRefusal(() => installNew(), 'installation/in-the-way', 'alpha was edited');
    await installNew({ force: true });
    expect(existsSync(at('.claude/skills/alpha'))).toBe(false);
  });

  it('a link in place of a skill, and --force replaces the link alone', async () => {
    const outside = writeTree({ 'SKILL.md': 'mine' });
    mkdirSync(at('.claude/skills'), { recursive: true });
    symlinkSync(outside, at('.claude/skills/alpha'));
    await expectRefusal(() => installNew(), 'installation/in-the-way', 'alpha is a link or a file');
    await installNew({ force: true });
    expect(lstatSync(at('.claude/skills/alpha')).isDirectory()).toBe(true);
    expect(contents(outside)).toEqual({ 'SKILL.md': 'mine' });
  });

  it('a skills folder that leads out of the project, and takes one that leads to another in it', async () => {
    const outside = writeTree({});
    symlinkSync(outside, at('.claude'));
    await expectRefusal(() => installNew(), 'installation/folder', `leads to ${outside}`);
    rmSync(at('.claude'));
    mkdirSync(at('.claude'));
    mkdirSync(at('.agents/skills'), { recursive: true });
    symlinkSync('../.agents/skills', at('.claude/skills'));
    const { folders } = await installNew();
    expect(folders.map(({ agents }) => agents)).toEqual([['claude-code', 'codex']]);
    expect(contents(outside)).toEqual({});
  });

  it.each([
    ['dangles', () => symlinkSync('nowhere', at('.claude')), 'to nothing'],
    ['is a file', () => writeFileSync(at('.claude'), ''), 'to the file'],
  ])('a skills folder that %s', async (_, make, reason) => {
    make();
    await expectRefusal(() => installNew(), 'installation/folder', reason);
  });

  it.each([
    'no JSON',
    JSON.stringify({ version: 1, skills: [{ name: '../x', digest: '', locks: [''], files: [] }] }),
    JSON.stringify({
      version: 1,
      skills: [
        {
          name: 'x',
          digest: `sha256:${'a'.repeat(64)}`,
          locks: ['lock.json'],
          files: [{ path: '../../x', digest: `sha256:${'a'.repeat(64)}` }],
        },
      ],
    }),
  ])('a state that leads elsewhere or nowhere: %s', async (state) => {
    mkdirSync(at('.claude/skills'), { recursive: true });
    writeFileSync(at(`.claude/skills/${STATE_FILE}`), state);
    await expectRefusal(() => installNew(), 'installation/state', 'does not tell');
  });
});
