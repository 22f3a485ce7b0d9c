import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSkillFiles } from './list-skill-files';
import { writeTree } from './testing/write-tree';

/** The files of the skill `skills/s` that are left, for all these ignore files and files. */
function left(files: Record<string, string>, names: string[]): string[] {
  const tree = Object.fromEntries(names.map((name) => [`skills/s/${name}`, '']));
  const workspace = writeTree({ '.git/': '', ...files, ...tree });
  return listSkillFiles(workspace, 'skills/s').files.filter((name) => names.includes(name));
}

describe('ignoreRules', () => {
  it.each(['.gitignore', '.nxignore', '.ignore'])('reads %s at every level', (name) => {
    const files = {
      [name]: '*.log\n/skills/s/top.md\n',
      [`skills/${name}`]: 's/middle.md\n',
      [`skills/s/${name}`]: '/inner.md\nbuild/\n',
      [`skills/s/a/${name}`]: 'deep.md\n',
    };
    const names = ['top.md', 'middle.md', 'inner.md', 'a/inner.md', 'a/deep.md', 'deep.md'];
    expect(left(files, [...names, 'x.log', 'a/build/x', 'build.md'])).toEqual([
      'a/inner.md',
      'build.md',
      'deep.md',
    ]);
  });

  it('reads rules above the workspace, up to the root of the repository', () => {
    const repository = writeTree({
      '.gitignore': 'above.md\n/apps/web/skills/s/anchored.md\n',
      '.git/info/exclude': 'excluded.md\n',
      'apps/web/skills/s/above.md': '',
      'apps/web/skills/s/anchored.md': '',
      'apps/web/skills/s/excluded.md': '',
      'apps/web/skills/s/SKILL.md': '',
    });
    expect(listSkillFiles(join(repository, 'apps/web'), 'skills/s').files).toEqual(['SKILL.md']);
  });

  it('works without a repository', () => {
    const workspace = writeTree({ '.gitignore': 'x.md\n', 's/x.md': '', 's/SKILL.md': '' });
    expect(listSkillFiles(workspace, 's').files).toEqual(['SKILL.md']);
  });

  it('reads the default global excludes file of git', () => {
    const config = join(process.env.XDG_CONFIG_HOME ?? '', 'git');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'ignore'), 'global.md\n');
    const names = ['global.md', 'SKILL.md'];
    expect(left({}, names)).toEqual(['SKILL.md']);
    expect(left({ '.gitignore': '!global.md\n' }, names)).toEqual(['SKILL.md', 'global.md']);
    writeFileSync(join(config, 'ignore'), '');
  });

  it('lets a nearer file take a file back in', () => {
    const files = { '.gitignore': '*.log\n', 'skills/s/.gitignore': '!keep.log\n' };
    expect(left(files, ['a.log', 'keep.log', 'b/keep.log'])).toEqual(['b/keep.log', 'keep.log']);
  });

  it('lets a nearer file take a folder back in, with all but what else is ignored in it', () => {
    const files = { '.gitignore': 'lib/\n*.log\n', 'skills/s/.gitignore': '!lib/\n' };
    const names = ['lib/a.md', 'lib/deep/b.md', 'lib/c.log', 'lib [1]/d.md'];
    expect(left(files, names)).toEqual(['lib [1]/d.md', 'lib/a.md', 'lib/deep/b.md']);
  });

  it('does not look for negations in a folder that is ignored', () => {
    const files = { '.gitignore': 'lib\n', 'skills/s/lib/.gitignore': '!*\n' };
    expect(left(files, ['lib/a.md', 'b.md'])).toEqual(['b.md']);
    expect(left({ '.gitignore': '/skills/s/\n', 'skills/s/.gitignore': '!*\n' }, ['b.md'])).toEqual(
      [],
    );
  });

  it('asks the lists of git and of Nx one by one', () => {
    const files = {
      '.gitignore': 'a.md\n',
      '.nxignore': '!a.md\nb.md\n',
      '.ignore': '!b.md\nc.md\n',
    };
    expect(left(files, ['a.md', 'b.md', 'c.md', 'd.md'])).toEqual(['d.md']);
  });

  it('ends the rules of the outer .gitignore at a repository inside', () => {
    const files = { '.gitignore': '*.log\n', 'skills/s/vendor/.git/HEAD': '' };
    expect(left(files, ['x.log', 'vendor/x.log'])).toEqual(['vendor/x.log']);
  });

  it('tells cases apart, and is not confused by a byte order mark or CRLF', () => {
    const files = { '.gitignore': '\ufeffa.md\r\nB.md\r\n' };
    expect(left(files, ['a.md', 'A.md', 'b.md', 'B.md'])).toEqual(['A.md', 'b.md']);
  });
});

describe('ignoreRules against git', () => {
  const NAMES = ['a', 'b', 'lib', 'x.log', 'y.md', 'A', 'a b', '[z]', '#h', '!n'];
  const PATTERNS = [
    ...['a', 'b/', 'lib/', '/lib', 'lib/*', '!lib/', '!lib', '*.log', '!x.log', '/a/**', '**/b'],
    ...['a/b', '!a/b', 'a/**/x.log', '*', '!*/', '!*.md', '\\#h', '\\!n', '[z]', '\\[z\\]', '?'],
    ...['a\\ b', 'y.*', '!/y.md', 'skills/s/a', '/skills/s/lib/', '# c', '[!a]', 'skills/*/b'],
    ...['!skills/**/lib/', '**/lib/**', '!**/lib/a', 'x.log '],
  ];

  it.each(Array.from({ length: 30 }, (_, index) => index + 1))('random tree %i', (seed) => {
    let state = seed;
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    const pick = (from: string[]) => from[random(from.length)] as string;
    const several = (count: number, make: () => string) => Array.from({ length: count }, make);

    const workspace = writeTree({});
    const write = (path: string, content: string) => {
      const folder = join(workspace, path, '..');
      // A path that would need a folder where a file is, or the reverse, is left out.
      try {
        mkdirSync(folder, { recursive: true });
        if (!existsSync(join(workspace, path))) writeFileSync(join(workspace, path), content);
      } catch {}
    };
    for (let count = 0; count < 14; count += 1) {
      write(`skills/s/${several(1 + random(4), () => pick(NAMES)).join('/')}`, '');
    }
    for (const folder of ['.', 'skills', 'skills/s', 'skills/s/a', 'skills/s/lib']) {
      const patterns = several(1 + random(3), () => pick(PATTERNS));
      if (random(2) === 1) write(`${folder}/.gitignore`, `${patterns.join('\n')}\n`);
    }
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', workspace, ...args], { encoding: 'utf8' });
    git('init', '--quiet');
    const kept = git('ls-files', '-z', '--others', '--exclude-standard', '--', 'skills/s')
      .split('\0')
      .filter(Boolean)
      .map((path) => path.slice('skills/s/'.length));
    expect(listSkillFiles(workspace, 'skills/s').files.sort()).toEqual(kept.sort());
  });
});
