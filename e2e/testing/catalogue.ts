import type { Files } from './workspace';
import { skillMd } from './workspace';

/** A skill of a large generated workspace. */
export interface CatalogueSkill {
  shape: 'single' | 'multi' | 'bundle';
  /** Differs in every version of the skill. */
  text: string;
}

/** Skills by name; a bundle `x` also has the skills `x-one` and `x-two`. */
export type Catalogue = Map<string, CatalogueSkill>;

/** Files of an artifact with their contents, by path in it; artifacts by path in the tree. */
export type Artifacts = Record<string, Record<string, string>>;

/** 300 skills: 150 of a single file, 75 of several, 25 bundles with two skills each. */
export function largeCatalogue(): Catalogue {
  return new Map(
    Array.from({ length: 250 }, (_, index): [string, CatalogueSkill] => {
      const shape = index % 10 < 6 ? 'single' : index % 10 < 9 ? 'multi' : 'bundle';
      return [`skill-${String(index).padStart(3, '0')}`, { shape, text: 'First version.' }];
    }),
  );
}

function filesOf(name: string, { shape, text }: CatalogueSkill): Record<string, string> {
  const files = { 'SKILL.md': skillMd(name, text) };
  if (shape === 'single') return files;
  if (shape === 'multi') {
    return {
      ...files,
      'references/notes.md': `${text}\n`.repeat(40),
      'scripts/run.sh': `#!/bin/sh\necho "${text}"\n`,
    };
  }
  return {
    ...files,
    [`skills/${name}-one/SKILL.md`]: skillMd(`${name}-one`, text),
    [`skills/${name}-two/SKILL.md`]: skillMd(`${name}-two`, text),
  };
}

/** The source files of a catalogue. */
export function sourceFiles(catalogue: Catalogue): Record<string, string> {
  return Object.fromEntries(
    [...catalogue].flatMap(([name, skill]) =>
      Object.entries(filesOf(name, skill)).map(([path, text]) => [`skills/${name}/${path}`, text]),
    ),
  );
}

/** What to write and to remove so that the sources of one catalogue become those of another. */
export function sourceChanges(from: Catalogue, to: Catalogue): Files {
  const before = sourceFiles(from);
  const after = sourceFiles(to);
  const written = Object.entries(after).filter(([path, text]) => before[path] !== text);
  const removed = Object.keys(before).filter((path) => after[path] === undefined);
  return {
    ...Object.fromEntries(removed.map((path) => [path, null])),
    ...Object.fromEntries(written),
  };
}

/** The artifacts that a catalogue is to be published as, worked out without the product. */
export function expectedArtifacts(catalogue: Catalogue): Artifacts {
  const artifacts: Artifacts = {};
  for (const [name, skill] of catalogue) {
    const files = filesOf(name, skill);
    if (skill.shape === 'single') artifacts[`agent-skills/${name}/SKILL.md`] = files;
    else if (skill.shape === 'multi') artifacts[`agent-skills/${name}.tar.gz`] = files;
    else {
      artifacts[`agent-skills/${name}-bundle.tar.gz`] = files;
      for (const nested of [`${name}-one`, `${name}-two`]) {
        artifacts[`agent-skills/${nested}/SKILL.md`] = {
          'SKILL.md': files[`skills/${nested}/SKILL.md`] ?? '',
        };
      }
    }
  }
  return artifacts;
}
