import assert from "node:assert/strict";
import fc from "fast-check";
import { decode, describeKey, flush, startDecoder } from "../../src/core/keys/mod.ts";
import { decodeUtf8, endUtf8, NO_CARRY } from "../../src/core/keys/utf8.ts";
import { bytesOf, decoderFor, feedAll } from "../unit/core/keys/feed.ts";
import { ALL_LINES } from "../unit/core/keys/sequences.ts";

/** Bytes that steer the decoder, far more often than chance would give them. */
const steering = fc.constantFrom(
  ...Array.from(
    "\x1b\x1b\x1b[[[OOP]_X^\\;;:0123456789?<>=$~uRMZIAyc \x03\r\x07\x7f",
    (c) => c.charCodeAt(0),
  ),
);
const byte = fc.oneof(steering, fc.integer({ min: 0, max: 255 }));
const garbage = fc.array(byte, { maxLength: 60 }).map((list) => Uint8Array.from(list));

Deno.test("each sequence decodes the same wherever it is cut", () => {
  for (const line of ALL_LINES) {
    const bytes = bytesOf(line.input);
    const start = decoderFor(line);
    const byBytes = feedAll(start, Array.from(bytes, (one) => Uint8Array.of(one)));
    assert.deepEqual(byBytes.map(describeKey), line.events, JSON.stringify(line.input));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const events = feedAll(start, [bytes.subarray(0, cut), bytes.subarray(cut)]);
      assert.deepEqual(events.map(describeKey), line.events, JSON.stringify(line.input));
    }
  }
});

Deno.test("sequences in a row do not disturb each other", () => {
  // What a timeout would have to end, or what swallows its neighbour by design, cannot be joined.
  const closed = ALL_LINES.filter((line) => {
    const { state, events } = decode(decoderFor(line), bytesOf(line.input));
    return state.mode.at === "ground" && events.length > 0 && line.kitty !== true &&
      line.eightBitMeta !== true && line.cursorQueries === undefined;
  });
  assert.ok(closed.length > 80);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...closed), { maxLength: 12 }), (lines) => {
      const events = feedAll(startDecoder(), lines.map((line) => bytesOf(line.input)));
      assert.deepEqual(events.map(describeKey), lines.flatMap((line) => line.events));
    }),
    { numRuns: 300 },
  );
});

Deno.test("random bytes never throw and decode the same wherever they are cut", () => {
  fc.assert(
    fc.property(garbage, fc.nat(60), fc.boolean(), fc.boolean(), (bytes, cut, kitty, meta) => {
      const start = startDecoder({ kitty, eightBitMeta: meta, pasteLimit: 16 });
      const whole = feedAll(start, [bytes]);
      for (const event of whole) assert.equal(typeof describeKey(event), "string");
      assert.deepEqual(feedAll(start, [bytes.subarray(0, cut), bytes.subarray(cut)]), whole);
      assert.deepEqual(feedAll(start, Array.from(bytes, (one) => Uint8Array.of(one))), whole);
    }),
    { numRuns: 1500 },
  );
});

Deno.test("the state stays small whatever arrives", () => {
  fc.assert(
    fc.property(garbage, garbage, (head, repeated) => {
      let state = decode(startDecoder({ pasteLimit: 1000 }), head).state;
      for (let i = 0; i < 100; i++) state = decode(state, repeated).state;
      assert.ok(JSON.stringify(state).length < 8000);
    }),
    { numRuns: 200 },
  );
});

Deno.test("Ctrl-C is heard after any garbage, unless it is inside a paste", () => {
  fc.assert(
    fc.property(garbage, (bytes) => {
      const { state } = flush(decode(startDecoder(), bytes).state);
      const { state: after, events } = decode(state, Uint8Array.of(0x03));
      const last = events.at(-1);
      assert.ok(after.mode.at === "paste" || (last?.kind === "key" && last.char === "c"));
    }),
    { numRuns: 1000 },
  );
});

Deno.test("a paste is its text, whatever the text and the cuts", () => {
  const text = fc.string({ unit: "binary", maxLength: 80 }).map((s) =>
    s.replaceAll("\x1b[201~", "").toWellFormed()
  );
  fc.assert(
    fc.property(text, fc.array(fc.nat(90), { maxLength: 5 }), (pasted, cuts) => {
      const bytes = bytesOf(`\x1b[200~${pasted}\x1b[201~`);
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const reads = edges.slice(1).map((edge, i) => bytes.subarray(edges[i], edge));
      assert.deepEqual(feedAll(startDecoder(), reads), [{ kind: "paste", text: pasted }]);
    }),
    { numRuns: 500 },
  );
});

Deno.test("UTF-8 is replaced as TextDecoder replaces it, whatever the cuts", () => {
  const lead = fc.constantFrom(0xc2, 0xc3, 0xe0, 0xe4, 0xed, 0xef, 0xf0, 0xf4, 0xc0, 0xf5, 0xff);
  const follow = fc.constantFrom(0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbb, 0xbf);
  const bytes = fc.array(fc.oneof(lead, follow, fc.integer({ min: 0, max: 255 })), {
    maxLength: 24,
  }).map((list) => Uint8Array.from(list));
  const reference = new TextDecoder("utf-8", { ignoreBOM: true });
  fc.assert(
    fc.property(bytes, fc.nat(24), (input, at) => {
      const cut = Math.min(at, input.length);
      const head = decodeUtf8(NO_CARRY, input, 0, cut);
      const tail = decodeUtf8(head.carry, input, cut, input.length);
      assert.equal(head.text + tail.text + endUtf8(tail.carry), reference.decode(input));
    }),
    { numRuns: 3000 },
  );
});
