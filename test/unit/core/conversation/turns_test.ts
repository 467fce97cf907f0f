import assert from "node:assert/strict";
import {
  type ConversationEvent,
  selectTurns,
  splitTurns,
  unansweredRequest,
} from "../../../../src/core/conversation/mod.ts";

const stamp = (hour: number) => `2026-04-10T${String(hour).padStart(2, "0")}:00:00.000Z`;
const turn = (hour: number, words: string): ConversationEvent[] => [
  { type: "turn_start", timestamp: stamp(hour) },
  { type: "config_delta", timestamp: stamp(hour), delta: { hour } },
  { type: "chat_request", timestamp: stamp(hour), content: words },
  { type: "chat_response", timestamp: stamp(hour), message: `re: ${words}` },
  { type: "turn_end", timestamp: stamp(hour), reason: "complete" },
];
const one = turn(1, "one");
const two = turn(2, "two");
const three = turn(3, "three");
const log = [...one, ...two, ...three];
const delta = (hour: number) =>
  log.find((e) => e.type === "config_delta" && e.timestamp === stamp(hour));

Deno.test("a log is cut at its turns", () => {
  const { before, turns } = splitTurns(log);
  assert.deepEqual(before, []);
  assert.deepEqual(
    turns.map(({ number, request, end }) => [number, request?.content, end?.reason]),
    [
      [1, "one", "complete"],
      [2, "two", "complete"],
      [3, "three", "complete"],
    ],
  );
});

Deno.test("empty turns are none; a log without turn_start still has its turn", () => {
  const bare = one.slice(1);
  assert.equal(splitTurns([{ type: "turn_start", timestamp: stamp(0) }, ...one]).turns.length, 1);
  assert.deepEqual(splitTurns(bare).before, bare.slice(0, 1));
  assert.deepEqual(splitTurns(bare).turns[0]?.events, bare.slice(1));
});

Deno.test("the last turns bring the settings of those before them along", () => {
  assert.deepEqual(selectTurns(log, { last: 1 }), [delta(1), delta(2), ...three]);
  assert.deepEqual(selectTurns(log, { last: 0 }), [delta(1), delta(2), delta(3)]);
});

Deno.test("the first turns leave later settings behind", () => {
  assert.deepEqual(selectTurns(log, { first: 1 }), one);
  assert.deepEqual(selectTurns(log, {}), log);
});

Deno.test("turns are picked by when they began", () => {
  assert.deepEqual(selectTurns(log, { from: stamp(2), until: stamp(3) }), [delta(1), ...two]);
  assert.deepEqual(selectTurns(log, { until: stamp(3), last: 1 }), [delta(1), ...two]);
});

Deno.test("the unanswered request is the last one, if nothing was said to it", () => {
  assert.equal(unansweredRequest(log), null);
  assert.equal(unansweredRequest([...one, ...two.slice(0, 3)])?.content, "two");
  assert.equal(unansweredRequest([...one, ...two.slice(0, 3), two[4]!])?.content, "two");
  const aborted = [
    ...two.slice(0, 4),
    { type: "discard", timestamp: stamp(2), events: 1 } as const,
  ];
  assert.equal(unansweredRequest(aborted)?.content, "two");
});
