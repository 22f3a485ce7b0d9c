// What a history of releases costs: the folder that is committed, the tree, and a publication.
// usage: npm run releases -w benchmarks -- [--releases=50] [--skills=200] [--content-addressed]
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AGENTS, parseOrigin } from '@nx-agent-skills/discovery';
import {
  buildAndPublish,
  freezeSnapshot,
  type PublicationOptions,
} from '@nx-agent-skills/publication';
import { checkSkillsTogether, keepMemoryIn, saveMemory } from '@nx-agent-skills/skill';
import { SCRATCH } from '../e2e/testing/packed-plugin';
import { seededRandom } from '../e2e/testing/seeded-random';
import { editOne } from './edit-skills';
import { generateSkills, writeSkills } from './generate-skills';
import { inThousands, markdownTable, seconds } from './markdown-table';

/** How many skills each release changes. */
const CHANGED = 5;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      releases: { type: 'string', default: '50' },
      skills: { type: 'string', default: '200' },
      'content-addressed': { type: 'boolean', default: false },
    },
  });
  const [releases, skills] = [Number(values.releases), Number(values.skills)];
  mkdirSync(SCRATCH, { recursive: true });
  const root = mkdtempSync(join(SCRATCH, 'releases-'));
  try {
    mkdirSync(join(root, '.git'));
    writeSkills(root, generateSkills(skills));
    keepMemoryIn(join(root, 'build/.memory/one-version'));
    const rows = await history(root, releases, skills, values['content-addressed']);
    console.log(markdownTable(HEAD, rows));
  } finally {
    rmSync(root, { recursive: true });
  }
}

const HEAD = [
  'Releases',
  'Committed',
  'Files',
  'Tree',
  'Publish, nothing changed',
  'Publish, one changed',
];

async function history(
  root: string,
  releases: number,
  skills: number,
  contentAddressed: boolean,
): Promise<string[][]> {
  const options = optionsOf(root, contentAddressed);
  const random = seededRandom(1);
  const rows: string[][] = [];
  for (let release = 0; release <= releases; release += 1) {
    if (release > 0) {
      await publish(root, options);
      freezeSnapshot(join(root, 'out'), { folder: join(root, 'snapshots') }, `1.${release}.0`);
      for (let change = 0; change < CHANGED; change += 1) {
        editOne(root, `Release ${release}.`, Math.floor(random() * skills));
      }
    }
    if (![0, 1].includes(release) && release % 10 !== 0) continue;
    await publish(root, options);
    await publish(root, options);
    const nothing = await publish(root, options);
    editOne(root, `One more, after ${release}.`);
    const one = await publish(root, options);
    const committed = sizeOf(join(root, 'snapshots'));
    rows.push([
      String(release),
      kilobytes(committed.bytes),
      inThousands(committed.files),
      kilobytes(sizeOf(join(root, 'out')).bytes),
      seconds(nothing),
      seconds(one),
    ]);
  }
  return rows;
}

function optionsOf(root: string, contentAddressed: boolean): PublicationOptions {
  return {
    workspaceRoot: root,
    outputDir: 'out',
    origin: parseOrigin('https://skills.acme.example'),
    agents: AGENTS.slice(0, 4),
    zip: 'off',
    legacyIndex: false,
    contentAddressed,
    hosting: [],
    bundleSlugs: {},
    settings: { strict: false, rules: {} },
    onRefused: 'fail',
    onRemoved: 'allow',
    excludedOnPurpose: [],
    spareFolder: join(root, 'earlier'),
    snapshots: { folder: join(root, 'snapshots') },
    generator: 'libs',
  };
}

/** @returns CPU seconds of all threads */
async function publish(root: string, options: PublicationOptions): Promise<number> {
  const before = process.cpuUsage();
  const together = checkSkillsTogether(root, { roots: ['skills'], exclude: [] });
  const built = together.skills.map(({ path }) => {
    const folder = join(root, 'build', path.replaceAll('/', '--'));
    return {
      path,
      artifactFolder: join(folder, 'artifact'),
      recordFile: join(folder, 'record', 'record.json'),
    };
  });
  await buildAndPublish(built, together.findings, options);
  saveMemory(true);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

const kilobytes = (bytes: number) => `${inThousands(Math.round(bytes / 1000))} kB`;

function sizeOf(folder: string): { files: number; bytes: number } {
  let [files, bytes] = [0, 0];
  const paths = statSync(folder, { throwIfNoEntry: false })
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  for (const path of paths) {
    const stats = statSync(join(folder, path));
    if (!stats.isFile()) continue;
    files += 1;
    bytes += stats.size;
  }
  return { files, bytes };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
