import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchangeFolders } from '@nx-agent-skills/publication';
import { type FlippingHost, startFlippingHost } from './testing/flipping-host';
import { newPublisher, newRepository } from './testing/publisher';
import { runCli, startCli } from './testing/run-cli';
import { seededRandom } from './testing/seeded-random';
import { skillMd } from './testing/workspace';

const FLIPS = 200;
const KILLS = 16;

let host: FlippingHost;
beforeEach(async () => {
  host = await startFlippingHost();
});
afterEach(() => host.close());

/** Publishes skills for the host. */
async function publish(files: Record<string, string>): Promise<string> {
  const publisher = newPublisher();
  publisher.write(files);
  await publisher.run('build', '--origin', host.origin, '--preview');
  return publisher.tree;
}

/** Skills that belong together: all of them say which release they are of. */
function release(text: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`skills/${name}/SKILL.md`, skillMd(name, `Release ${text}.`)],
      [`skills/${name}/scripts/run.sh`, `#!/bin/sh\necho "Release ${text}."\n`],
    ]),
  );
}

/** The releases that the files of a skill are of. */
function releasesOf(project: string, name: string): string[] {
  const folder = join(project, '.claude/skills', name);
  const texts = ['SKILL.md', 'scripts/run.sh'].map((path) =>
    readFileSync(join(folder, path), 'utf8'),
  );
  return texts.map((text) => /Release (\w+)\./.exec(text)?.[1] ?? 'none');
}

const installArgs = (...more: string[]) => [
  ...['install', host.origin, '--preview', '--agent', 'claude-code'],
  ...more,
];

describe('an install of two skills that belong together', () => {
  it(`never mixes two releases while the site flips between them ${FLIPS} times`, async () => {
    const names = ['alpha', 'beta'];
    host.trees = [await publish(release('first', names)), await publish(release('second', names))];
    const project = newRepository('project');
    expect((await runCli(project, installArgs('--all'))).status).toBe(0);
    const seed = Date.now() % 1_000_000;
    const random = seededRandom(seed);
    host.flipsNow = () => random() < 0.45;
    const outcomes = { atOnce: 0, afterRetry: 0, refused: 0 };
    let before = 'first';
    while (host.flips() < FLIPS) {
      const { status, stderr } = await runCli(project, installArgs());
      const releases = new Set(names.flatMap((name) => releasesOf(project, name)));
      const about = `seed ${seed}, flip ${host.flips()}: ${[...releases]}\n${stderr}`;
      assert.equal(releases.size, 1, about);
      const isRetried = stderr.includes('A deploy seems to have come in between');
      if (status === 0) outcomes[isRetried ? 'afterRetry' : 'atOnce'] += 1;
      else {
        outcomes.refused += 1;
        assert.match(stderr, /installation\/digest: .*\n {4}Fix: /, about);
        assert.equal([...releases].join(), before, about);
      }
      before = [...releases].join();
      assert.equal(readdirSync(join(project, '.claude')).join(), 'skills', about);
    }
    expect(host.flips()).toBeGreaterThanOrEqual(FLIPS);
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(0);
    expect(outcomes.afterRetry).toBeGreaterThan(5);
  });
});

describe('an install that is killed', () => {
  const canExchange = exchangeFolders(newRepository('exchange-a'), newRepository('exchange-b'));
  const title = canExchange
    ? 'leaves every skill whole, and the next one makes up for it'
    : 'skipped: this system cannot exchange folders in one step';

  (canExchange ? it : it.skip)(title, async () => {
    const names = Array.from({ length: 60 }, (_, at) => `skill-${at}`);
    host.trees = [await publish(release('first', names)), await publish(release('second', names))];
    const project = newRepository('project');
    const flip = { isNext: false };
    host.flipsNow = () => {
      const { isNext } = flip;
      flip.isNext = false;
      return isNext;
    };
    const install = () => startCli(project, installArgs());
    const update = () => {
      flip.isNext = true;
      return install();
    };
    expect((await install().ended).status).toBe(0);
    const begin = Date.now();
    expect((await update().ended).status).toBe(0);
    const duration = Date.now() - begin;
    const random = seededRandom(Date.now() % 1_000_000);
    const plan = join(project, '.claude/.skills.installing/plan.json');
    const counts = { killed: 0, exchanging: 0 };
    for (let round = 0; round < KILLS; round += 1) {
      const run = update();
      // Half of the runs anywhere, half of them while folders change.
      if (round % 2 === 0) await sleep(random() * duration);
      else {
        while (run.isRunning() && !existsSync(plan)) await sleep(1);
        await sleep((random() * duration) / 4);
      }
      run.kill();
      const { status } = await run.ended;
      if (status === null) counts.killed += 1;
      const all = names.map((name) => new Set(releasesOf(project, name)));
      for (const each of all) assert.equal(each.size, 1, `round ${round}`);
      if (new Set(all.flatMap((each) => [...each])).size > 1) counts.exchanging += 1;
      const { status: next } = await install().ended;
      assert.equal(next, 0);
      const releases = new Set(names.flatMap((name) => releasesOf(project, name)));
      assert.equal(releases.size, 1, `after round ${round}`);
      assert.equal(readdirSync(join(project, '.claude')).join(), 'skills');
    }
    expect(counts.killed).toBeGreaterThan(3);
    expect(counts.exchanging).toBeGreaterThan(0);
  });
});
