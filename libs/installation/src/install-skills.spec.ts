import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { exchangeFolders } from '@nx-agent-skills/publication';
import { writeTree } from '@nx-agent-skills/skill/testing';
import type { FetchedSkill } from './fetch-skills';
import { installSkills } from './install-skills';
import { planFolder } from './plan-folder';
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

describe('an install that is killed', () => {
  /** As if the process had been another one, which runs no more. */
  function killed(): void {
    writeFileSync(join(stagingFolder(), 'owner'), '999999999\n');
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
    writeFileSync(join(stagingFolder(), 'owner'), `${running.pid}\n`);
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
    writeFileSync(join(stagingFolder(), 'owner'), '999999999\n');
    mkdirSync(folder().folder);
    recoverFolder(folder());
    expect(readFileSync(join(mine, 'alpha/SKILL.md'), 'utf8')).toBe('mine');
    expect(readdirSync(folder().folder)).toEqual([]);
  });
});
