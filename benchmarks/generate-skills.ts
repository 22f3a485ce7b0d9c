import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seededBytes, seededRandom } from '../e2e/testing/seeded-random';

/** Files of generated skills by path, relative to the workspace. */
export type SkillFiles = Map<string, string | Buffer>;

const WORDS =
  'the a of to and run check build file folder when each before after result error message value option report table column query index test release branch deploy service request header token region schema field value change review step list input output name path script reference example format parse verify update remove create read write compare always never first then until unless because only'.split(
    ' ',
  );

/**
 * The skills of a realistic monorepo, the same for the same seed: 60 % of a single file of 2 to
 * 12 kB, 35 % with 3 to 12 files, 4 % with binary assets of 50 to 500 kB, 1 % bundles of three.
 *
 * @param count how many skills; the skills inside bundles come on top
 */
export function generateSkills(count: number, seed = 1): SkillFiles {
  const files: SkillFiles = new Map();
  for (let at = 0; at < count; at += 1) addSkill(files, at, seed);
  return files;
}

/** The files of the skill with a number, which do not depend on the other skills. */
export function addSkill(files: SkillFiles, at: number, seed = 1): void {
  const random = seededRandom(seed * 1_000_003 + at);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const name = `skill-${String(at).padStart(5, '0')}`;
  const folder = `skills/${name}`;
  const kind = random();
  files.set(`${folder}/SKILL.md`, skillMd(name, random, between(2_000, 12_000)));
  if (kind < 0.6) return;
  if (kind < 0.95) {
    const others = between(2, 11);
    for (let other = 0; other < others; other += 1) {
      const isScript = random() < 0.3;
      const path = isScript ? `scripts/step-${other}.sh` : `references/topic-${other}.md`;
      const text = prose(random, between(500, 8_000));
      files.set(
        `${folder}/${path}`,
        isScript ? `#!/bin/sh\n# ${text.replaceAll('\n', '\n# ')}\n` : text,
      );
    }
  } else if (kind < 0.99) {
    const size = between(50_000, 500_000);
    files.set(`${folder}/assets/picture.bin`, seededBytes(at, size));
  } else {
    for (const part of ['one', 'two', 'three']) {
      const nested = `${name}-${part}`;
      files.set(
        `${folder}/skills/${nested}/SKILL.md`,
        skillMd(nested, random, between(2_000, 6_000)),
      );
    }
  }
}

/** Writes generated files into a workspace. */
export function writeSkills(root: string, files: SkillFiles): void {
  for (const [path, content] of files) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

function skillMd(name: string, random: () => number, size: number): string {
  const description = prose(random, 180).replaceAll('\n', ' ').trim();
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${prose(random, size)}`;
}

function prose(random: () => number, size: number): string {
  let text = '';
  let line = '';
  while (text.length + line.length < size) {
    line += `${WORDS[Math.floor(random() * WORDS.length)]} `;
    if (line.length > 90) {
      text += `${line.trim()}\n`;
      line = '';
    }
  }
  return `${text}${line.trim()}\n`;
}
