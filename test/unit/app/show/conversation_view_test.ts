import assert from "node:assert/strict";
import { openView, type RenderingApp, showEvents } from "../../../../src/app/show/mod.ts";
import type { KnownEvent } from "../../../../src/core/conversation/mod.ts";
import { Printer } from "../../../../src/host/printer/mod.ts";
import type { Config } from "../../../../src/services/config/mod.ts";
import { FakeStream } from "../../host/printer/fake_stream.ts";

const LOOK = {
  hidden: false,
  inline_results: 10,
  results_file_link: "off",
  parameters: "json",
  error: { inline_results: null, results_file_link: null },
};
const CONFIG = {
  assistant: { name: null },
  user: { name: null },
  style: {
    sanitize: "strip",
    tool_call: { show: true },
    reasoning: { display: "full", background: 236 },
  },
  conversation: { tools: { "*": { run: "ask", style: LOOK } } },
} as unknown as Config;

const at = "2026-01-01T00:00:00.000Z";
const EVENTS: readonly KnownEvent[] = [
  { type: "turn_start", timestamp: at },
  { type: "chat_request", timestamp: at, content: "list\x1b[2J" },
  { type: "chat_response", timestamp: at, reasoning: "hm", model: "a/b" },
  { type: "chat_response", timestamp: at, message: "Let me ", interrupted: true, model: "a/b" },
  { type: "chat_response", timestamp: at, message: "look.", model: "a/b" },
  { type: "tool_call_request", timestamp: at, id: "1", name: "ls", arguments: {} },
  { type: "tool_call_response", timestamp: at, id: "1", content: "x\n", is_error: false },
  { type: "chat_response", timestamp: at, message: "One", interrupted: true, model: "a/b" },
  { type: "turn_end", timestamp: at, reason: "stopped" },
];

Deno.test("a transcript in plain text: who said what, tools, and where it was cut off", async () => {
  const stdout = new FakeStream(1);
  const stderr = new FakeStream(2);
  const style = { format: "text", color: false } as const;
  const printer = new Printer({
    stdout,
    stderr,
    out: style,
    err: style,
    size: () => ({ columns: 80, rows: 24 }),
    measure: () => 1,
    onGone: (channel, code) => assert.fail(`${channel} ${code}`),
  });
  const app = { printer } as unknown as RenderingApp;
  const view = await openView(app, CONFIG, {
    chrome: "out",
    reasoning: true,
    tools: true,
    transcript: true,
  });
  const nowhere = { find: () => Promise.resolve(null) };
  await showEvents(view, EVENTS, nowhere, () => Promise.resolve());
  await printer.flush(1000);
  assert.equal(stderr.text, "");
  assert.equal(
    stdout.text,
    "── you ──\nlist\n\n── a/b ──\nLet me look.\n\nCalling tool `ls`\n\n```\nx\n```\n\n" +
      "One\n[interrupted]\n",
  );
});
