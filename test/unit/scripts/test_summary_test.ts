import assert from "node:assert/strict";
import { steps } from "../../../scripts/check.ts";
import { jobs, testArguments } from "../../../scripts/test.ts";
import { readCounts, showCounts } from "../../../scripts/test_summary.ts";

Deno.test("the counts are those of the closing line", () => {
  const cases: [string, string | null][] = [
    ["ok | 3 passed | 0 failed (12ms)\n", "3 passed, 0 failed"],
    ["FAILED | 3 passed | 1 failed (1m2s)\n", "3 passed, 1 failed"],
    ["ok | 3 passed (4 steps) | 0 failed | 2 ignored (1s)\n", "3 passed, 0 failed, 2 skipped"],
    [
      "FAILED | 1 passed (1 step) | 2 failed (3 steps) | 1 ignored\n",
      "1 passed, 2 failed, 1 skipped",
    ],
    ["ok | 0 passed | 0 failed | 9 filtered out (1ms)\n", "0 passed, 0 failed"],
    [
      "\x1b[0m\x1b[32mok\x1b[0m | 5 passed | 0 failed \x1b[0m\x1b[38;5;245m(1s)\x1b[0m\n",
      "5 passed, 0 failed",
    ],
    [
      "ok | 9 passed | 0 failed (1ms)\n…\nFAILED | 1 passed | 1 failed (1ms)\n",
      "1 passed, 1 failed",
    ],
    ["a test ... ok (1ms)\n", null],
    ["he said ok | 9 passed | 0 failed\n", null],
  ];
  for (const [output, expected] of cases) {
    const counts = readCounts(output);
    assert.equal(counts && showCounts(counts), expected, output);
  }
});

Deno.test("a real run is counted as deno counts it", async () => {
  const directory = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${directory}/a_test.ts`,
      `Deno.test("a", () => {}); Deno.test("b", () => { throw new Error("x"); });
       Deno.test.ignore("c", () => {}); Deno.test("d", async (t) => { await t.step("e", () => {}); });`,
    );
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--no-config", directory],
    }).output();
    assert.deepEqual(readCounts(new TextDecoder().decode(stdout)), {
      passed: 2,
      failed: 1,
      skipped: 1,
    });
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("arguments are paths, options or a part of a name", () => {
  const isPath = (arg: string) => arg.startsWith("test/");
  const cases: [string[], string[]][] = [
    [[], ["test/"]],
    [["test/pty"], ["test/pty"]],
    [["Ctrl-C"], ["--filter=Ctrl-C", "test/"]],
    [["Ctrl-C", "twice", "test/pty"], ["--filter=Ctrl-C twice", "test/pty"]],
    [["--fail-fast"], ["--fail-fast", "test/"]],
    [["--filter", "x", "test/pty"], ["--filter", "x", "test/pty"]],
  ];
  for (const [given, expected] of cases) assert.deepEqual(testArguments(given, isPath), expected);
});

Deno.test("the check looks at everything that is there", () => {
  const names = (exists: (path: string) => boolean) => steps(exists).map(({ name }) => name);
  assert.deepEqual(names(() => true), ["format", "lint", "types", "docs", "layers"]);
  assert.deepEqual(names((path) => path !== "mod.ts"), ["format", "lint", "types", "layers"]);
  const types = steps((path) => path !== "mod.ts").find(({ name }) => name === "types");
  assert.deepEqual(types?.args.slice(2), ["src", "test", "scripts"]);
});

Deno.test("more files run side by side than there are processors", () => {
  assert.deepEqual([1, 2, 8].map(jobs), ["2", "3", "12"]);
});
