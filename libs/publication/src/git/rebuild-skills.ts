import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  archiveSkill,
  findArtifact,
  recordArtifact,
  type SkillRecord,
} from '@nx-agent-skills/artifact';
import {
  ignoreRules,
  type RuleSettings,
  readSkillFrontmatter,
  type SkillFolder,
  type SkillSearch,
} from '@nx-agent-skills/skill';
import { requireRevision } from './read-git';
import { restoreSkills } from './restore-skills';

/** A skill as it was at a revision. */
export interface RebuiltSkill {
  record: SkillRecord;
  /** The bytes of its artifact, and of the zip of an archive, by their digests. */
  artifacts: Map<string, Buffer>;
}

/**
 * Builds the skills of a revision anew, in a folder of its own that is removed afterwards. The same
 * files give the same bytes on every machine, so that an artifact need not be kept to be known.
 *
 * @param folder absolute, in a git repository: the workspace of today
 * @param revision of git, such as a tag
 * @param isWanted which skills are built, by the name in their frontmatter; undefined for a bundle
 *   that has none
 * @returns those that are not refused
 * @throws PublicationError `publication/git`
 */
export function rebuildSkills(
  folder: string,
  revision: string,
  search: SkillSearch,
  settings: RuleSettings,
  isWanted: (name: string | undefined) => boolean = () => true,
): RebuiltSkill[] {
  const tree = requireRevision(folder, revision);
  const scratch = mkdtempSync(join(tmpdir(), 'agent-skills-revision-'));
  try {
    const isFound = ({ hasSkillMd }: SkillFolder) => hasSkillMd || isWanted(undefined);
    const { workspaceRoot, skills } = restoreSkills(
      tree,
      join(scratch, 'revision'),
      search,
      isFound,
    );
    const artifactFolder = join(scratch, 'artifact');
    const rulesOf = ignoreRules(workspaceRoot);
    return skills.flatMap(({ path }): RebuiltSkill[] => {
      const name = readSkillFrontmatter(workspaceRoot, path)?.frontmatter?.name;
      if (!isWanted(name)) return [];
      const job = {
        workspaceRoot,
        skillPath: path,
        outputFolder: relative(workspaceRoot, artifactFolder),
        settings,
        recordRefusal: false,
        withZip: true,
      };
      if (!archiveSkill(job, rulesOf).archived) return [];
      const record = recordArtifact(artifactFolder, path);
      const { zip, ...archive } = findArtifact(artifactFolder);
      const written = [archive, ...(zip ? [zip] : [])];
      const artifacts = new Map(written.map(({ digest, file }) => [digest, readFileSync(file)]));
      return [{ record, artifacts }];
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
