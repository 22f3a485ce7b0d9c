import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { listSkillFiles } from './list-skill-files';
import { writeTree } from './testing/write-tree';

/** A workspace with the skill `s` and links, given as `{ path: target }`. */
function withLinks(links: Record<string, string>): string {
  const workspace = writeTree({
    '.gitignore': 'private.md\n',
    's/SKILL.md': 'text',
    's/references/v2.md': 'v2',
    's/private.md': 'p',
    's/.DS_Store': '',
    'other/a.md': 'outside',
    'other/deep/': '',
    'other/s/SKILL.md': 'what the system finds at door/../s/SKILL.md',
    's-2/a.md': 'a neighbour with a longer name',
  });
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(join(workspace, path, '..'), { recursive: true });
    symlinkSync(target.replace('<workspace>', workspace), join(workspace, path));
  }
  return workspace;
}

describe('links in a skill that count as files', () => {
  it.each<[title: string, links: Record<string, string>, listed: string[]]>([
    ['a link to a file beside it', { 's/references/LATEST.md': 'v2.md' }, ['references/LATEST.md']],
    ['a link to a file above', { 's/deep/er/TEXT.md': '../../SKILL.md' }, ['deep/er/TEXT.md']],
    [
      'a chain of links inside the skill',
      { 's/one.md': 'two.md', 's/two.md': 'three/three.md', 's/three/three.md': '../SKILL.md' },
      ['one.md', 'three/three.md', 'two.md'],
    ],
  ])('%s', (_, links, listed) => {
    const { files, findings } = listSkillFiles(withLinks(links), 's');
    expect(findings).toEqual([]);
    expect(files).toEqual(['SKILL.md', ...listed, 'references/v2.md'].sort());
  });
});

describe('links in a skill that are refused', () => {
  it.each<[title: string, code: string, link: string, links: Record<string, string>]>([
    ['out of the skill', 'files/link-outside', 's/x.md', { 's/x.md': '../other/a.md' }],
    ['to a neighbour', 'files/link-outside', 's/x.md', { 's/x.md': '../s-2/a.md' }],
    ['out by an absolute path', 'files/link-outside', 's/x.md', { 's/x.md': '/elsewhere/a.md' }],
    ['to the folder above', 'files/link-outside', 's/up', { 's/up': '..' }],
    ['to the skill itself', 'files/link-outside', 's/me', { 's/me': '.' }],
    ['to nothing outside', 'files/link-outside', 's/x.md', { 's/x.md': '../gone.md' }],
    ['to nothing', 'files/link-dangling', 's/x.md', { 's/x.md': 'gone.md' }],
    [
      'by a way that does not exist',
      'files/link-dangling',
      's/x.md',
      { 's/x.md': '../gone/../s/SKILL.md' },
    ],
    ['to itself', 'files/link-loop', 's/x.md', { 's/x.md': 'x.md' }],
    ['to a folder', 'files/link-to-folder', 's/x', { 's/x': 'references' }],
    ['to an ignored file', 'files/link-to-unpublished', 's/x.md', { 's/x.md': 'private.md' }],
    ['to junk', 'files/link-to-unpublished', 's/x.md', { 's/x.md': '.DS_Store' }],
    [
      'inside by a detour through a link outside',
      'files/link-outside',
      's/x.md',
      { 's/x.md': '../other/back.md', 'other/back.md': '../s/SKILL.md' },
    ],
    [
      'that only seem to stay inside, behind a linked folder',
      'files/link-outside',
      's/x.md',
      { door: 'other/deep', 's/x.md': '../door/../s/SKILL.md' },
    ],
  ])('%s', (_, code, link, links) => {
    const { files, findings } = listSkillFiles(withLinks(links), 's');
    const { [link]: target = '' } = links;
    expect(files).toEqual(['SKILL.md', 'references/v2.md']);
    expect(findings).toMatchObject([
      { code, severity: 'error', file: link, received: JSON.stringify(target) },
    ]);
    expect(findings[0]?.message).toContain(target);
  });

  it('in a circle, one finding each', () => {
    const workspace = withLinks({ 's/one.md': 'two.md', 's/two.md': 'one.md' });
    const { findings } = listSkillFiles(workspace, 's');
    expect(findings.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([
      'files/link-loop s/one.md',
      'files/link-loop s/two.md',
    ]);
  });

  it('by an absolute path into the skill, which dangles in other checkouts', () => {
    const root = withLinks({ 's/x.md': '<workspace>/s/SKILL.md' });
    const { files, findings } = listSkillFiles(root, 's');
    expect(files).toEqual(['SKILL.md', 'references/v2.md']);
    expect(findings).toMatchObject([{ code: 'files/link-outside', file: 's/x.md' }]);
    expect(findings[0]?.message).toContain('is absolute');
  });
});
