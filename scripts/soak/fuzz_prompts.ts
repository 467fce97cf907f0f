/**
 * Random input to every prompt, longer than a suite can take: nothing throws, the caret is between
 * characters, and the screen shows what a fresh drawing would.
 *
 *     deno run -A scripts/soak/fuzz_prompts.ts [--bytes N] [--sequences N] [--first N] [--seed N]
 *
 * Exit status: 1 at the first fault, with the seed that gives it again.
 */
import { readNumbers } from "./numbers.ts";
import { fuzzBytes, fuzzScreens } from "./prompt_fuzz.ts";

const PROGRESS_EVERY = 10_000;
const numbers = readNumbers(Deno.args, {
  bytes: 1_000_000,
  sequences: 100_000,
  first: 0,
  seed: Math.floor(Math.random() * 2 ** 31),
});
if (numbers === null) {
  console.error(
    "usage: deno run -A scripts/soak/fuzz_prompts.ts [--bytes N] [--sequences N] [--first N] [--seed N]",
  );
  Deno.exit(2);
}
const { bytes, sequences, first, seed } = numbers;
console.error(`fuzz_prompts: seed ${seed}`);
const read = fuzzBytes({ bytes, seed });
console.log(
  `bytes      ${read.bytes} in ${read.prompts} prompts: ${read.events} events, ${read.outcomes} ` +
    `ways out, ${read.views} views`,
);
const shown = await fuzzScreens({
  sequences,
  first,
  seed,
  progress: (done) => {
    if (done % PROGRESS_EVERY === 0) console.error(`fuzz_prompts: ${done} sequences`);
  },
});
console.log(
  `sequences  ${shown.sequences}: ${shown.keys} keys and ${shown.resizes} resizes on an ` +
    `emulated screen: ${shown.compared} screens compared with a fresh drawing`,
);
