/** A sample of what scripts/soak/fuzz_prompts.ts does at length. */
import assert from "node:assert/strict";
import { fuzzBytes, fuzzScreens } from "../../scripts/soak/prompt_fuzz.ts";

Deno.test("random bytes through decoder and prompt: nothing throws, carets between characters", () => {
  const run = fuzzBytes({ bytes: 6000, seed: 1 });
  assert.equal(run.bytes, 6000);
  assert.ok(run.events > 1000 && run.outcomes > 10, JSON.stringify(run));
});

Deno.test("random keys and resizes on a screen: it shows what a fresh drawing does", async () => {
  const run = await fuzzScreens({ sequences: 40, seed: 1 });
  assert.equal(run.compared, 40);
  assert.ok(run.keys > 100 && run.resizes > 20, JSON.stringify(run));
});
