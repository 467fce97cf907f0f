/**
 * Presses at random moments, more of them than a suite can take.
 *
 *     deno run -A scripts/soak/press_at_random.ts [--opening N] [--closing N] [--phases N]
 *       [--ahead N] [--seed N]
 *
 * Needs the binary of `deno task build`. Exit status: 1 when a press moved more or less than one
 * rung, or a key typed ahead chose something.
 */
import { readNumbers } from "./numbers.ts";
import { pressRuns } from "./press_runs.ts";

const numbers = readNumbers(Deno.args, {
  opening: 200,
  closing: 1000,
  phases: 500,
  ahead: 500,
  seed: Math.floor(Math.random() * 2 ** 31),
});
if (numbers === null) {
  console.error(
    "usage: deno run -A scripts/soak/press_at_random.ts [--opening N] [--closing N] [--phases N] " +
      "[--ahead N] [--seed N]",
  );
  Deno.exit(2);
}
const { ahead, seed, ...rest } = numbers;
console.error(`press_at_random: seed ${seed}`);
const { seen, faults } = await pressRuns({ ...rest, typeAhead: ahead }, { seed, target: "binary" });
for (const [what, times] of Object.entries(seen).sort()) console.log(`${what}  ${times}`);
for (const fault of faults) console.log(`fault  ${fault}`);
Deno.exit(faults.length > 0 ? 1 : 0);
