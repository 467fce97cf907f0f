import assert from "node:assert/strict";
import fc from "fast-check";
import { previewLines } from "../../../../src/app/tool_calls/mod.ts";
import type { Preview } from "../../../../src/services/tools/mod.ts";

async function lines(preview: Preview, args = {}): Promise<string[]> {
  return (await previewLines("tool", args, preview)).map((line) =>
    line.map(({ text }) => text).join("")
  );
}

const change = (before: string | null, after: string): Preview => ({
  kind: "change",
  path: "f",
  before,
  after,
});

Deno.test("a call with its arguments, a command line with its place", async () => {
  assert.deepEqual(await lines({ kind: "arguments" }, { a: "b" }), [
    "tool",
    "{",
    '  "a": "b"',
    "}",
  ]);
  assert.deepEqual(await lines({ kind: "arguments" }), ["tool"]);
  assert.deepEqual(await lines({ kind: "command", line: "a\nb", cwd: "/w" }), [
    "$ a",
    "> b",
    "  in /w",
  ]);
});

Deno.test("a change as a diff with three lines around it, in colours", async () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  const preview = change(before, before.replace("5", "five"));
  assert.deepEqual(await lines(preview), [
    "f",
    "@@ -2,7 +2,7 @@",
    " 2",
    " 3",
    " 4",
    "-5",
    "+five",
    " 6",
    " 7",
    " 8",
  ]);
  const styles = (await previewLines("tool", {}, preview)).map(([span]) => span?.style);
  assert.deepEqual(styles.slice(5, 7), ["31", "32"]);
});

Deno.test("a new file, an emptied one, one without a last line end, one that stays", async () => {
  assert.deepEqual(await lines(change(null, "a\nb")), [
    "f (new file)",
    "+a",
    "+b",
    "\\ No newline at end of file",
  ]);
  assert.deepEqual(await lines(change(null, "")), ["f (new file)"]);
  assert.deepEqual((await lines(change("a\n", ""))).slice(2), ["-a"]);
  assert.deepEqual((await lines(change("a", "a\n"))).slice(2), [
    "-a",
    "\\ No newline at end of file",
    "+a",
  ]);
  assert.deepEqual(await lines(change("a\n", "a\n")), ["f", "  (no change)"]);
});

Deno.test("two large files with nothing in common are shown whole, soon", async () => {
  const file = (word: string) => Array.from({ length: 4000 }, (_, n) => `${word}${n}\n`).join("");
  const shown = await lines(change(file("a"), file("b")));
  assert.equal(shown.length, 8001);
});

Deno.test("a very long line is shown in pieces", async () => {
  const shown = await lines(change(null, `${"x".repeat(1000)}\n`));
  assert.equal(shown.length, 4);
  assert.equal(shown.slice(1).map((line) => line.slice(1)).join(""), "x".repeat(1000));
});

Deno.test("whatever the texts, no line holds a character that draws, and nothing is lost", async () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "\n", "\t", "\r", "\x1b", "\x9b", "\u202e"),
  });
  await fc.assert(fc.asyncProperty(text, fc.option(text), async (after, before) => {
    for (
      const preview of [
        change(before, after),
        { kind: "command", line: after, cwd: after },
        { kind: "arguments" },
      ] as const
    ) {
      for (const line of await lines(preview, { after })) {
        // deno-lint-ignore no-control-regex -- they are what must not be there
        assert.doesNotMatch(line, /[\x00-\x08\x0a-\x1f\x7f-\x9f\u202e]/);
      }
    }
    if (before !== null && before !== after) {
      assert.ok((await lines(change(before, after))).some((line) => /^[-+]/.test(line)));
    }
  }));
});
