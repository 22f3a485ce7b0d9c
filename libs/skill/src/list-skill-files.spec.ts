import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSkillFiles } from './list-skill-files';
import { writeTree } from './testing/write-tree';

const asRoot = process.getuid?.() === 0;
const onWindows = process.platform === 'win32';

describe('listSkillFiles', () => {
  it('lists all files below the folder, without the folders', () => {
    const workspace = writeTree({
      'skills/a/SKILL.md': '',
      'skills/a/scripts/__init__.py': '',
      'skills/a/scripts/deep/er/x.py': '',
      'skills/a/empty/': '',
      'skills/a/also/empty/': '',
      'skills/ab/SKILL.md': '',
      'README.md': '',
    });
    expect(listSkillFiles(workspace, 'skills/a')).toEqual({
      files: ['SKILL.md', 'scripts/__init__.py', 'scripts/deep/er/x.py'],
      hasLinks: false,
      leftOut: [],
      findings: [],
    });
  });

  it('lists dot files and names that look like patterns or options', () => {
    const names = ['!readme.md', '(draft) {a,b}.md', '--help.md', '.claude/x.json', '.env.example'];
    const more = ['.zshrc', '@types.md', 'SKILL.md', '[Content_Types].xml', 'a*b.md', '~draft.md'];
    const files = [...names, ...more];
    const workspace = writeTree(Object.fromEntries(files.map((file) => [`s/${file}`, ''])));
    expect(listSkillFiles(workspace, 's')).toEqual({
      files,
      hasLinks: false,
      leftOut: [],
      findings: [],
    });
  });

  it('sorts by UTF-8 bytes', () => {
    const files = [
      'A',
      'SKILL.md',
      '_x',
      'a-b',
      'a/b',
      'a0',
      'ab',
      'ångström',
      '\uff5e',
      '\u{1f600}',
    ];
    const workspace = writeTree(Object.fromEntries(files.map((file) => [`s/${file}`, ''])));
    expect(listSkillFiles(workspace, 's').files).toEqual(files);
  });

  it('leaves junk out and says so', () => {
    const workspace = writeTree({
      's/SKILL.md': '',
      's/.DS_Store': '',
      's/._SKILL.md': '',
      's/assets/Thumbs.db': '',
      's/node_modules/tiny/index.js': '',
      's/scripts/__pycache__/a.pyc': '',
      's/.nx/cache/x': '',
      's/.nx/readme': '',
    });
    expect(listSkillFiles(workspace, 's')).toEqual({
      files: ['.nx/readme', 'SKILL.md'],
      hasLinks: false,
      leftOut: [
        { path: '.DS_Store', reason: 'junk' },
        { path: '._SKILL.md', reason: 'junk' },
        { path: '.nx/cache/', reason: 'junk' },
        { path: 'assets/Thumbs.db', reason: 'junk' },
        { path: 'node_modules/', reason: 'junk' },
        { path: 'scripts/__pycache__/', reason: 'junk' },
      ],
      findings: [],
    });
  });

  it('names the ignore file that leaves a file out', () => {
    const workspace = writeTree({
      '.gitignore': '*.log\n',
      's/.nxignore': 'drafts/\n',
      's/SKILL.md': '',
      's/x.log': '',
      's/drafts/y.md': '',
    });
    expect(listSkillFiles(workspace, 's').leftOut).toEqual([
      { path: 'drafts/', reason: 'ignored', by: 's/.nxignore', onThisMachineOnly: false },
      { path: 'x.log', reason: 'ignored', by: '.gitignore', onThisMachineOnly: false },
    ]);
  });

  it('says when only this machine ignores a file', () => {
    const workspace = writeTree({
      '.git/info/exclude': 'mine.md\n',
      's/SKILL.md': '',
      's/mine.md': '',
      's/theirs.md': '',
    });
    const global = join(process.env.HOME ?? '', '.gitignore-global');
    writeFileSync(global, 'theirs.md\n');
    const settings = join(process.env.HOME ?? '', '.gitconfig');
    writeFileSync(settings, `[core]\n\texcludesFile = ~/.gitignore-global\n`);
    const { files, leftOut } = listSkillFiles(workspace, 's');
    writeFileSync(settings, '');
    expect(files).toEqual(['SKILL.md']);
    expect(leftOut).toMatchObject([
      { path: 'mine.md', by: '.git/info/exclude', onThisMachineOnly: true },
      { path: 'theirs.md', by: global, onThisMachineOnly: true },
    ]);
  });

  (onWindows ? it.skip : it)('refuses what is neither file nor folder, without reading it', () => {
    const workspace = writeTree({ 's/SKILL.md': '' });
    execFileSync('mkfifo', [join(workspace, 's/pipe')]);
    expect(listSkillFiles(workspace, 's')).toMatchObject({
      files: ['SKILL.md'],
      findings: [{ code: 'files/special', severity: 'error', file: 's/pipe' }],
    });
  });

  it('reports a folder that is not there', () => {
    const { files, findings } = listSkillFiles(writeTree({}), 'skills/gone');
    expect(files).toEqual([]);
    expect(findings).toMatchObject([
      { code: 'files/unreadable', file: 'skills/gone', message: 'It cannot be read: ENOENT.' },
    ]);
  });

  // The superuser may read every folder, so that there is nothing to see.
  (asRoot || onWindows ? it.skip : it)('reports a folder that must not be read', () => {
    const workspace = writeTree({ 's/SKILL.md': '', 's/closed/x.md': '' });
    chmodSync(join(workspace, 's/closed'), 0);
    const { files, findings } = listSkillFiles(workspace, 's');
    chmodSync(join(workspace, 's/closed'), 0o755);
    expect(files).toEqual(['SKILL.md']);
    expect(findings).toMatchObject([
      { code: 'files/unreadable', file: 's/closed', message: 'It cannot be read: EACCES.' },
    ]);
  });
});
