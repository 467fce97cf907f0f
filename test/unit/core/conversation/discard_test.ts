import assert from "node:assert/strict";
import { type ConversationEvent, withoutDiscarded } from "../../../../src/core/conversation/mod.ts";

const timestamp = "2026-04-10T17:04:20.531Z";
const start: ConversationEvent = { type: "turn_start", timestamp };
const ask = (content: string): ConversationEvent => ({ type: "chat_request", timestamp, content });
const say = (message: string): ConversationEvent => ({ type: "chat_response", timestamp, message });
const discard = (events: number): ConversationEvent => ({ type: "discard", timestamp, events });

Deno.test("a discard takes back so many events directly before it", () => {
  const log = [start, ask("a"), say("1"), say("2"), discard(2), say("3")];
  assert.deepEqual(withoutDiscarded(log), [start, ask("a"), say("3")]);
  assert.deepEqual(withoutDiscarded([ask("a"), discard(0)]), [ask("a")]);
});

Deno.test("a discard counts discards before it, and events already taken back", () => {
  const log = [start, ask("a"), say("1"), discard(1), say("2"), discard(3)];
  assert.deepEqual(withoutDiscarded(log), [start, ask("a")]);
});

Deno.test("a whole turn can be taken back, but never the one before it", () => {
  const log = [start, ask("a"), say("1"), start, ask("b"), say("2")];
  assert.deepEqual(withoutDiscarded([...log, discard(3)]), log.slice(0, 3));
  assert.deepEqual(withoutDiscarded([...log, discard(99)]), log.slice(0, 3));
});

Deno.test("a discard in an empty log is nothing", () => {
  assert.deepEqual(withoutDiscarded([discard(5)]), []);
});
