import assert from "node:assert/strict";
import {
  type ConversationEvent,
  encodeEvent,
  encodeEvents,
  parseLine,
  readLog,
} from "../../../../src/core/conversation/mod.ts";

const at = "2026-04-10T17:04:20.531Z";
const asked: ConversationEvent = { type: "chat_request", timestamp: at, content: "why\nis it?" };
const said: ConversationEvent = { type: "chat_response", timestamp: at, message: "weil „so“ 🙂" };
const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("an event is one line, and comes back as it was", () => {
  const line = encodeEvent(asked);
  assert.equal(line.indexOf("\n"), line.length - 1);
  assert.deepEqual(readLog(encodeEvents([asked, said])).events, [asked, said]);
});

Deno.test("an empty log is in order", () => {
  assert.deepEqual(readLog(bytes("")), {
    events: [],
    validBytes: 0,
    endsClean: true,
    torn: null,
    problems: [],
  });
});

Deno.test("a last line cut short is pointed at, and what stands before it is read", () => {
  const whole = encodeEvent(asked);
  const half = encodeEvent(said).slice(0, 20);
  const log = readLog(bytes(whole + half));
  assert.deepEqual(log.events, [asked]);
  assert.equal(log.validBytes, whole.length);
  assert.deepEqual(log.torn, { offset: whole.length, bytes: bytes(half) });
  assert.deepEqual(log.problems, []);
});

Deno.test("a whole last event counts without its newline", () => {
  const text = encodeEvent(asked) + encodeEvent(said).trimEnd();
  const log = readLog(bytes(text));
  assert.deepEqual(log.events, [asked, said]);
  assert.equal(log.torn, null);
  assert.equal(log.endsClean, false);
});

Deno.test("a tail of zeros is torn, also in the middle of an event and after a whole one", () => {
  const whole = encodeEvent(asked);
  for (const half of ["", "{", '{"type":"chat_resp']) {
    const log = readLog(bytes(whole + half + "\0".repeat(5000)));
    assert.deepEqual(log.events, [asked], half);
    assert.equal(log.validBytes, whole.length);
    assert.equal(log.torn?.bytes.length, half.length + 5000);
  }
  const unended = readLog(bytes(whole.trimEnd() + "\0\0\0"));
  assert.deepEqual(unended.events, [asked]);
  assert.equal(unended.validBytes, whole.length - 1);
});

Deno.test("an event written after zeros is read, and one before them", () => {
  const text = encodeEvent(asked) + "\0\0\0\0" + encodeEvent(said).trimEnd() + "\0\0\n" +
    encodeEvent(asked);
  const log = readLog(bytes(text));
  assert.deepEqual(log.events, [asked, said, asked]);
  assert.equal(log.torn, null);
});

Deno.test("garbage in the middle is reported by place and does not end the reading", () => {
  const first = encodeEvent(asked);
  const garbage = ["{oops", "[1]", '{"type":"x"}', '{"type":"chat_request","timestamp":"t"}', "7"];
  const log = readLog(bytes(first + garbage.join("\n") + "\n" + encodeEvent(said)));
  assert.deepEqual(log.events, [asked, said]);
  assert.deepEqual(
    log.problems.map(({ line, fault }) => [line, fault]),
    [
      [2, "not_json"],
      [3, "not_an_event"],
      [4, "not_an_event"],
      [5, "malformed"],
      [6, "not_an_event"],
    ],
  );
  assert.equal(log.problems[0]?.offset, first.length);
  assert.equal(log.problems[0]?.length, "{oops".length);
  assert.equal(log.validBytes, bytes(first + garbage.join("\n") + "\n" + encodeEvent(said)).length);
});

Deno.test("blank lines, carriage returns and a byte order mark are not garbage", () => {
  const text = "\ufeff" + encodeEvent(asked).replace("\n", "\r\n") + "\n  \n" + encodeEvent(said);
  const log = readLog(bytes(text));
  assert.deepEqual(log.events, [asked, said]);
  assert.deepEqual(log.problems, []);
});

Deno.test("bytes that are not UTF-8 do not stop the reading", () => {
  const spoiled = bytes(encodeEvent(said));
  spoiled[spoiled.indexOf(0xf0)] = 0xff;
  const log = readLog(new Uint8Array([...spoiled, 0xff, 0xfe, 0x0a, ...bytes(encodeEvent(asked))]));
  assert.equal(log.events.length, 2);
  assert.deepEqual(log.events[1], asked);
  assert.deepEqual(log.problems.map(({ line, fault }) => [line, fault]), [[2, "not_json"]]);
});

Deno.test("an unknown event, and an unknown member of a known one, are kept as they are", () => {
  const later = {
    type: "compaction",
    timestamp: at,
    from_turn: 1,
    summary: { z: [1, null], a: "x" },
  };
  const known = { ...asked, author: "jo" } as ConversationEvent;
  const lines = JSON.stringify(later) + "\n" + JSON.stringify(known) + "\n";
  const { events } = readLog(bytes(lines));
  assert.equal(new TextDecoder().decode(encodeEvents(events)), lines);
});

Deno.test("known events with members of the wrong kind are problems", () => {
  const base = { timestamp: at };
  const wrong = [
    { type: "chat_request", content: 1 },
    { type: "chat_request", content: "x", schema: [] },
    { type: "chat_response" },
    { type: "chat_response", message: "a", reasoning: "b" },
    { type: "chat_response", message: 1 },
    { type: "chat_response", message: "a", interrupted: "yes" },
    { type: "tool_call_request", id: "1", name: "x", arguments: "{}" },
    { type: "tool_call_response", id: "1", content: "x" },
    { type: "config_delta", delta: null },
    { type: "discard", events: -1 },
    { type: "discard", events: 1.5 },
    { type: "turn_end", reason: "bored" },
  ];
  for (const event of wrong) {
    assert.deepEqual(
      parseLine(JSON.stringify({ ...event, ...base })),
      { kind: "problem", fault: "malformed" },
      JSON.stringify(event),
    );
  }
  assert.equal(
    parseLine(JSON.stringify({ type: "chat_response", data: null, ...base })).kind,
    "event",
  );
});

Deno.test("a log larger than what is decoded at once reads the same, problems in place", () => {
  const long: ConversationEvent = { ...asked, content: "ü".repeat(700_000) };
  const one = encodeEvent(long);
  const log = readLog(bytes(one.repeat(4) + "garbage\n" + one.repeat(4) + "more\n" + one));
  const size = bytes(one).length;
  assert.equal(log.events.length, 9);
  assert.deepEqual(log.problems, [
    { line: 5, offset: 4 * size, length: 7, fault: "not_json" },
    { line: 10, offset: 8 * size + 8, length: 4, fault: "not_json" },
  ]);
  assert.deepEqual(log.events.at(-1), long);
});
