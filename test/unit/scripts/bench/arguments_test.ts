import assert from "node:assert/strict";
import { readArguments } from "../../../../scripts/bench/arguments.ts";

Deno.test("the command line of the benchmark", () => {
  const none = { group: null, runs: 100, json: false, strict: false };
  assert.deepEqual(readArguments([]), none);
  assert.deepEqual(readArguments(["ladder", "--runs", "5", "--json", "--strict"]), {
    group: "ladder",
    runs: 5,
    json: true,
    strict: true,
  });
  assert.deepEqual(readArguments(["--runs", "1", "start"]), { ...none, group: "start", runs: 1 });
});

Deno.test("what is not understood is not guessed at", () => {
  for (
    const args of [
      ["stop"],
      ["start", "ladder"],
      ["--runs"],
      ["--runs", "0"],
      ["--runs", "1.5"],
      ["--runs", "many"],
      ["--fast"],
    ]
  ) assert.equal(readArguments(args), null, args.join(" "));
});
