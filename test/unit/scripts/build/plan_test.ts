import assert from "node:assert/strict";
import { hostTarget, readPlan } from "../../../../scripts/build.ts";
import { denoFailure } from "../../../../scripts/build/compile.ts";

Deno.test("without arguments this machine's binary is built, and nothing else", () => {
  assert.deepEqual(readPlan([]), { targets: [hostTarget()], runtime: "bun", archive: false });
});

Deno.test("--all is every target with its archive", () => {
  assert.deepEqual(readPlan(["--all"]), {
    targets: [
      "linux-x64",
      "linux-arm64",
      "linux-x64-musl",
      "darwin-x64",
      "darwin-arm64",
      "windows-x64",
    ],
    runtime: "bun",
    archive: true,
  });
});

Deno.test("--all with Deno leaves out what Deno has no base binary for", () => {
  const plan = readPlan(["--runtime", "deno", "--all"]);
  assert.ok(typeof plan !== "string" && !plan.targets.includes("linux-x64-musl"));
});

for (
  const args of [
    ["--target"],
    ["--target", "plan9-x64"],
    ["--target", "toString"],
    ["--all", "--target", "linux-x64"],
    ["--runtime", "node"],
    ["dist"],
  ]
) {
  Deno.test(`${args.join(" ")} is refused with the usage`, () => {
    assert.match(String(readPlan(args)), /usage: deno task build/);
  });
}

Deno.test("a base binary that cannot be had is said plainly, with what to do", () => {
  const said = denoFailure("linux-x64", "", "error sending request: dns error: no such name");
  assert.match(said, /denort, which cannot be downloaded here/);
  assert.match(said, /Set DENORT_BIN .* or build with --runtime bun/);
  assert.doesNotMatch(said, /dns error/);
  assert.match(denoFailure("linux-x64", "", "error: Uncaught SyntaxError"), /SyntaxError/);
});
