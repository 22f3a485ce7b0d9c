import type { ArchiveMember } from '@nx-agent-skills/artifact';
import { fetchLocked } from './fetch-skills';
import { lockRelease } from './lock-release';
import { EMPTY_LOCK } from './locked-skill';
import { OPTIONS, publishFor, rejection, release, startSite } from './testing/site-host';
import { unpackArtifact } from './unpack-artifact';

jest.mock('./unpack-artifact');
const MIB = 1024 * 1024;
/** Skills unpack to that many bytes, which nobody has to hold. */
const unpackTo = (length: number) =>
  jest
    .mocked(unpackArtifact)
    .mockReturnValue([{ path: 'SKILL.md', mode: 0o644, bytes: { length } } as ArchiveMember]);

/** The two skills of a site of their own. */
async function lockOne() {
  const site = await startSite();
  site.serve(publishFor(site, release('first')));
  const { lock } = await lockRelease({
    source: { origin: site.origin },
    selection: { names: [], all: false },
    before: EMPTY_LOCK,
    site: OPTIONS,
    onRetry: () => undefined,
  });
  return lock.skills;
}

it('keeps at most 512 MiB in memory, of all origins together', async () => {
  unpackTo(MIB);
  const [one, other] = [await lockOne(), await lockOne()];
  unpackTo(128 * MIB);
  const fetched = await fetchLocked([...one, ...other], OPTIONS);
  expect(fetched).toHaveLength(4);
  expect(await fetchLocked([], OPTIONS, fetched)).toEqual(fetched);
  unpackTo(128 * MIB + 1);
  for (const attempt of [
    () => fetchLocked([...one, ...other], OPTIONS),
    () => fetchLocked(one.slice(1), OPTIONS, fetched),
  ]) {
    const error = await rejection(attempt());
    expect(error).toMatchObject({ code: 'installation/too-large' });
    expect(error.message).toContain('more than 512 MiB would be installed');
  }
});
