import assert from "node:assert/strict";
import { jsonRecord } from "../../../../../src/app/commands/query/records.ts";
import type { KnownEvent } from "../../../../../src/core/conversation/mod.ts";

const timestamp = "2026-04-10T17:04:20.531Z";
const head = (type: string) => ({ timestamp: "2026-04-10 17:04:20.531000", type });

const RECORDS: readonly [event: KnownEvent, record: object][] = [
  [
    { type: "chat_request", timestamp, content: "hi", schema: { type: "object" } },
    { ...head("chat_request"), content: "hi", schema: { type: "object" }, metadata: {} },
  ],
  [
    { type: "chat_response", timestamp, message: "", interrupted: true, model: "m/x" },
    {
      ...head("chat_response"),
      message: "",
      metadata: { model: "m/x", interrupted: true },
    },
  ],
  [
    { type: "chat_response", timestamp, data: null },
    { ...head("chat_response"), data: null, metadata: {} },
  ],
  [
    // What only the provider wants back is nobody else's.
    { type: "chat_response", timestamp, reasoning: "hm", provider: { signature: "s" } },
    { ...head("chat_response"), reasoning: "hm", metadata: {} },
  ],
  [
    { type: "tool_call_request", timestamp, id: "c", name: "t", arguments: { a: 1 } },
    { ...head("tool_call_request"), id: "c", name: "t", arguments: { a: 1 }, metadata: {} },
  ],
  [
    { type: "tool_call_response", timestamp, id: "c", content: "x", is_error: false },
    { ...head("tool_call_response"), id: "c", content: "x", is_error: false, metadata: {} },
  ],
];
for (const [event, record] of RECORDS) {
  Deno.test(`the record of a ${event.type}: ${JSON.stringify(record)}`, () => {
    assert.deepEqual(jsonRecord(event), record);
  });
}

Deno.test("what is no part of what was said has no record", () => {
  assert.equal(jsonRecord({ type: "turn_start", timestamp }), null);
  assert.equal(jsonRecord({ type: "config_delta", timestamp, delta: {} }), null);
  assert.equal(jsonRecord({ type: "discard", timestamp, events: 1 }), null);
  assert.equal(jsonRecord({ type: "turn_end", timestamp, reason: "complete" }), null);
});

Deno.test("times of any precision have six places; what is no time stays what it is", () => {
  const time = (timestamp: string) => jsonRecord({ type: "chat_request", timestamp, content: "" });
  assert.equal(time("2026-04-10T17:04:20Z")?.["timestamp"], "2026-04-10 17:04:20.000000");
  assert.equal(time("2026-04-10T17:04:20.1234567Z")?.["timestamp"], "2026-04-10 17:04:20.123456");
  assert.equal(time("yesterday")?.["timestamp"], "yesterday");
});
