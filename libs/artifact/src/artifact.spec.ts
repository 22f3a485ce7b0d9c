import { digestOf, type Skill } from '@nx-agent-skills/skill';
import { makeArtifact } from './artifact';
import { readArchive } from './read-archive';

const bytes = Buffer.from('---\r\nname: a\r\n---\r\n');

describe('makeArtifact', () => {
  it('copies the file of a single-file skill byte by byte', () => {
    const skill: Skill = { path: 's', shape: 'single-file', files: [{ path: 'SKILL.md', bytes }] };
    expect(makeArtifact(skill)).toEqual({ type: 'skill-md', bytes, digest: digestOf(bytes) });
  });

  it.each(['multi-file', 'bundle'] as const)('packs all files of a %s skill', (shape) => {
    const files = [
      { path: 'SKILL.md', bytes },
      { path: 'skills/b/SKILL.md', bytes },
    ];
    const artifact = makeArtifact({ path: 's', shape, files });
    expect(artifact.type).toBe('archive');
    expect(artifact.digest).toBe(digestOf(artifact.bytes));
    expect(readArchive(artifact.bytes).map(({ path }) => path)).toEqual([
      'SKILL.md',
      'skills/b/SKILL.md',
    ]);
  });
});
