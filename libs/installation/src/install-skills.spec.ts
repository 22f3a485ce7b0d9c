import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { exchangeFolders } from '@nx-agent-skills/publication';
import { writeTree } from '@nx-agent-skills/skill/testing';
import type { FetchedSkill } from './fetch-skills';
import { installSkills } from './install-skills';
import { STATE_FILE } from './installed-state';
import { planFolder } from './plan-folder';
import { restore } from './restore';
import { commit, exchange, recoverFolder, stage, takeFolder } from './staging';

jest.mock('node:fs', () => {
  const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
  return { ...fs, renameSync: jest.fn(fs.renameSync) };
});
jest.mock('@nx-agent-skills/publication', () => {
  const publication = jest.requireActual<typeof import('@nx-agent-skills/publication')>(
    '@nx-agent-skills/publication',
  );
  return { ...publication, exchangeFolders: jest.fn(publication.exchangeFolders) };
});

const rename = jest.mocked(renameSync);
/** Looks where a rename leads to; moves nothing. */
const isProbe = (from: unknown) => !lstatSync(String(from), { throwIfNoEntry: false });
const exchangeThem = jest.mocked(exchangeFolders);
const { renameSync: reallyRename } = jest.requireActual<typeof import('node:fs')>('node:fs');
const { exchangeFolders: reallyExchange } = jest.requireActual<
  typeof import('@nx-agent-skills/publication')
>('@nx-agent-skills/publication');

let root: string;
beforeEach(() => {
  rename.mockImplementation(reallyRename);
  exchangeThem.mockImplementation(reallyExchange);
  root = writeTree({});
});

const folder = () => ({
  folder: join(root, '.claude/skills'),
  shown: '.claude/skills',
  agents: ['claude-code'],
});
const other = () => ({
  folder: join(root, '.agents/skills'),
  shown: '.agents/skills',
  agents: ['codex'],
});
const stagingFolder = () => join(root, '.claude/.skills.installing');

function skill(name: string, text: string): FetchedSkill {
  const site = 'https://skills.acme.example';
  return {
    locked: {
      name,
      type: 'skill-md',
      url: `${site}/agent-skills/${name}/SKILL.md`,
      digest: `sha256:${'a'.repeat(64)}`,
      index: `${site}/.well-known/agent-skills/index.json`,
    },
    files: [{ path: 'SKILL.md', mode: 0o644, bytes: Buffer.from(text) }],
  };
}

const wanted = (...skills: FetchedSkill[]) => ({ skills, lock: 'lock.json', force: false });
const BEFORE = wanted(skill('alpha', 'first'), skill('beta', 'first'), skill('gone', 'first'));
const AFTER = wanted(skill('alpha', 'second'), skill('beta', 'second'), skill('new', 'second'));
const noLock = () => () => undefined;
const installFirst = () => installSkills([folder(), other()], BEFORE, noLock);

/** The texts of the skills in both folders, and whatever else lies there. */
function texts(): Record<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    files
      .filter((path) => /\.(md|json)$/.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

describe('an install that meets a fault', () => {
  it.each([true, false])(
    'puts everything back, whichever step it is (folders are exchanged in one step: %s)',
    (canExchange) => {
      if (!canExchange) exchangeThem.mockReturnValue(false);
      installFirst();
      const before = texts();
      let step = 0;
      for (;;) {
        let calls = 0;
        step += 1;
        rename.mockImplementation((from, to) => {
          if (isProbe(from)) return reallyRename(from, to);
          calls += 1;
          if (calls === step) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
          reallyRename(from, to);
        });
        const undone: string[] = [];
        const install = () =>
          installSkills([folder(), other()], AFTER, () => () => void undone.push('the lock'));
        try {
          install();
          break;
        } catch (error) {
          expect(error).toMatchObject({ code: 'ENOSPC' });
          expect([step, undone, texts()]).toEqual([step, ['the lock'], before]);
        }
      }
      // Per folder at least: three skills, one that goes, and the state.
      expect(step).toBeGreaterThan(10);
      expect(Object.values(texts()).filter((text) => text === 'second')).toHaveLength(6);
    },
  );

  it('changes nothing when the lock cannot be written', () => {
    installFirst();
    const before = texts();
    const install = () =>
      installSkills([folder(), other()], AFTER, () => {
        throw new Error('read-only');
      });
    expect(install).toThrow('read-only');
    expect(texts()).toEqual(before);
    expect(readdirSync(join(root, '.claude'))).toEqual(['skills']);
  });
});

describe('an install that cannot put back what was there', () => {
  /** Fails at the last moment of the second folder, and with every rename after it in the first one. */
  function failToRestore(): Error & { code?: string } {
    let hasFailed = false;
    rename.mockImplementation((from, to) => {
      const isSecond = String(to) === join(other().folder, STATE_FILE);
      const isStateBack = hasFailed && String(to).endsWith('state.json');
      const isFirst = String(to).startsWith(join(root, '.claude'));
      if (isSecond || (hasFailed && isFirst && !isStateBack)) {
        hasFailed = true;
        throw Object.assign(new Error('broken'), { code: 'EIO' });
      }
      reallyRename(from, to);
    });
    try {
      installSkills([folder(), other()], AFTER, noLock);
    } catch (error) {
      return error as Error;
    } finally {
      rename.mockImplementation(reallyRename);
    }
    throw new Error('The install did not fail.');
  }

  it('says so, and keeps it for the next run, which puts it back', () => {
    installFirst();
    const before = texts();
    const error = failToRestore();
    expect(error).toMatchObject({ code: 'installation/not-restored' });
    expect(error.message).toContain(`in ${folder().folder} (broken)`);
    expect(existsSync(join(stagingFolder(), 'owner'))).toBe(true);
    recoverFolder(folder());
    expect(texts()).toEqual(before);
  });

  it('goes on with the other folders and with the lock', () => {
    installFirst();
    rename.mockImplementation((from, to) => {
      if (String(to).includes('undone')) throw Object.assign(new Error('broken'), { code: 'EIO' });
      if (String(to) === join(other().folder, STATE_FILE)) throw new Error('full');
      reallyRename(from, to);
    });
    const undone: string[] = [];
    const install = () =>
      installSkills([folder(), other()], AFTER, () => () => void undone.push('the lock'));
    expect(install).toThrow(
      /\(full\).*\.claude\/skills \(broken\) and .*\.agents\/skills \(broken\)/,
    );
    expect(undone).toEqual(['the lock']);
  });
});

describe('an install into a folder whose skills cannot be moved', () => {
  it('puts everything back, and tells what to do about it', () => {
    installFirst();
    const before = texts();
    exchangeThem.mockReturnValue(false);
    const place = join(folder().folder, 'alpha');
    rename.mockImplementation((from, to) => {
      if (from !== place || isProbe(from)) return reallyRename(from, to);
      throw Object.assign(new Error('EXDEV'), { code: 'EXDEV', path: from, dest: to });
    });
    expect(() => installSkills([folder(), other()], AFTER, noLock)).toThrow(
      expect.objectContaining({
        code: 'installation/cannot-move',
        message: expect.stringContaining(`${place} cannot be moved to`),
      }),
    );
    expect(texts()).toEqual(before);
  });

  it('that is mounted keeps what is on its way in there', () => {
    rename.mockImplementation((from, to) => {
      const isWithin = (path: unknown) => String(path).startsWith(`${folder().folder}/`);
      if (isWithin(from) === isWithin(to)) return reallyRename(from, to);
      throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    });
    mkdirSync(folder().folder, { recursive: true });
    installSkills([folder()], BEFORE, noLock);
    installSkills([folder()], AFTER, noLock);
    expect(readdirSync(folder().folder).sort()).toEqual([STATE_FILE, 'alpha', 'beta', 'new']);
    expect(readdirSync(join(root, '.claude'))).toEqual(['skills']);
  });
});

describe('an install that is killed', () => {
  /** As if the process had been another one, which runs no more. */
  function killed(): void {
    writeFileSync(join(stagingFolder(), 'owner'), `999999999 ${hostname()}\n`);
  }

  /** Installs up to a number of renames, and is killed there. */
  function installUpTo(renames: number, what = AFTER): boolean {
    const staging = takeFolder(folder());
    const plan = planFolder(folder(), what);
    stage(staging, plan);
    let calls = 0;
    rename.mockImplementation((from, to) => {
      calls += 1;
      if (calls > renames) throw new Error('killed');
      reallyRename(from, to);
    });
    try {
      exchange(staging, plan);
      commit(staging);
      return false;
    } catch {
      return true;
    } finally {
      rename.mockImplementation(reallyRename);
      killed();
    }
  }

  it.each([true, false])(
    'is taken back by the next run, wherever it was (folders are exchanged in one step: %s)',
    (canExchange) => {
      if (!canExchange) exchangeThem.mockReturnValue(false);
      installSkills([folder()], BEFORE, noLock);
      const before = texts();
      let renames = 0;
      while (installUpTo(renames)) {
        renames += 1;
        for (const name of ['alpha', 'beta']) {
          const file = join(folder().folder, name, 'SKILL.md');
          if (canExchange) expect(['first', 'second']).toContain(readFileSync(file, 'utf8'));
        }
        recoverFolder(folder());
        expect([renames, texts()]).toEqual([renames, before]);
        expect(existsSync(stagingFolder())).toBe(false);
      }
      expect(renames).toBeGreaterThan(4);
      // Killed after it had written down what is installed: only leftovers are removed.
      const installed = texts();
      recoverFolder(folder());
      expect(Object.keys(texts()).filter((path) => path.includes('installing'))).toEqual([]);
      expect(installed['.claude/skills/new/SKILL.md']).toBe('second');
      expect(installSkills([folder()], AFTER, noLock)).toMatchObject([{ unchanged: 3 }]);
    },
  );

  it('leaves a skill in its place of which only a mode was to change', () => {
    installSkills([folder()], BEFORE, noLock);
    const before = texts();
    for (const renames of [0, 1, 2]) {
      chmodSync(join(folder().folder, 'alpha/SKILL.md'), 0o755);
      installUpTo(renames, BEFORE);
      recoverFolder(folder());
      expect([renames, texts()]).toEqual([renames, before]);
    }
  });

  it('before it had staged all, leaves nothing that counts', () => {
    installSkills([folder()], BEFORE, noLock);
    const before = texts();
    takeFolder(folder());
    mkdirSync(join(stagingFolder(), 'new/alpha'), { recursive: true });
    killed();
    recoverFolder(folder());
    expect(texts()).toEqual(before);
  });

  it('is not taken back while it still runs', () => {
    const running = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    takeFolder(folder());
    writeFileSync(join(stagingFolder(), 'owner'), `${running.pid} ${hostname()}\n`);
    for (const attempt of [recoverFolder, takeFolder]) {
      expect(() => attempt(folder())).toThrow(
        expect.objectContaining({
          code: 'installation/busy',
          message: expect.stringContaining(`process ${running.pid}`),
        }),
      );
    }
    running.kill();
  });

  it('on another host is taken for one that still runs, until it ought to be done', () => {
    takeFolder(folder());
    const owner = join(stagingFolder(), 'owner');
    writeFileSync(owner, '999999999 other.acme.example\n');
    expect(() => recoverFolder(folder())).toThrow(
      expect.objectContaining({
        code: 'installation/busy',
        message: expect.stringContaining(`(process 999999999 on other.acme.example)`),
        fix: expect.stringContaining(`remove the file ${owner} and nothing else`),
      }),
    );
    utimesSync(stagingFolder(), 1, 1);
    recoverFolder(folder());
    expect(existsSync(stagingFolder())).toBe(false);
  });

  it('is taken back when somebody has removed the file that says who has the folder', () => {
    installSkills([folder()], BEFORE, noLock);
    const before = texts();
    installUpTo(3);
    expect(texts()).not.toEqual(before);
    rmSync(join(stagingFolder(), 'owner'));
    utimesSync(stagingFolder(), 1, 1);
    recoverFolder(folder());
    expect(texts()).toEqual(before);
  });

  it('while it takes itself back, is taken back to the end', () => {
    installSkills([folder()], BEFORE, noLock);
    const before = texts();
    for (const renames of [1, 2, 3, 4, 5, 6]) {
      const staging = takeFolder(folder());
      const plan = planFolder(folder(), AFTER);
      stage(staging, plan);
      exchange(staging, plan);
      commit(staging);
      let calls = 0;
      rename.mockImplementation((from, to) => {
        calls += 1;
        if (calls > renames) throw new Error('killed');
        reallyRename(from, to);
      });
      expect(() => restore(staging)).toThrow('killed');
      rename.mockImplementation(reallyRename);
      killed();
      recoverFolder(folder());
      expect([renames, texts()]).toEqual([renames, before]);
    }
  });

  it('is not taken back in the moment in which it begins', () => {
    mkdirSync(stagingFolder(), { recursive: true });
    expect(() => recoverFolder(folder())).toThrow(
      expect.objectContaining({ code: 'installation/busy' }),
    );
    utimesSync(stagingFolder(), 1, 1);
    recoverFolder(folder());
    expect(existsSync(stagingFolder())).toBe(false);
  });
});

describe('what somebody else has put where an install works', () => {
  const outside = () => writeTree({ 'alpha/SKILL.md': 'mine' });

  it('is removed, when it is a link, without what it leads to', () => {
    const mine = outside();
    mkdirSync(join(root, '.claude'));
    symlinkSync(mine, stagingFolder());
    recoverFolder(folder());
    expect(existsSync(stagingFolder())).toBe(false);
    expect(readFileSync(join(mine, 'alpha/SKILL.md'), 'utf8')).toBe('mine');
  });

  it('moves nothing through a link', () => {
    const mine = outside();
    for (const name of ['new', 'undone'])
      mkdirSync(join(stagingFolder(), name), { recursive: true });
    symlinkSync(mine, join(stagingFolder(), 'old'));
    const plan = {
      added: [],
      changed: [],
      removed: ['alpha'],
      before: null,
      after: '{"version":1,"skills":[]}',
    };
    writeFileSync(join(stagingFolder(), 'plan.json'), JSON.stringify(plan));
    writeFileSync(join(stagingFolder(), 'state.json'), plan.after);
    writeFileSync(join(stagingFolder(), 'owner'), `999999999 ${hostname()}\n`);
    mkdirSync(folder().folder);
    recoverFolder(folder());
    expect(readFileSync(join(mine, 'alpha/SKILL.md'), 'utf8')).toBe('mine');
    expect(readdirSync(folder().folder)).toEqual([]);
  });
});
