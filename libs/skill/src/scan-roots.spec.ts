import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readSkillMd } from './read-skill-md';
import { scanRoots } from './scan-roots';
import { writeTree } from './testing/write-tree';

const TEXT = '---\nname: a\ndescription: d\n---\nText\n';

function scan(workspace: string, roots = ['skills'], exclude: string[] = []) {
  const { skills, inRoot, findings } = scanRoots(workspace, { roots, exclude });
  return {
    skills: skills.map(({ path }) => path),
    inRoot,
    findings: findings.map(({ code, file }) => `${code} ${file}`).sort(),
    messages: findings.map(({ message, fix }) => `${message} ${fix}`).join('\n'),
  };
}

const scanTree = (files: Record<string, string>, roots?: string[], exclude?: string[]) =>
  scan(writeTree(files), roots, exclude);

describe('scanRoots', () => {
  it('finds skills in category folders and bundles, and says nothing of loose files', () => {
    const result = scanTree({
      'skills/README.md': '',
      'skills/.gitkeep': '',
      'skills/plain/SKILL.md': TEXT,
      'skills/finance/taxes/SKILL.md': TEXT,
      'skills/cloud/README.md': '',
      'skills/cloud/skills/logs/SKILL.md': TEXT,
      'skills/maker/SKILL.md': TEXT,
      'skills/maker/assets/template/SKILL.md': TEXT,
      'skills/maker/assets/skill.md': '',
      'skills/node_modules/x/SKILL.md': TEXT,
      'docs/other/SKILL.md': TEXT,
    });
    expect(result).toMatchObject({
      skills: [
        'skills/cloud',
        'skills/cloud/skills/logs',
        'skills/finance/taxes',
        'skills/maker',
        'skills/plain',
      ],
      findings: [],
    });
  });

  it.each(['skill.md', 'SKILL.MD', 'Skill.md'])('refuses %s', (name) => {
    const { skills, findings, messages } = scanTree({
      [`skills/form/${name}`]: TEXT,
      'skills/a/SKILL.md': TEXT,
    });
    expect(skills).toEqual(['skills/a']);
    expect(findings).toEqual([`layout/wrong-case skills/form/${name}`]);
    expect(messages).toContain(`Rename ${name} to SKILL.md.`);
  });

  it('refuses a linked folder and names its target', () => {
    const workspace = writeTree({
      'packages/kit/SKILL.md': TEXT,
      'skills/a/SKILL.md': TEXT,
      'skills/team/b/SKILL.md': TEXT,
    });
    symlinkSync('../packages/kit', join(workspace, 'skills/kit'));
    symlinkSync('../../packages/kit', join(workspace, 'skills/team/kit'));
    symlinkSync('nowhere', join(workspace, 'skills/dangling'));
    symlinkSync('a/SKILL.md', join(workspace, 'skills/file'));
    const { findings, messages } = scan(workspace);
    expect(findings).toEqual([
      'layout/linked-folder skills/dangling',
      'layout/linked-folder skills/kit',
      'layout/linked-folder skills/team/kit',
    ]);
    expect(messages).toContain('skills/kit is a link to the folder packages/kit.');
  });

  it('does not follow a link to a folder above', () => {
    const workspace = writeTree({ 'skills/a/SKILL.md': TEXT, 'skills/team/b/SKILL.md': TEXT });
    symlinkSync('..', join(workspace, 'skills/team/up'));
    expect(scan(workspace)).toMatchObject({
      skills: ['skills/a', 'skills/team/b'],
      findings: ['layout/linked-folder skills/team/up'],
    });
  });

  it('takes a SKILL.md that is a link for a skill; reading it judges the link', () => {
    const workspace = writeTree({ 'skills/a/text.md': TEXT });
    symlinkSync('text.md', join(workspace, 'skills/a/SKILL.md'));
    expect(scan(workspace)).toMatchObject({ skills: ['skills/a'], findings: [] });
  });

  it('warns of a folder without a skill, but not of an empty one', () => {
    const { skills, findings, messages } = scanTree({
      'skills/a/SKILL.md': TEXT,
      'skills/common/memory.py': '',
      'skills/later/': '',
    });
    expect(skills).toEqual(['skills/a']);
    expect(findings).toEqual(['layout/no-skill skills/common']);
    expect(messages).toContain('skills/common holds no SKILL.md');
  });

  it('warns of an ignored skill, unless it is excluded', () => {
    const files = {
      '.gitignore': 'draft-*/\n',
      '.nxignore': 'skills/hidden\n',
      'skills/a/SKILL.md': TEXT,
      'skills/draft-b/SKILL.md': TEXT,
      'skills/hidden/SKILL.md': TEXT,
      'skills/team/draft-c/SKILL.md': TEXT,
    };
    expect(scanTree(files)).toMatchObject({
      skills: ['skills/a'],
      findings: [
        'layout/ignored-skill skills/draft-b',
        'layout/ignored-skill skills/hidden',
        'layout/ignored-skill skills/team/draft-c',
      ],
    });
    expect(
      scanTree(files, ['skills'], ['**/draft-*', 'skills/hidden', 'skills/team']),
    ).toMatchObject({ skills: ['skills/a'], findings: [] });
  });

  it('says nothing of an ignored folder that holds no skill', () => {
    const files = { '.gitignore': 'build/\n', 'skills/a/SKILL.md': TEXT, 'skills/build/x': '' };
    expect(scanTree(files)).toMatchObject({ skills: ['skills/a'], findings: [] });
  });

  it('refuses a folder called SKILL.md', () => {
    expect(scanTree({ 'skills/a/SKILL.md/x.md': '', 'skills/b/SKILL.md': TEXT })).toMatchObject({
      skills: ['skills/b'],
      findings: ['layout/not-a-file skills/a/SKILL.md'],
    });
  });

  it('refuses a SKILL.md in a root', () => {
    expect(scanTree({ 'skills/SKILL.md': TEXT, 'skills/b/SKILL.md': TEXT })).toMatchObject({
      skills: ['skills/b'],
      inRoot: ['skills/SKILL.md'],
      findings: ['layout/skill-in-root skills/SKILL.md'],
    });
  });

  it('warns when there is no skill, or no root', () => {
    expect(scanTree({ 'skills/README.md': '' }).findings).toEqual(['layout/no-skills skills']);
    const { findings, messages } = scanTree({ 'skills/a/SKILL.md': 'x' }, ['skills', 'kits']);
    expect(findings).toEqual(['layout/missing-root kits']);
    expect(messages).toContain('The root kits does not exist.');
    expect(scanTree({}, ['kits/*']).findings).toEqual([
      'layout/missing-root kits/*',
      'layout/no-skills kits/*',
    ]);
    expect(scanTree({ 'skills/a/SKILL.md': 'x' }, ['skills', 'kits/*']).findings).toEqual([]);
    expect(scanTree({ 'kits/a/': '' }, ['kits/*']).findings).toEqual(['layout/no-skills kits/*']);
  });

  it('searches several, overlapping and glob roots, and reads ./ as nothing', () => {
    const files = {
      'packages/ui/skills/a/SKILL.md': TEXT,
      'packages/.api/skills/b/SKILL.md': TEXT,
      'packages/ui/node_modules/x/skills/c/SKILL.md': TEXT,
      'skills/cloud/skills/d/SKILL.md': TEXT,
    };
    const all = [
      'packages/.api/skills/b',
      'packages/ui/skills/a',
      'skills/cloud',
      'skills/cloud/skills/d',
    ];
    expect(scanTree(files, ['skills', 'skills/cloud/skills', 'packages/*/skills'])).toMatchObject({
      skills: all,
      findings: [],
    });
    expect(scanTree(files, ['./skills/', './packages/*/skills'])).toMatchObject({
      skills: all,
      findings: [],
    });
    expect(scanTree(files, ['**/skills']).skills).toEqual(all);
  });

  it('searches the whole workspace under the root ".", without warnings of other folders', () => {
    expect(
      scanTree({ 'a/SKILL.md': TEXT, 'src/index.ts': '', '.git/SKILL.md': '' }, ['.']),
    ).toEqual(expect.objectContaining({ skills: ['a'], findings: [] }));
  });

  it('works in a workspace whose path looks like a pattern', () => {
    const folder = writeTree({
      'a (b) [c] {d,e}/packages/x/skills/s/SKILL.md': TEXT,
      'a (b) [c] {d,e}/skills/t/SKILL.md': TEXT,
      'a (b) [c] {d,e}/skills/common/x.md': '',
    });
    expect(scan(join(folder, 'a (b) [c] {d,e}'), ['skills', 'packages/*/skills'])).toMatchObject({
      skills: ['packages/x/skills/s', 'skills/t'],
      findings: ['layout/no-skill skills/common'],
    });
  });

  it('refuses a path that Nx takes for a pattern, also in a folder above the skill', () => {
    const result = scanTree({ 'skills/new!/a/SKILL.md': TEXT });
    expect(result.skills).toEqual(['skills/new!/a']);
    expect(result.findings).toEqual(['layout/pattern-characters skills/new!/a']);
  });

  it('names ignored skills at every depth, and an ignored SKILL.md', () => {
    const { findings } = scanTree({
      '.gitignore': 'skills/n/in2/SKILL.md\nskills/n/deep\n',
      '.nxignore': 'skills/grp\n',
      'skills/n/in1/SKILL.md': 'x',
      'skills/n/in2/SKILL.md': 'x',
      'skills/n/deep/in3/SKILL.md': 'x',
      'skills/grp/sub/a/SKILL.md': 'x',
    });
    expect(findings).toEqual([
      'layout/ignored-skill skills/grp',
      'layout/ignored-skill skills/n/deep',
      'layout/ignored-skill skills/n/in2',
    ]);
  });

  it('refuses a pipe called SKILL.md without waiting for it', () => {
    const workspace = writeTree({ 'skills/a/SKILL.md': 'x', 'skills/f/other.md': 'x' });
    execFileSync('mkfifo', [join(workspace, 'skills/f/SKILL.md')]);
    expect(scan(workspace).findings).toEqual(['layout/not-a-file skills/f/SKILL.md']);
    expect(readSkillMd(workspace, 'skills/f')).toBeUndefined();
  });

  it('passes over the folders of outputs', () => {
    const workspace = writeTree({ 'dist/tree/a/SKILL.md': 'x', 'skills/a/SKILL.md': 'x' });
    const search = { roots: ['.'], exclude: [], outputs: ['dist/tree'] };
    const { skills, findings } = scanRoots(workspace, search);
    expect(skills.map(({ path }) => path)).toEqual(['skills/a']);
    expect(findings).toEqual([]);
  });

  const unreadableIt = process.getuid?.() === 0 ? it.skip : it;
  unreadableIt('refuses a folder that cannot be read (not as root, who can read all)', () => {
    const workspace = writeTree({ 'skills/g/vis/SKILL.md': 'x', 'skills/g/priv/SKILL.md': 'x' });
    chmodSync(join(workspace, 'skills/g/priv'), 0);
    expect(scan(workspace).findings).toEqual(['files/unreadable skills/g/priv']);
    chmodSync(join(workspace, 'skills/g/priv'), 0o755);
  });

  it('refuses to exclude a part of what is published whole', () => {
    const files = {
      'skills/bun/SKILL.md': TEXT,
      'skills/bun/skills/one/SKILL.md': TEXT,
      'skills/bun/skills/two/SKILL.md': TEXT,
    };
    expect(scanTree(files, ['skills'], ['**/one']).findings).toEqual([
      'layout/excluded-inside skills/bun',
    ]);
    expect(scanTree(files, ['skills'], ['skills/bun/skills']).findings).toEqual([
      'layout/excluded-inside skills/bun',
    ]);
  });

  it('warns of an exclude that matches no folder', () => {
    const files = { 'skills/a/SKILL.md': TEXT, 'skills/drafts/b/SKILL.md': TEXT };
    const { skills, findings } = scanTree(
      files,
      ['skills'],
      ['skills/drafts', 'drafts', 'skills/a/SKILL.md'],
    );
    expect(skills).toEqual(['skills/a']);
    expect(findings).toEqual([
      'layout/unused-exclude drafts',
      'layout/unused-exclude skills/a/SKILL.md',
    ]);
  });
});
