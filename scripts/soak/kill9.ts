/**
 * Kills turns of the real program with SIGKILL at random moments and says what was lost: nothing
 * that had been acknowledged may be, and every conversation has to load.
 *
 *     deno run -A scripts/soak/kill9.ts [--kills N] [--seed N]
 *
 * Exit status: 1 if something was lost. 1,000 of them take about ten minutes.
 */
import { killRuns } from "./kill_runs.ts";
import { readNumbers } from "./numbers.ts";

const PROGRESS_EVERY = 50;

const numbers = readNumbers(Deno.args, { kills: 1000, seed: Math.floor(Math.random() * 2 ** 31) });
if (numbers === null) {
  console.error("usage: deno run -A scripts/soak/kill9.ts [--kills N] [--seed N]");
  Deno.exit(2);
}
console.error(`kill9: ${numbers.kills} kills, seed ${numbers.seed}`);
const summary = await killRuns({
  ...numbers,
  progress: (killed) => {
    if (killed % PROGRESS_EVERY === 0) console.error(`kill9: ${killed} killed`);
  },
});
const { runs, killed, acknowledged, conversations, torn, abandoned, faults } = summary;
console.log(`runs                      ${runs}, of which ${killed} were killed`);
console.log(`acknowledged requests     ${acknowledged.requests}`);
console.log(`acknowledged answers      ${acknowledged.answers}`);
console.log(`acknowledged ends         ${acknowledged.ends}`);
console.log(`conversations             ${conversations}, and ${abandoned} half-made ones`);
console.log(`torn ends                 ${torn}`);
console.log(`lost or broken            ${faults.length}`);
for (const fault of faults) console.log(`  ${fault}`);
Deno.exitCode = faults.length === 0 ? 0 : 1;
