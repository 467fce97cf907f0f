/**
 * Starts many `jp q -n` at once and counts the ids they get.
 *
 *     deno run -A scripts/soak/parallel_new.ts [--runs N]
 *
 * Exit status: 1 if two got the same, or one got none. Each run needs about 50 MB of memory.
 */
import { readNumbers } from "./numbers.ts";
import { parallelRuns } from "./parallel_runs.ts";

const numbers = readNumbers(Deno.args, { runs: 100 });
if (numbers === null) {
  console.error("usage: deno run -A scripts/soak/parallel_new.ts [--runs N]");
  Deno.exit(2);
}
const { started, ids, faults } = await parallelRuns(numbers.runs);
console.log(`started at once   ${started}`);
console.log(`distinct ids      ${ids.size}`);
console.log(`faults            ${faults.length}`);
for (const fault of faults) console.log(`  ${fault}`);
Deno.exitCode = faults.length === 0 && ids.size === started ? 0 : 1;
