import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readSkillMd } from './read-skill-md';
import { writeTree } from './testing/write-tree';

describe('readSkillMd', () => {
  const link = (target: string) => {
    const workspace = writeTree({
      'outside.md': 'outside',
      's/real.md': 'real',
      's/folder/x.md': 'x',
    });
    symlinkSync(target, join(workspace, 's/SKILL.md'));
    return readSkillMd(workspace, 's')?.toString();
  };

  it('reads a file, and a link to a file of the same skill', () => {
    expect(readSkillMd(writeTree({ 's/SKILL.md': 'text' }), 's')?.toString()).toBe('text');
    expect(link('real.md')).toBe('real');
  });

  it.each(['../outside.md', '/dev/zero', 'gone.md', 'folder', 'SKILL.md'])(
    'reads nothing through a link to %s',
    (target) => {
      expect(link(target)).toBeUndefined();
    },
  );
});
