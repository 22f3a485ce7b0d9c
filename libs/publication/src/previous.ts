import { lazySchema } from '@nx-agent-skills/artifact';
import type { SkillSearch } from '@nx-agent-skills/skill';
import { rebuildSkills } from './git/rebuild-skills';
import { refuseSubmodules } from './git/submodules';
import { artifactPathOf, publishedName } from './place-skills';
import type { PublicationOptions } from './publication';
import { PublicationError } from './publication-error';

/** A skill of an earlier publication, as far as is known. */
export interface PreviousSkill {
  name: string;
  /** Of its artifact. */
  digest: string;
  /** The artifact in the tree. */
  file?: string | undefined;
  files?: readonly { path: string; digest: string; mode: string }[] | undefined;
}

/** An earlier publication that the publisher has named. */
export interface Previous {
  /** As it was named. */
  source: string;
  skills: readonly PreviousSkill[];
  /** Whether it is only known by its index. */
  isIndex: boolean;
}

const previousSchema = lazySchema((z) => {
  const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
  return z.object({
    skills: z.array(
      z.object({
        name: z.string().regex(/^[a-z0-9-]{1,64}$/),
        digest,
        file: z.string().optional(),
        files: z.array(z.object({ path: z.string(), digest, mode: z.string() })).optional(),
      }),
    ),
  });
});

/**
 * Reads the report.json or the index.json of an earlier publication. An index does not tell the
 * files of a skill.
 *
 * @param source what the publisher calls it
 * @throws PublicationError `publication/previous` for anything else
 */
export function parsePrevious(source: string, text: string): Previous {
  try {
    const { skills } = previousSchema().parse(JSON.parse(text));
    return { source, skills, isIndex: skills.every(({ files }) => files === undefined) };
  } catch {
    throw new PublicationError(
      'publication/previous',
      `The publication before, ${JSON.stringify(source)}, is neither a report.json nor an index.json.\n    Fix: name an origin, the report or the index of a tree, the folder of a tree, or git:<revision>.`,
    );
  }
}

/**
 * The skills of a revision as a publication: what it would have published with the options of today.
 *
 * @param workspaceRoot absolute
 * @throws PublicationError `publication/git` when there is no such revision, or one that cannot be
 *   built, such as one with skills in submodules
 */
export function previousOfRevision(
  source: string,
  workspaceRoot: string,
  revision: string,
  search: SkillSearch,
  { settings, bundleSlugs }: Pick<PublicationOptions, 'settings' | 'bundleSlugs'>,
): Previous {
  refuseSubmodules(workspaceRoot, revision, search);
  const rebuilt = rebuildSkills(workspaceRoot, revision, search, settings);
  const skills = rebuilt.map(({ record }) => {
    const name = publishedName(record, bundleSlugs);
    const { digest, files } = record;
    return { name, digest, file: artifactPathOf(record, name, bundleSlugs), files };
  });
  return { source, skills, isIndex: false };
}
