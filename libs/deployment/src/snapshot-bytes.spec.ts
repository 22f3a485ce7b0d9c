import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skillMd } from '@nx-agent-skills/publication/testing';
import type { DeploymentOptions } from './deployment-options';
import { checkServed, resultOfCheck } from './testing/check-served';
import { type Answer, serveFile, startHost } from './testing/fault-host';
import { publishAtHost, publishReleases } from './testing/released-tree';
import { hasFailed } from './verification';

const VERSIONS = '.well-known/agent-skills/versions.json';

/** A release of one small archive. */
const FILES = { 'skills/alpha/SKILL.md': skillMd('alpha'), 'skills/alpha/b': '' };

/** A file that is served with one bit flipped, at a place that can be moved. */
function flippedFile(path: string): { place: { at?: number }; answer: Answer } {
  const place: { at?: number } = {};
  const answer = serveFile(path, (file) => {
    if (place.at === undefined) return file;
    const bytes = Buffer.from(file);
    bytes[place.at] = (bytes[place.at] ?? 0) ^ 1;
    return bytes;
  });
  return { place, answer };
}

/** The places at which a flipped bit is not found. */
async function unnoticed(
  origin: string,
  options: Partial<DeploymentOptions>,
  place: { at?: number },
  { length }: Buffer,
): Promise<number[]> {
  expect(hasFailed(await checkServed(origin, options))).toBe(false);
  const found: number[] = [];
  for (let at = 0; at < length; at += 1) {
    place.at = at;
    const verification = await checkServed(origin, options);
    const { status } = resultOfCheck(verification, 'snapshots');
    if (status !== 'failed' || !hasFailed(verification)) found.push(at);
  }
  return found;
}

jest.setTimeout(60_000);

describe('a flipped bit', () => {
  const built = publishReleases(['1.0.0'], {}, FILES);

  it.each([
    VERSIONS,
    '.well-known/agent-skills/v1.0.0/index.json',
    'agent-skills/v1.0.0/.well-known/agent-skills/index.json',
    'agent-skills/v1.0.0/alpha.tar.gz',
  ])('in %s is found, wherever it is', async (path) => {
    const { place, answer } = flippedFile(path);
    const { origin } = await startHost({ [`/${path}`]: answer }, built.tree);
    const file = readFileSync(join(built.tree, path));
    expect(await unnoticed(origin, built, place, file)).toEqual([]);
  });

  it(`in ${VERSIONS} is found by one who knows nothing but the origin`, async () => {
    const { place, answer } = flippedFile(VERSIONS);
    const { origin, served } = await publishAtHost(['1.0.0'], { [`/${VERSIONS}`]: answer }, FILES);
    const file = readFileSync(join(served, VERSIONS));
    expect(await unnoticed(origin, {}, place, file)).toEqual([]);
  });
});
