import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPattern } from '@nx-agent-skills/skill/layout';
import {
  buildPackageJsonPatterns,
  buildPackageJsonWorkspacesMatcher,
} from 'nx/src/plugins/package-json';
import { globWithWorkspaceContext } from 'nx/src/utils/workspace-context';

/**
 * Finds skills whose own project.json or package.json would replace our targets. Nx merges those
 * over what plugins infer, so that a command or script of the skill would run when it is published.
 *
 * @param skills folders of skills, relative to the workspace
 * @param targetNames the names of our targets
 * @returns a line for people per manifest
 */
export async function findManifestOverrides(
  workspaceRoot: string,
  skills: readonly string[],
  targetNames: readonly string[],
): Promise<string[]> {
  if (skills.length === 0) return [];
  const folders = new Set(skills);
  const tops = new Set(skills.map((skill) => skill.split('/')[0] ?? skill));
  const patterns = [...tops].flatMap((top) => {
    const folder = isPattern(top) ? '**' : top;
    return [`${folder}/**/project.json`, `${folder}/**/package.json`];
  });
  const manifests = await globWithWorkspaceContext(workspaceRoot, patterns);
  const isWorkspacePackage = buildPackageJsonWorkspacesMatcher(
    buildPackageJsonPatterns(workspaceRoot, (file) =>
      JSON.parse(readFileSync(join(workspaceRoot, file), 'utf8')),
    ),
  );
  return (
    manifests
      .filter((manifest) => folders.has(dirname(manifest)))
      // Nx makes projects of those packages only that the package manager knows.
      .filter((manifest) => manifest.endsWith('project.json') || isWorkspacePackage(manifest))
      .flatMap((manifest) => {
        const names = definedTargets(join(workspaceRoot, manifest)).filter((name) =>
          targetNames.includes(name),
        );
        if (names.length === 0) return [];
        return [
          `  ${manifest} defines ${names.map((name) => `"${name}"`).join(', ')}, which would run in place of the target of that name.\n    Fix: rename it there, or give our targets other names in the options (${OPTION_NAMES}).`,
        ];
      })
  );
}

const OPTION_NAMES =
  'validateTargetName, archiveTargetName, hashTargetName, publishIndexTargetName';

interface Manifest {
  targets?: Record<string, unknown>;
  scripts?: Record<string, unknown>;
  nx?: { targets?: Record<string, unknown>; includedScripts?: string[] };
}

/** The targets that Nx takes from a manifest. A broken one is left to Nx, which names it. */
function definedTargets(file: string): string[] {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    return [];
  }
  if (file.endsWith('project.json')) return Object.keys(manifest.targets ?? {});
  const scripts = Object.keys(manifest.scripts ?? {});
  const { targets = {}, includedScripts = scripts } = manifest.nx ?? {};
  return [...Object.keys(targets), ...scripts.filter((name) => includedScripts.includes(name))];
}
