import assert from "node:assert/strict";
import {
  abandonPaste,
  decode,
  describeKey,
  expectCursor,
  flush,
  pendingEscape,
  pendingPaste,
  startDecoder,
  withKitty,
} from "../../../../src/core/keys/mod.ts";
import { bytesOf, decoderFor, feedAll } from "./feed.ts";
import {
  BROKEN_LINES,
  ESCAPE_LINES,
  KITTY_LINES,
  LEGACY_LINES,
  type Line,
  OPTION_LINES,
  PASTE_LINES,
  PLAIN_LINES,
  REPLY_LINES,
} from "./sequences.ts";

const GROUPS: Readonly<Record<string, readonly Line[]>> = {
  "plain keys": PLAIN_LINES,
  "escape and Alt": ESCAPE_LINES,
  "legacy sequences": LEGACY_LINES,
  "kitty protocol": KITTY_LINES,
  "replies, focus, mouse": REPLY_LINES,
  "pastes": PASTE_LINES,
  "broken input": BROKEN_LINES,
  "options": OPTION_LINES,
};

for (const [name, lines] of Object.entries(GROUPS)) {
  Deno.test(`decode: ${name}`, () => {
    for (const line of lines) {
      const events = feedAll(decoderFor(line), [bytesOf(line.input)]);
      assert.deepEqual(events.map(describeKey), line.events, JSON.stringify(line.input));
    }
  });
}

Deno.test("a key is plain data of one shape", () => {
  assert.deepEqual(decode(startDecoder(), bytesOf("a")).events, [
    { kind: "key", name: "char", char: "a", ctrl: false, alt: false, shift: false },
  ]);
  assert.deepEqual(decode(startDecoder(), bytesOf("\x1b[1;5A")).events, [
    { kind: "key", name: "up", ctrl: true, alt: false, shift: false },
  ]);
  assert.deepEqual(decode(startDecoder(), bytesOf("\x1b[97;13u")).events, [
    { kind: "key", name: "char", char: "a", ctrl: true, alt: false, shift: false, super: true },
  ]);
});

Deno.test("the same key has the same value in every protocol", () => {
  const ctrlC = ["\x03", "\x1b[99;5u", "\x1b[27;5;99~"];
  const altShiftA = ["\x1bA", "\x1b[97;4u", "\x1b[97:65;4u", "\x1b[27;4;65~"];
  const shiftEnter = ["\x1b[13;2u", "\x1b[27;2;13~"];
  const ctrlUp = ["\x1b[1;5A", "\x1bO5A", "\x1bO1;5A", "\x1bOa", "\x1b[57419;5u"];
  for (const spellings of [ctrlC, altShiftA, shiftEnter, ctrlUp]) {
    const [first, ...others] = spellings.map((s) => feedAll(startDecoder(), [bytesOf(s)]));
    assert.equal(first?.length, 1);
    for (const other of others) assert.deepEqual(other, first);
  }
});

Deno.test("a timeout is asked for only where a whole key may be pending", () => {
  const after = (input: string) => pendingEscape(decode(startDecoder(), bytesOf(input)).state);
  for (const input of ["\x1b", "\x1b\x1b", "\x1b[", "\x1bO", "\x1b]", "\x1bP", "\x1b_"]) {
    assert.equal(after(input), true, JSON.stringify(input));
  }
  for (const input of ["", "a", "\x1b[1", "\x1b[[", "\x1bO5", "\x1b]1", "\x1b[200~", "\x1b[A"]) {
    assert.equal(after(input), false, JSON.stringify(input));
  }
});

Deno.test("with kitty's disambiguation no timeout is asked for, and ESC waits for its sequence", () => {
  const half = decode(startDecoder({ kitty: true }), bytesOf("\x1b"));
  assert.equal(pendingEscape(half.state), false);
  assert.deepEqual(decode(half.state, bytesOf("[27u")).events.map(describeKey), ["Escape"]);
  // When the shell switches the protocol off again, the question is open again.
  assert.equal(pendingEscape(withKitty(half.state, false)), true);
});

Deno.test("half a sequence survives the timeout and is completed by its late end", () => {
  for (const [head, tail, name] of [["\x1b[1;", "5A", "C-Up"], ["\x1b[[", "A", "F1"]] as const) {
    const timedOut = flush(decode(startDecoder(), bytesOf(head)).state);
    assert.deepEqual(timedOut.events, []);
    assert.deepEqual(decode(timedOut.state, bytesOf(tail)).events.map(describeKey), [name]);
  }
});

Deno.test("flush with nothing pending changes nothing", () => {
  const state = startDecoder();
  assert.equal(flush(state).state, state);
});

Deno.test("a cursor answer is counted off once", () => {
  const asked = expectCursor(startDecoder());
  const answered = decode(asked, bytesOf("\x1b[7;3R"));
  assert.deepEqual(answered.events, [{ kind: "reply", reply: "cursor", row: 7, column: 3 }]);
  assert.equal(answered.state.cursorQueries, 0);
});

Deno.test("paste text is verbatim", () => {
  const text = "one\rtwo\ttab \x1b[31m red \x03 é 😀 \x1b[201 \x1b[20";
  const events = feedAll(startDecoder(), [bytesOf(`\x1b[200~${text}\x1b[201~`)]);
  assert.deepEqual(events, [{ kind: "paste", text }]);
});

Deno.test("invalid UTF-8 in a paste is replaced as TextDecoder does", () => {
  const payload = Uint8Array.of(0x61, 0xe4, 0xb8, 0x62, 0xff, 0xf0, 0x9f);
  const events = feedAll(startDecoder(), [bytesOf("\x1b[200~"), payload, bytesOf("\x1b[201~")]);
  assert.deepEqual(events, [{ kind: "paste", text: new TextDecoder().decode(payload) }]);
});

Deno.test("a paste above the limit comes in pieces that depend on its bytes alone", () => {
  const start = startDecoder({ pasteLimit: 4 });
  const bytes = bytesOf("\x1b[200~abc\x1b[20defé\x1b[201~");
  const whole = feedAll(start, [bytes]);
  assert.deepEqual(whole.map((e) => e.kind === "paste" ? e.text : e), [
    "abc\x1b",
    "[20d",
    "efé",
  ]);
  assert.deepEqual(feedAll(start, Array.from(bytes, (byte) => Uint8Array.of(byte))), whole);
});

Deno.test("a paste without an end can be abandoned, and keys work again", () => {
  const open = decode(startDecoder(), bytesOf("\x1b[200~lost\r\x03"));
  assert.equal(pendingPaste(open.state), true);
  assert.deepEqual(open.events, []);
  const left = abandonPaste(open.state);
  assert.deepEqual(left.events, [{ kind: "paste", text: "lost\r\x03" }]);
  assert.equal(pendingPaste(left.state), false);
  assert.deepEqual(decode(left.state, bytesOf("\x03")).events.map(describeKey), ["C-c"]);
  assert.deepEqual(abandonPaste(left.state).events, []);
});

Deno.test("a state can be fed twice", () => {
  const half = decode(startDecoder(), bytesOf("\x1b[200~abc")).state;
  assert.deepEqual(decode(half, bytesOf("d\x1b[201~")).events, [{ kind: "paste", text: "abcd" }]);
  assert.deepEqual(decode(half, bytesOf("e\x1b[201~")).events, [{ kind: "paste", text: "abce" }]);
});

Deno.test("the caller's buffer may be used again", () => {
  const buffer = bytesOf("\x1b[200~abc");
  const half = decode(startDecoder(), buffer).state;
  buffer.fill(0x78);
  assert.deepEqual(decode(half, bytesOf("\x1b[201~")).events, [{ kind: "paste", text: "abc" }]);
});

Deno.test("an overlong sequence is skipped to its end and is no key", () => {
  const body = "1;".repeat(5000);
  const events = feedAll(startDecoder(), [bytesOf(`\x1b[${body}5Ax`)]);
  assert.equal(events.length, 2);
  assert.equal(events[0]?.kind === "key" && events[0].name, "unknown");
  assert.deepEqual(events[1] && describeKey(events[1]), "x");
});

Deno.test("an overlong answer is swallowed whole and kept in part", () => {
  const events = feedAll(startDecoder(), [bytesOf(`\x1b]52;c;${"A".repeat(100_000)}\x07x`)]);
  assert.equal(events.length, 2);
  assert.equal(events[0]?.kind === "reply" && events[0].reply === "string", true);
  assert.deepEqual(events[1] && describeKey(events[1]), "x");
});
