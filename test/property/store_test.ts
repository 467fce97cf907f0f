import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ConversationEvent,
  encodeEvent,
  encodeEvents,
  type Json,
  type JsonObject,
  type PromptMessage,
  readLog,
  repair,
  toPrompt,
  withoutDiscarded,
} from "../../src/core/conversation/mod.ts";

const text = fc.string({ unit: "binary", maxLength: 12 }).map((s) => s.toWellFormed());
// What a JSON text can say, so that writing and reading it is the identity.
const json = fc.jsonValue({ maxDepth: 2 }).map((value) =>
  JSON.parse(JSON.stringify(value)) as Json
);
const object: fc.Arbitrary<JsonObject> = fc.dictionary(fc.string({ maxLength: 5 }), json, {
  maxKeys: 3,
  noNullPrototype: true,
});
const callId = fc.constantFrom("", "0", "1", "0_2", "call");
const timestamp = fc.date({
  noInvalidDate: true,
  min: new Date(0),
  max: new Date("2100-01-01"),
}).map((date) => date.toISOString());

function record(model: Record<string, fc.Arbitrary<unknown>>, required: string[]) {
  return fc.record(model, {
    requiredKeys: ["type", "timestamp", ...required],
    noNullPrototype: true,
  }) as fc.Arbitrary<
    unknown
  > as fc.Arbitrary<ConversationEvent>;
}
const of = (type: string) => ({ type: fc.constant(type), timestamp });
const answerExtras = { interrupted: fc.boolean(), provider: object, model: text };

const event: fc.Arbitrary<ConversationEvent> = fc.oneof(
  record(of("turn_start"), []),
  record({ ...of("chat_request"), content: text, schema: object }, ["content"]),
  record({ ...of("chat_response"), message: text, ...answerExtras }, ["message"]),
  record({ ...of("chat_response"), reasoning: text, ...answerExtras }, ["reasoning"]),
  record({ ...of("chat_response"), data: json }, ["data"]),
  record({ ...of("tool_call_request"), id: callId, name: text, arguments: object }, [
    "id",
    "name",
    "arguments",
  ]),
  record({ ...of("tool_call_response"), id: callId, content: text, is_error: fc.boolean() }, [
    "id",
    "content",
    "is_error",
  ]),
  record({ ...of("config_delta"), delta: object }, ["delta"]),
  record({ ...of("discard"), events: fc.nat(4) }, ["events"]),
  record({ ...of("turn_end"), reason: fc.constantFrom("complete", "stopped", "aborted") }, [
    "reason",
  ]),
  record({ ...of("later_kind"), anything: json }, ["anything"]),
);
const log = fc.array(event, { maxLength: 12 });

/** How many whole events lie within the first `size` bytes; the last newline may be missing. */
function wholeEvents(events: readonly ConversationEvent[], size: number): number {
  let end = 0;
  let count = 0;
  for (const each of events) {
    end += new TextEncoder().encode(encodeEvent(each)).length;
    if (size < end - 1) break;
    count += 1;
  }
  return count;
}

Deno.test("writing and reading events is the identity", () => {
  fc.assert(fc.property(log, (events) => {
    const contents = readLog(encodeEvents(events));
    assert.deepEqual(contents.events, events);
    assert.equal(contents.torn, null);
    assert.deepEqual(contents.problems, []);
  }));
});

Deno.test("a log cut off or filled with zeros at any byte loses only what was cut", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 3 }), fc.nat(5), (events, zeros) => {
      const bytes = encodeEvents(events);
      for (let size = 0; size <= bytes.length; size++) {
        const cut = new Uint8Array(size + zeros);
        cut.set(bytes.subarray(0, size));
        const contents = readLog(cut);
        assert.deepEqual(contents.events, events.slice(0, wholeEvents(events, size)));
        assert.deepEqual(contents.problems, []);
        assert.equal(contents.validBytes + (contents.torn?.bytes.length ?? 0), cut.length);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("the part of a log that is in order reads the same alone, and can be added to", () => {
  fc.assert(
    fc.property(
      log,
      event,
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(),
      (events, next, junk, at) => {
        const bytes = encodeEvents(events);
        const place = bytes.length === 0 ? 0 : at % bytes.length;
        const spoiled = bytes.slice();
        spoiled.set(junk.subarray(0, bytes.length - place), place);
        const contents = readLog(spoiled);
        const kept = spoiled.slice(0, contents.validBytes);
        assert.deepEqual(readLog(kept).events, contents.events);
        assert.equal(readLog(kept).torn, null);
        const glue = contents.endsClean ? "" : "\n";
        const more = new TextEncoder().encode(glue + encodeEvent(next));
        const grown = readLog(new Uint8Array([...kept, ...more]));
        assert.deepEqual(grown.events, [...contents.events, next]);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("any log gives a prompt that a strict provider accepts", () => {
  fc.assert(
    fc.property(
      log,
      fc.constantFrom(undefined, "prefill", "instruction"),
      (events, continuation) => {
        const { messages, end } = toPrompt(events, continuation ? { continuation } : {});
        assertAcceptable(messages);
        if (end.kind === "request") assert.notEqual(messages.at(-1)?.role, "assistant");
        if (end.kind === "empty") assert.deepEqual(messages, []);
      },
    ),
    { numRuns: 2000 },
  );
});

Deno.test("a repair leaves every call with one result, and is lasting", () => {
  fc.assert(
    fc.property(log, (events) => {
      const first = repair(events);
      const calls = first.events.filter(({ type }) => type === "tool_call_request").length;
      const results = first.events.filter(({ type }) => type === "tool_call_response").length;
      assert.equal(calls, results);
      assert.deepEqual(repair(first.events).missing, []);
      assert.deepEqual(repair(first.events).dropped, []);
      assert.deepEqual(repair([...events, ...first.missing]).missing, []);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("what counts is a part of the log, in its order", () => {
  fc.assert(fc.property(log, (events) => {
    const counted = withoutDiscarded(events);
    let from = 0;
    for (const each of counted) {
      from = events.indexOf(each, from) + 1;
      assert.ok(from > 0);
      assert.notEqual(each.type, "discard");
    }
  }));
});

function assertAcceptable(messages: readonly PromptMessage[]): void {
  const ids = new Set<string>();
  messages.forEach((message, index) => {
    const before = messages[index - 1];
    switch (message.role) {
      case "user":
        assert.notEqual(before?.role, "user");
        assert.notEqual(message.text.trim(), "");
        break;
      case "assistant": {
        assert.ok(before !== undefined && before.role !== "assistant");
        assert.ok(message.parts.length > 0);
        assert.notEqual(message.parts.at(-1)?.kind, "reasoning");
        const calls = message.parts.filter((part) => part.kind === "tool_call");
        const after = messages[index + 1];
        assert.deepEqual(
          after?.role === "tool" ? after.results.map(({ id, name }) => [id, name]) : [],
          calls.map(({ id, name }) => [id, name]),
        );
        for (const part of message.parts) {
          if (part.kind === "text") assert.notEqual(part.text.trim(), "");
          if (part.kind === "reasoning") assert.ok(part.provider !== undefined);
          if (part.kind !== "tool_call") continue;
          assert.ok(part.id !== "" && !ids.has(part.id));
          ids.add(part.id);
        }
        break;
      }
      case "tool":
        assert.equal(before?.role, "assistant");
        break;
    }
  });
}
