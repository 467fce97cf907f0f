import assert from "node:assert/strict";
import {
  callMarkdown,
  fenced,
  resultMarkdown,
  runningText,
  type ToolLook,
  ToolView,
} from "../../../../src/app/show/mod.ts";
import type { Config } from "../../../../src/services/config/mod.ts";

const LOOK: ToolLook = { hidden: false, parameters: "json", results: 3, errors: 3 };
const CALL = { name: "fs_read", arguments: { path: "src/a.ts", lines: [1, 20] } };

Deno.test("a call is shown with its arguments, as configured", () => {
  assert.equal(
    callMarkdown(CALL, LOOK),
    "Calling tool `fs_read` with arguments:\n\n```json\n" +
      '{\n  "path": "src/a.ts",\n  "lines": [\n    1,\n    20\n  ]\n}\n```\n\n',
  );
  assert.equal(
    callMarkdown(CALL, { ...LOOK, parameters: "function_call" }),
    'Calling tool `fs_read(path: "src/a.ts", lines: [1,20])`\n\n',
  );
  assert.equal(callMarkdown(CALL, { ...LOOK, parameters: "off" }), "Calling tool `fs_read`\n\n");
  assert.equal(callMarkdown({ ...CALL, arguments: {} }, LOOK), "Calling tool `fs_read`\n\n");
  assert.equal(
    callMarkdown(CALL, { ...LOOK, parameters: "command" }, "src/a.ts:1-20\n"),
    "Calling tool `fs_read`\n\n```\nsrc/a.ts:1-20\n```\n\n",
  );
  assert.match(callMarkdown(CALL, { ...LOOK, parameters: "command" }), /```json/);
  assert.equal(callMarkdown(CALL, { ...LOOK, hidden: true }), "");
});

Deno.test("a name shows all of its characters, and a call stays inside its marks", () => {
  assert.equal(
    callMarkdown({ name: "fs`_\u202eread\u200b", arguments: {} }, LOOK),
    "Calling tool ``fs`_<U+202E>read<U+200B>``\n\n",
  );
  const escapes = callMarkdown({ name: "x", arguments: { a: "```\nnot code" } }, LOOK);
  assert.ok(escapes.includes("````json\n") && escapes.endsWith("\n````\n\n"), escapes);
  assert.equal(fenced("a\n`````\nb\n", "ts"), "``````ts\na\n`````\nb\n``````\n\n");
});

Deno.test("a result is bounded in lines and in the length of each, and says what is left out", () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
  const result = (content: string, look: Partial<ToolLook> = {}, is_error = false): string =>
    resultMarkdown({ content, is_error }, { ...LOOK, ...look });
  assert.equal(result(lines(3)), "```\nline 1\nline 2\nline 3\n```\n\n");
  assert.equal(result(lines(5)), "```\nline 1\nline 2\nline 3\n… (2 more lines)\n```\n\n");
  assert.equal(result(lines(4)).split("\n")[4], "… (1 more line)");
  assert.equal(result(lines(500), { results: "full" }).split("\n").length, 504);
  assert.equal(result(lines(5), { results: "off" }), "");
  assert.equal(result(lines(5), { hidden: true }), "");
  assert.equal(result(""), "");
  const long = result(`${"x".repeat(499)}😀${"y".repeat(100_000)}`);
  assert.ok(long.length < 600 && !/[\ud800-\udbff](?![\udc00-\udfff])/.test(long), long);
  assert.match(long, /100001 more characters/);
  assert.match(result('{"a":1}'), /^```json\n/);
  assert.match(result("diff --git a/x b/x\n-1\n+2\n"), /^```diff\n/);
});

Deno.test("an error says so, as far as it is shown", () => {
  const error = { content: "no such file\n", is_error: true };
  assert.equal(resultMarkdown(error, LOOK), "The tool failed:\n\n```\nno such file\n```\n\n");
  assert.equal(resultMarkdown(error, { ...LOOK, errors: "off" }), "The tool failed.\n\n");
  assert.equal(resultMarkdown(error, { ...LOOK, hidden: true }), "");
});

Deno.test("the tools that run are named once each", () => {
  assert.equal(runningText(["fs_read", "shell", "fs_read"]), "Running fs_read ×2, shell…");
});

Deno.test("an answer is named where the call above it is another", () => {
  const style = { hidden: false, inline_results: 3, parameters: "off", error: {} };
  const config = {
    style: { tool_call: { show: true } },
    conversation: { tools: { "*": { style } } },
  } as unknown as Config;
  const printed: string[] = [];
  const view = new ToolView(config, { markdown: (text) => printed.push(text) });
  const call = (id: string) => view.requested({ id, name: `tool_${id}`, arguments: {} });
  const answer = (id: string, is_error = false) =>
    view.answered({ id, content: `of ${id}`, is_error });
  call("a");
  answer("a");
  call("b");
  call("c");
  answer("b");
  answer("c", true);
  assert.deepEqual(printed.map((text) => text.split("\n")[0]), [
    "Calling tool `tool_a`",
    "```",
    "Calling tool `tool_b`",
    "Calling tool `tool_c`",
    "`tool_b` answered:",
    "`tool_c` failed:",
  ]);
});
