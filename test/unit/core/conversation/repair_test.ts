import assert from "node:assert/strict";
import {
  type ConversationEvent,
  INTERRUPTED_RESULT,
  repair,
} from "../../../../src/core/conversation/mod.ts";

const timestamp = "2026-04-10T17:04:20.531Z";
const start: ConversationEvent = { type: "turn_start", timestamp };
const stopped: ConversationEvent = { type: "turn_end", timestamp, reason: "stopped" };
const ask = (content: string): ConversationEvent => ({ type: "chat_request", timestamp, content });
const say = (message: string): ConversationEvent => ({ type: "chat_response", timestamp, message });
const call = (id: string, name = "t"): ConversationEvent => ({
  type: "tool_call_request",
  timestamp,
  id,
  name,
  arguments: {},
});
const result = (id: string, content = "done", is_error = false): ConversationEvent => ({
  type: "tool_call_response",
  timestamp,
  id,
  content,
  is_error,
});
const interrupted = (id: string) => result(id, INTERRUPTED_RESULT, true);

Deno.test("a conversation in order is left alone", () => {
  const log = [start, ask("a"), say("x"), call("1"), call("2"), result("1"), result("2"), say("y")];
  assert.deepEqual(repair(log), { events: log, missing: [], dropped: [] });
});

Deno.test("what a model answered for a tool keeps its place, and parts no call from its batch", () => {
  const asked: ConversationEvent = {
    type: "inquiry_request",
    timestamp,
    id: "1.q",
    question: "Sure?",
  };
  const told: ConversationEvent = { type: "inquiry_response", timestamp, id: "1.q", answer: true };
  const log = [start, ask("a"), call("1"), call("2"), asked, told, result("2"), result("1")];
  assert.deepEqual(repair(log), {
    events: [start, ask("a"), call("1"), call("2"), asked, told, result("1"), result("2")],
    missing: [],
    dropped: [],
  });
});

Deno.test("each call without a result gets one, after its batch; results that came are kept", () => {
  const log = [
    start,
    ask("a"),
    call("1"),
    call("2"),
    call("3"),
    result("2"),
    stopped,
    start,
    ask("b"),
  ];
  const { events, missing } = repair(log);
  assert.deepEqual(events, [
    ...log.slice(0, 5),
    interrupted("1"),
    result("2"),
    interrupted("3"),
    ...log.slice(6),
  ]);
  assert.deepEqual(missing, [interrupted("1"), interrupted("3")]);
});

Deno.test("results appended later go where they belong, and the repair is lasting", () => {
  const log = [start, ask("a"), call("1"), call("2"), start, ask("b"), say("ok")];
  const first = repair(log);
  const again = repair([...log, ...first.missing]);
  assert.deepEqual(again, { events: first.events, missing: [], dropped: [] });
});

Deno.test("ids used again: a result belongs to the latest batch with an open call", () => {
  const log = [start, ask("a"), call("0"), start, ask("b"), call("0"), result("0", "second")];
  assert.deepEqual(repair(log).events, [
    ...log.slice(0, 3),
    interrupted("0"),
    ...log.slice(3),
  ]);
});

Deno.test("ids used twice in one batch are answered in order", () => {
  const log = [ask("a"), call("0"), call("0"), result("0", "first"), result("0", "second")];
  assert.deepEqual(repair(log).events, log);
  const half = repair([...log.slice(0, 3), result("0", "first")]);
  assert.deepEqual(half.events, [...log.slice(0, 3), result("0", "first"), interrupted("0")]);
});

Deno.test("a second result for the same call and one nobody asked for are dropped", () => {
  const log = [ask("a"), result("9"), call("1"), result("1"), result("1", "again"), say("x")];
  const { events, dropped } = repair(log);
  assert.deepEqual(events, [ask("a"), call("1"), result("1"), say("x")]);
  assert.deepEqual(dropped, [result("9"), result("1", "again")]);
});

Deno.test("answers before the first request are dropped, settings stay", () => {
  const delta: ConversationEvent = { type: "config_delta", timestamp, delta: { a: 1 } };
  const log = [delta, say("x"), call("1"), result("1"), start, ask("a")];
  assert.deepEqual(repair(log).events, [delta, start, ask("a")]);
});

Deno.test("empty turns at the end are trimmed", () => {
  assert.deepEqual(repair([start, ask("a"), say("x"), start, start]).events, [
    start,
    ask("a"),
    say("x"),
  ]);
});

Deno.test("a discarded call needs no result", () => {
  const log = [start, ask("a"), call("1"), { type: "discard", timestamp, events: 1 }];
  assert.deepEqual(repair(log), { events: [start, ask("a")], missing: [], dropped: [] });
});

Deno.test("unknown events and settings inside a batch do not part it", () => {
  const unknown: ConversationEvent = { type: "note", timestamp };
  const log = [ask("a"), call("1"), unknown, call("2"), result("1"), result("2")];
  assert.deepEqual(repair(log).events, log);
});
