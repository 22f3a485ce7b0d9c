import type { LockedSkill } from '@nx-agent-skills/installation';
import { describeLost, describeUpdates } from './describe-lock';

const locked = (name: string, digest: string, version?: string): LockedSkill => ({
  name,
  type: 'skill-md',
  url: `https://skills.acme.example/agent-skills/${name}/SKILL.md`,
  digest: `sha256:${digest}`,
  index: 'https://skills.acme.example/.well-known/agent-skills/index.json',
  ...(version === undefined ? {} : { version }),
});

describe('updates', () => {
  it('are a line each, with versions and digests', () => {
    const updates = {
      changed: [
        { before: locked('alpha', 'aa', '1.0.0'), after: locked('alpha', 'bb') },
        { before: locked('beta', 'cc', '1.0.0'), after: locked('beta', 'cc', '1.1.0') },
      ],
      removed: [locked('gamma', 'dd')],
      added: [locked('delta', 'ee', '1.1.0')],
    };
    expect(describeUpdates(updates, 'lock.json').split('\n')).toEqual([
      '~ alpha 1.0.0 (sha256:aa) → without version (sha256:bb)',
      '~ beta 1.0.0 → 1.1.0, the same bytes',
      '- gamma without version (sha256:dd)',
      '+ delta 1.1.0 (sha256:ee), not locked',
      '3 skills of lock.json would change: nx-agent-skills lock <origin> writes that. Where nothing of an origin is left, remove the entries from the file.',
      '',
    ]);
  });

  it('may be none', () => {
    expect(describeUpdates({ changed: [], removed: [], added: [] }, 'lock.json')).toBe(
      'All that lock.json has is what its origins offer today.\n',
    );
  });
});

describe('skills that a release lacks', () => {
  it('are told with the ways to have them again', () => {
    const removed = [locked('gamma', 'dd'), locked('zeta', 'ee')];
    expect(describeLost({ removed }, 'lock.json')).toBe(
      'Not in this release, and no longer locked: gamma, zeta. To have them again once a release has them: nx-agent-skills install https://skills.acme.example --skill gamma --skill zeta, or take lock.json from git as it was and run nx-agent-skills install --frozen.\n',
    );
    expect(describeLost({ removed: [] }, 'lock.json')).toBe('');
  });
});
