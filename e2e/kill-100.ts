/**
 * Kills 100 publications of 300 skills at random moments and checks the published tree after each:
 *
 *     npm run kill-100 -w e2e [seed]
 *
 * The same code as in kill.spec.ts, with more rounds; it takes some minutes.
 */
import { largeCatalogue, sourceFiles } from './testing/catalogue';
import { runKillRounds } from './testing/kill-rounds';
import { installPackedPlugin } from './testing/packed-plugin';
import { createWorkspace } from './testing/workspace';

const ROUNDS = 100;

async function main(): Promise<void> {
  const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
  console.log(`${ROUNDS} rounds with the seed ${seed}`);
  installPackedPlugin();
  const skills = largeCatalogue();
  const outcomes = await runKillRounds(createWorkspace(sourceFiles(skills)), skills, ROUNDS, seed);
  console.log(
    `${outcomes.killed} runs killed, ${outcomes.killedWithLeftovers} of them with two trees beside each other.`,
  );
  console.log(
    `A complete tree after each: ${outcomes.old} times the earlier one, ${outcomes.new} times the new one.`,
  );
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
