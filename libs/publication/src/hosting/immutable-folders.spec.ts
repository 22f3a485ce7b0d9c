import { madeReport } from '../testing/made-report';
import { immutableFolders } from './immutable-folders';

const release = (at: number) => ({
  version: `1.${at}.0`,
  digest: `sha256:${'0'.repeat(64)}`,
  entries: 1,
});

describe('the folders that never change', () => {
  it('are none in a tree of today alone', () => {
    expect(immutableFolders(madeReport([]))).toEqual([]);
  });

  it('are those of releases, and that of digests, which releases may name', () => {
    const snapshots = [release(0), release(1)];
    expect(immutableFolders({ ...madeReport([]), snapshots })).toEqual([
      'agent-skills/sha256',
      'agent-skills/v1.0.0',
      'agent-skills/v1.1.0',
    ]);
  });

  it('are so few that a host takes the rules: of many releases the newest', () => {
    const snapshots = Array.from({ length: 50 }, (_, at) => release(at));
    const folders = immutableFolders({ ...madeReport([]), snapshots });
    expect([folders.length, folders[1], folders.at(-1)]).toEqual([
      41,
      'agent-skills/v1.10.0',
      'agent-skills/v1.49.0',
    ]);
  });
});
