import assert from "node:assert/strict";
import { killRuns } from "../../../scripts/soak/kill_runs.ts";
import { readNumbers } from "../../../scripts/soak/numbers.ts";
import { parallelRuns } from "../../../scripts/soak/parallel_runs.ts";

Deno.test("soak: turns killed at random moments lose nothing that was acknowledged", async () => {
  const { killed, conversations, acknowledged, faults } = await killRuns({ kills: 15, seed: 15 });
  assert.deepEqual(faults, []);
  assert.equal(killed, 15);
  assert(acknowledged.requests > 0, "no run got as far as its request");
  assert(conversations > 0);
  assert(acknowledged.ends <= acknowledged.requests);
});

Deno.test("soak: new conversations made at once have ids of their own", async () => {
  const { ids, faults } = await parallelRuns(10);
  assert.deepEqual(faults, []);
  assert.equal(ids.size, 10);
});

Deno.test("soak: the scripts' numbers", () => {
  assert.deepEqual(readNumbers([], { runs: 3, seed: 4 }), { runs: 3, seed: 4 });
  assert.deepEqual(readNumbers(["--seed", "7"], { runs: 3, seed: 4 }), { runs: 3, seed: 7 });
  for (const args of [["--runs"], ["--runs", "x"], ["--runs", "-1"], ["--else", "1"], ["5"]]) {
    assert.equal(readNumbers(args, { runs: 3 }), null, args.join(" "));
  }
});
