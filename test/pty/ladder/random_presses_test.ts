/** Presses at random moments; scripts/soak/press_at_random.ts plays more of them. */
import assert from "node:assert/strict";
import { pressRuns, SEEN_AS_ONE } from "../../../scripts/soak/press_runs.ts";

Deno.test("300 presses at random moments: each moves exactly one rung, no key before it chooses", async () => {
  const runs = { opening: 15, closing: 140, phases: 25, typeAhead: 120 };
  const { seen, faults } = await pressRuns(runs, { seed: 300, target: "binary" });
  assert.deepEqual(faults, []);
  // On a machine that gives the program no turn for that long; as a rule it would be a fault.
  assert.ok((seen[SEEN_AS_ONE] ?? 0) <= 2, JSON.stringify(seen));
  const count = (what: string): number =>
    Object.entries(seen).filter(([name]) => name.startsWith(`${what}:`) && name !== "phases: menu")
      .reduce((sum, [, times]) => sum + times, 0);
  assert.deepEqual({
    opening: count("opening"),
    closing: count("closing"),
    phases: count("phases"),
    typeAhead: count("type-ahead"),
  }, runs);
});
