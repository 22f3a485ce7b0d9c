import { checkActivation } from './check-activation';
import type { CheckedArtifact } from './check-artifact';
import { checkInstall, installedFolder } from './check-install';
import { type CheckResult, TIME_IS_UP, withoutEvidence } from './check-result';
import type { DeploymentOptions, Progress } from './deployment-options';
import type { ExpectedFile, ExpectedSkill } from './expected-skill';
import { inFreshHome } from './fresh-home';
import { runBounded } from './run-bounded';

/** Every install starts processes. */
const INSTALLS_AT_ONCE = 2;

/**
 * Installs the skills, or a sample of them, and probes whether an agent uses them.
 *
 * @param checked what was seen of each skill, in the order of the skills
 * @returns the results of both checks for each skill, in the same order
 */
export async function verifyInstalls(
  skills: readonly ExpectedSkill[],
  checked: readonly CheckedArtifact[],
  options: DeploymentOptions,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<CheckResult[][]> {
  const chosen = sampleOf(
    skills.filter(({ indexed }) => indexed),
    options.sample,
  );
  let done = 0;
  let failed = 0;
  let install = allowedInstall(options);
  return runBounded(
    skills.map((skill, at) => [skill, checked[at]?.files] as const),
    INSTALLS_AT_ONCE,
    async ([skill, files]) => {
      const results = await verifyInstall(skill, files, chosen, { ...options, install }, signal);
      if (!chosen.has(skill) || !files || typeof install === 'string') return results;
      // A client that cannot be started for one skill cannot be started for a thousand.
      const [installed] = results;
      if (installed?.status === 'skipped') install = installed.message;
      done += 1;
      if (results.some(({ status }) => status === 'failed')) failed += 1;
      tell({ what: 'installs', done, total: chosen.size, failed });
      return results;
    },
  );
}

async function verifyInstall(
  skill: ExpectedSkill,
  files: readonly ExpectedFile[] | undefined,
  chosen: ReadonlySet<ExpectedSkill>,
  { origin, install, probe, report }: DeploymentOptions,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const both = (status: 'skipped' | 'not-run', reason: string) => [
    withoutEvidence({ check: 'install', skill: skill.name }, status, reason),
    withoutEvidence(
      { check: 'activation', skill: skill.name },
      probe ? status : 'not-run',
      probe ? reason : NO_PROBE,
    ),
  ];
  if (!skill.indexed) return both('skipped', 'Clients install only what is in the index.');
  if (typeof install === 'string') return both('skipped', install);
  if (!chosen.has(skill)) return both('not-run', 'The skill is not in the sample.');
  if (!files) return both('skipped', 'The artifact was not received.');
  if (signal.aborted) return both('not-run', TIME_IS_UP);
  return inFreshHome(async (home) => {
    const installed = await checkInstall(skill, files, origin, install, home, signal);
    const activation = { check: 'activation', skill: skill.name } as const;
    if (!probe) return [installed, withoutEvidence(activation, 'not-run', NO_PROBE)];
    if (installed.status !== 'passed') {
      const status = installed.status === 'not-run' ? 'not-run' : 'skipped';
      return [installed, withoutEvidence(activation, status, 'The skill was not installed.')];
    }
    if (!report) return [installed, withoutEvidence(activation, 'skipped', STRANGERS_SKILL)];
    const folder = installedFolder(home, install, skill.name);
    return [installed, await checkActivation(skill, probe, folder, home, signal)];
  });
}

const NO_PROBE = 'No probe is configured. Try it in an agent and record the outcome by hand.';

const STRANGERS_SKILL =
  'There is no report, so the skill may be of somebody else; an agent is not given its words.';

/** Without a report nothing says that the skills are the publisher's own. */
function allowedInstall({ install, report }: DeploymentOptions): DeploymentOptions['install'] {
  if (report || typeof install === 'string' || install.isAskedFor) return install;
  return 'There is no report, so the skills may be of somebody else. Ask for installs with the option install, or name the report.';
}

/** So many of the skills, evenly spread, so that a later run checks the same ones. */
export function sampleOf<T>(skills: readonly T[], count: number | undefined): Set<T> {
  if (count === undefined || count >= skills.length) return new Set(skills);
  const chosen = Array.from({ length: Math.max(0, count) }, (_, at) => {
    return skills[Math.floor((at * skills.length) / count)];
  });
  return new Set(chosen.filter((each) => each !== undefined));
}
