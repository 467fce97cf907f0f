import assert from "node:assert/strict";
import {
  type ChatResponse,
  CONTINUE_INSTRUCTION,
  type ConversationEvent,
  INTERRUPTED_RESULT,
  toPrompt,
} from "../../../../src/core/conversation/mod.ts";

const timestamp = "2026-04-10T17:04:20.531Z";
const start: ConversationEvent = { type: "turn_start", timestamp };
const ask = (content: string): ConversationEvent => ({ type: "chat_request", timestamp, content });
const say = (message: string, more: Partial<ChatResponse> = {}): ConversationEvent => ({
  type: "chat_response",
  timestamp,
  message,
  ...more,
});
const think = (reasoning: string, more: Partial<ChatResponse> = {}): ConversationEvent => ({
  type: "chat_response",
  timestamp,
  reasoning,
  ...more,
});
const call = (id: string, name = "t"): ConversationEvent => ({
  type: "tool_call_request",
  timestamp,
  id,
  name,
  arguments: { id },
});
const result = (id: string, content = "done"): ConversationEvent => ({
  type: "tool_call_response",
  timestamp,
  id,
  content,
  is_error: false,
});
const user = (text: string) => ({ role: "user", text });
const text = (text: string) => ({ kind: "text", text });
const assistant = (...parts: unknown[]) => ({ role: "assistant", parts });
const signed = { provider: { anthropic: { signature: "abc" } } };

Deno.test("a plain exchange", () => {
  assert.deepEqual(toPrompt([start, ask("a"), say("x"), start, ask("b")]), {
    messages: [user("a"), assistant(text("x")), user("b")],
    end: { kind: "request" },
  });
  assert.deepEqual(toPrompt([]), { messages: [], end: { kind: "empty" } });
  assert.deepEqual(toPrompt([ask("a"), say("x")]).end, { kind: "answered" });
});

Deno.test("calls and results are paired by message", () => {
  const { messages, end } = toPrompt([
    ask("a"),
    say("let me see"),
    call("1", "ls"),
    call("2", "cat"),
    result("2", "text"),
    result("1", "list"),
    say("so"),
    call("3", "ls"),
    result("3"),
  ]);
  const toolCall = (id: string, name: string) => ({
    kind: "tool_call",
    id,
    name,
    arguments: { id },
  });
  assert.deepEqual(messages, [
    user("a"),
    assistant(text("let me see"), toolCall("1", "ls"), toolCall("2", "cat")),
    {
      role: "tool",
      results: [
        { id: "1", name: "ls", content: "list", isError: false },
        { id: "2", name: "cat", content: "text", isError: false },
      ],
    },
    assistant(text("so"), toolCall("3", "ls")),
    { role: "tool", results: [{ id: "3", name: "ls", content: "done", isError: false }] },
  ]);
  assert.deepEqual(end, { kind: "request" });
});

Deno.test("a call that was never answered has an interrupted result", () => {
  const { messages } = toPrompt([ask("a"), call("1"), start, ask("b")]);
  assert.deepEqual(messages[2], {
    role: "tool",
    results: [{ id: "1", name: "t", content: INTERRUPTED_RESULT, isError: true }],
  });
  assert.deepEqual(messages[3], user("b"));
});

Deno.test("call ids used again are told apart in call and result", () => {
  const { messages } = toPrompt([
    ask("a"),
    call("0"),
    result("0", "one"),
    call("0"),
    call("0_2"),
    result("0", "two"),
    result("0_2", "three"),
    call(""),
    result("", "four"),
  ]);
  const ids = messages.flatMap((m) =>
    m.role === "assistant"
      ? m.parts.flatMap((p) => p.kind === "tool_call" ? [p.id] : [])
      : m.role === "tool"
      ? m.results.map((r) => `${r.id}=${r.content}`)
      : []
  );
  assert.deepEqual(ids, [
    "0",
    "0=one",
    "0_2",
    "0_2_2",
    "0_2=two",
    "0_2_2=three",
    "call",
    "call=four",
  ]);
});

Deno.test("reasoning is replayed only when the provider closed it", () => {
  const parts = (...events: ConversationEvent[]) => toPrompt([ask("a"), ...events]).messages[1];
  assert.deepEqual(
    parts(think("hm", signed), say("x")),
    assistant({ kind: "reasoning", text: "hm", ...signed }, text("x")),
  );
  assert.deepEqual(parts(think("hm"), say("x")), assistant(text("x")));
  assert.deepEqual(
    parts(think("hm", { ...signed, interrupted: true }), say("x")),
    assistant(text("x")),
  );
});

Deno.test("reasoning that leads to nothing is not sent", () => {
  const { messages, end } = toPrompt([ask("a"), think("hm", signed)]);
  assert.deepEqual(messages, [user("a")]);
  assert.deepEqual(end, { kind: "request" });
});

Deno.test("reasoning and text data of another provider are not shown to this one", () => {
  const log = [
    ask("a"),
    think("hm", { ...signed, model: "anthropic/claude" }),
    say("x", { ...signed, model: "anthropic/claude" }),
  ];
  assert.deepEqual(toPrompt(log, { model: "openai/gpt" }).messages[1], assistant(text("x")));
  assert.deepEqual(
    toPrompt(log, { model: "anthropic/other" }).messages[1],
    assistant({ kind: "reasoning", text: "hm", ...signed }, { ...text("x"), ...signed }),
  );
});

Deno.test("cut-off text is replayed as text, before a reply too", () => {
  const { messages } = toPrompt([
    ask("a"),
    say("half a sen", { interrupted: true }),
    ask("shorter"),
  ]);
  assert.deepEqual(messages, [user("a"), assistant(text("half a sen")), user("shorter")]);
});

Deno.test("text after a cut-off text goes on where it stopped; whole texts stay apart", () => {
  const { messages } = toPrompt([
    ask("a"),
    say("half a sen", { interrupted: true }),
    say("tence."),
    say("Next."),
  ]);
  assert.deepEqual(messages[1], assistant(text("half a sentence."), text("Next.")));
});

Deno.test("a request nobody answered is merged with the next", () => {
  assert.deepEqual(toPrompt([ask("a"), start, ask("b")]).messages, [user("a\n\nb")]);
});

Deno.test("white space alone is not sent, by either side", () => {
  assert.deepEqual(toPrompt([ask("a"), say(" \n"), ask(" "), ask("b")]).messages, [user("a\n\nb")]);
  assert.deepEqual(toPrompt([ask(" "), call("1"), result("1"), ask("b")]).messages, [user("b")]);
});

Deno.test("structured data is sent as its text", () => {
  const log: ConversationEvent[] = [ask("a"), {
    type: "chat_response",
    timestamp,
    data: { n: [1] },
  }];
  assert.deepEqual(toPrompt(log).messages[1], assistant(text('{"n":[1]}')));
});

Deno.test("a partial answer is continued by prefill or by an instruction, as asked", () => {
  const log = [ask("a"), think("hm", signed), say("half \n", { interrupted: true })];
  const reasoning = { kind: "reasoning", text: "hm", ...signed };
  assert.deepEqual(toPrompt(log).end, { kind: "partial", text: "half \n" });
  assert.deepEqual(toPrompt(log).messages, [user("a"), assistant(reasoning, text("half \n"))]);
  assert.deepEqual(toPrompt(log, { continuation: "prefill" }).messages, [
    user("a"),
    assistant(reasoning, text("half")),
  ]);
  assert.deepEqual(toPrompt(log, { continuation: "instruction" }).messages, [
    user("a"),
    assistant(reasoning, text("half \n")),
    user(CONTINUE_INSTRUCTION),
  ]);
});

Deno.test("with nothing to go on from, continuing is asking again", () => {
  const cut = { interrupted: true };
  for (const log of [[ask("a")], [ask("a"), think("hm", cut)], [ask("a"), say("", cut)]]) {
    const prompt = toPrompt(log, { continuation: "instruction" });
    assert.deepEqual(prompt, { messages: [user("a")], end: { kind: "request" } });
  }
});

Deno.test("an answer cut off while reasoning again goes on from its last text", () => {
  const log = [ask("a"), say("first"), think("hm", { interrupted: true })];
  assert.deepEqual(toPrompt(log).end, { kind: "partial", text: "first" });
  const later = toPrompt([...log, say("second")]);
  assert.deepEqual(later.messages[1], assistant(text("first"), text("second")));
});

Deno.test("an aborted answer is not sent, its request is", () => {
  const log = [start, ask("a"), say("x"), { type: "discard", timestamp, events: 1 } as const];
  assert.deepEqual(toPrompt(log).messages, [user("a")]);
});
