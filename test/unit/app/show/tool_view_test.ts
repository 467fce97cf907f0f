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

const LOOK: ToolLook = {
  hidden: false,
  parameters: "json",
  results: 3,
  errors: 3,
  links: { results: "osc8", errors: "full" },
};
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
    callMarkdown(CALL, { ...LOOK, parameters: "command" }, {
      kind: "formatted",
      text: "src/a.ts:1-20\n",
    }),
    "Calling tool `fs_read`:\n\n```\nsrc/a.ts:1-20\n```\n\n",
  );
  assert.equal(callMarkdown(CALL, LOOK, { kind: "later" }), "Calling tool `fs_read`\n\n");
  assert.match(callMarkdown(CALL, LOOK, { kind: "edited" }), /^Calling .* with edited arguments:/);
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
  const view = new ToolView(config, {
    visible: true,
    hyperlinks: true,
    markdown: (text) => printed.push(text),
  });
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

Deno.test("a call that did not end by the tool's doing does not say that it failed", () => {
  const said = (
    ended: "skipped" | "withheld" | "cancelled",
    name: string | null,
    content: string,
  ) => resultMarkdown({ content, is_error: true, ended }, LOOK, name);
  assert.equal(
    said("skipped", null, "By the user: `no`"),
    "The tool was skipped: `` By the user: `no` ``\n\n",
  );
  assert.equal(said("withheld", "a", "Kept."), "The result of `a` was withheld: `Kept.`\n\n");
  assert.equal(said("cancelled", "a", "one\ntwo"), "`a` was cancelled:\n\n```\none\ntwo\n```\n\n");
  assert.equal(said("skipped", null, " "), "The tool was skipped.\n\n");
});

/** A view with these settings for every tool, and what it prints. */
function viewOf(style: object, output: { visible?: boolean; hyperlinks?: boolean } = {}) {
  const base = {
    hidden: false,
    inline_results: 3,
    results_file_link: "osc8",
    parameters: "json",
    error: { inline_results: null, results_file_link: null },
  };
  const config = {
    style: { tool_call: { show: true } },
    conversation: { tools: { "*": { run: "ask", style: { ...base, ...style } } } },
  } as unknown as Config;
  const printed: string[] = [];
  const view = new ToolView(config, {
    visible: true,
    hyperlinks: true,
    ...output,
    markdown: (text) => printed.push(text),
  });
  return { view, printed };
}

Deno.test("what is cut is linked as configured, what is shown as a whole is not", () => {
  const event = { type: "tool_call_response", timestamp: "", id: "1" } as const;
  const long = { ...event, content: "1\n2\n3\n4\n", is_error: false };
  const short = { ...long, content: "1\n2\n3\n\n" };
  const { view, printed } = viewOf({ error: { inline_results: 1, results_file_link: "full" } });
  assert.equal(view.linkFor(long), "osc8");
  assert.equal(view.linkFor(short), null);
  assert.equal(view.linkFor({ ...long, content: "x".repeat(501) }), "osc8");
  assert.equal(view.linkFor({ ...short, is_error: true }), "full");
  assert.equal(view.linkFor({ ...short, is_error: true, ended: "skipped" }), null);
  assert.equal(viewOf({}, { hyperlinks: false }).view.linkFor(long), null);
  assert.equal(viewOf({}, { visible: false }).view.linkFor(long), null);
  assert.equal(viewOf({ results_file_link: "off" }).view.linkFor(long), null);
  assert.equal(viewOf({ inline_results: "off" }).view.linkFor(long), null);
  assert.equal(viewOf({ hidden: true }).view.linkFor(long), null);
  view.answered(long, { link: "osc8", path: "/a b/<ü>.txt" });
  view.answered(long, { link: "full", path: "/a b/`.txt" });
  assert.match(
    printed[0] ?? "",
    /```\n\n\[The whole of it\]\(<file:\/\/\/a%20b\/%3C%C3%BC%3E\.txt>\)\n\n$/,
  );
  assert.match(printed[1] ?? "", /\n\nThe whole of it: ``\/a b\/`\.txt``\n\n$/);
});

Deno.test("only what stands there as a whole, and as what it is, was seen", () => {
  const size = { columns: 80, rows: 24 };
  const seen = (args: object, style = {}, how: Parameters<ToolView["requested"]>[1] = null) => {
    const { view } = viewOf(style);
    view.requested({ id: "1", name: "x", arguments: args as never }, how);
    return view.seen("1", size) === "all";
  };
  assert.equal(seen({}), true);
  assert.equal(seen({ a: 1, b: "two" }), true);
  assert.equal(seen({ a: "漢字 é" }), true);
  assert.equal(seen({ a: "\u202e" }), false, "a character that reorders");
  assert.equal(seen({ a: "\u200b" }), false, "one that is not seen");
  assert.equal(seen({ a: "\u009b2J" }), false);
  assert.equal(seen({ a: "x".repeat(600) }), false, "cut");
  assert.equal(seen({ a: Array(30).fill(1) }), false, "more than fits beside a question");
  assert.equal(seen({ a: "x".repeat(480), b: "x".repeat(480), c: "x".repeat(480) }), false);
  assert.equal(seen({ a: 1 }, { parameters: "off" }), false);
  assert.equal(seen({ a: 1 }, { parameters: "function_call" }), false);
  assert.equal(seen({ a: 1 }, { hidden: true }), false);
  assert.equal(seen({ a: 1 }, {}, { kind: "formatted", text: "harmless" }), false);
  assert.equal(seen({ a: 1 }, {}, { kind: "later" }), false);
  const { view } = viewOf({});
  view.requested({ id: "1", name: "x", arguments: {} });
  view.requested({ id: "2", name: "x", arguments: {} });
  assert.deepEqual([view.seen("1", size), view.seen("2", size)], [undefined, "all"]);
  view.answered({ id: "1", content: "", is_error: false });
  assert.equal(view.seen("2", size), undefined, "something else was shown since");
});
