import assert from "node:assert/strict";
import fc from "fast-check";
import {
  plainJson,
  type Sanitize,
  sanitized,
  Sanitizer,
} from "../../../../src/host/printer/sanitize.ts";

const clean = (text: string, mode: Sanitize = "strip", color = false): string =>
  sanitized(text, { mode, color });

const CASES: readonly [what: string, text: string, plain: string][] = [
  ["plain text", "a\tb\nc é 漢 👩‍👩‍👧", "a\tb\nc é 漢 👩‍👩‍👧"],
  ["SGR", "a\x1b[1;31mb\x1b[0mc", "abc"],
  ["cursor moves", "a\x1b[2J\x1b[H\x1b[10;10Hb", "ab"],
  ["private modes", "a\x1b[?1049h\x1b[?25lb", "ab"],
  ["a title, ended by BEL", "a\x1b]0;evil\x07b", "ab"],
  ["a hyperlink, ended by ST", "a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\c", "abc"],
  ["a clipboard write", "a\x1b]52;c;ZXZpbA==\x07b", "ab"],
  ["a device control string", "a\x1bP+q544e\x1b\\b", "ab"],
  ["application strings", "a\x1b_G\x1b\\\x1b^p\x1b\\\x1bXs\x1b\\b", "ab"],
  ["charset and keypad", "a\x1b(0\x1b=\x1b>\x1bMb", "ab"],
  ["a full reset", "a\x1bcb", "ab"],
  ["8-bit CSI and OSC", "a\u009b31mb\u009d0;t\u009cc\u0085d", "abcd"],
  ["line ends of two characters", "a\r\nb\r\n", "a\nb\n"],
  ["a lone CR", "good\rbad!", "goodbad!"],
  ["BEL, BS, NUL, DEL, FF, VT", "a\x07\b\0\x7f\f\vb", "ab"],
  ["a string that never ends", "a\x1b]0;no end\nb", "a\nb"],
  ["a sequence that is broken off", "a\x1b[12\nb\x1b[3é\x1b\x1b[1mc", "a\nbéc"],
  ["a sequence at the very end", "a\x1b[", "a"],
  ["what only looks like one", "[31m ]0; \\x1b[0m", "[31m ]0; \\x1b[0m"],
  ["an endless parameter", `a\x1b[${"1;".repeat(100)}1mb`, "ab"],
];

for (const [what, text, plain] of CASES) {
  Deno.test(`stripped: ${what}`, () => assert.equal(clean(text), plain));
}

Deno.test("with colour, plain SGR stays and is ended", () => {
  assert.equal(clean("a\x1b[1;31mb\x1b[0mc", "strip", true), "a\x1b[1;31mb\x1b[0mc");
  assert.equal(clean("a\x1b[38;5;9mb", "strip", true), "a\x1b[38;5;9mb\x1b[0m");
  assert.equal(clean("\x1b[mx\x1b[2K", "strip", true), "\x1b[mx");
  // `>` and `?` make it another sequence: modifyOtherKeys, say.
  assert.equal(clean("a\x1b[>4;2mb\x1b[?4mc", "strip", true), "abc");
});

Deno.test("visualized: every control character is shown, line ends and tabs are not", () => {
  assert.equal(
    clean("a\x1b[31mb\tc\r\n\x07\x7f\u009b", "visualize", true),
    "a␛[31mb\tc\n␇␡<U+009B>",
  );
  assert.equal(clean("good\rbad", "visualize"), "good␍bad");
});

Deno.test("off: as it is", () => {
  assert.equal(
    new Sanitizer(() => ({ mode: "off", color: true })).push("\x1b[2J\r"),
    "\x1b[2J\r",
  );
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom("\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b\\", "\x07", "\r", "\n", "\r\n"),
    fc.constantFrom(
      "\u009b",
      "\u009d",
      "\u009c",
      "31m",
      "?25l",
      "2J",
      ";",
      "0",
      "m",
      "\x18",
      "\x9c",
    ),
    fc.string({ maxLength: 4 }),
  ),
  { maxLength: 12 },
).map((parts) => parts.join(""));

Deno.test("however it is cut, it comes out the same", () => {
  fc.assert(fc.property(
    hostile,
    fc.constantFrom<Sanitize>("strip", "visualize"),
    fc.boolean(),
    (text, mode, color) => {
      const whole = clean(text, mode, color);
      const sanitizer = new Sanitizer(() => ({ mode, color }));
      let pieces = "";
      for (let index = 0; index < text.length; index++) pieces += sanitizer.push(text[index] ?? "");
      assert.equal(pieces + sanitizer.end(), whole);
    },
  ));
});

Deno.test("whatever comes in, no control character but line ends and tabs gets out", () => {
  fc.assert(fc.property(hostile, fc.constantFrom<Sanitize>("strip", "visualize"), (text, mode) => {
    // deno-lint-ignore no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(clean(text, mode), /[\0-\x08\x0b-\x1f\x7f-\x9f]/);
  }));
});

Deno.test("whatever comes in, with colour nothing but SGR gets out, and the last one is a reset", () => {
  fc.assert(fc.property(hostile, (text) => {
    const out = clean(text, "strip", true);
    // deno-lint-ignore no-control-regex -- SGR is what may be there
    const rest = out.replaceAll(/\x1b\[[0-9;:]*m/g, "");
    // deno-lint-ignore no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(rest, /[\0-\x08\x0b-\x1f\x7f-\x9f]/);
    const last = [...out.matchAll(/\[([0-9;:]*)m/g)].at(-1);
    // deno-lint-ignore no-control-regex -- an escape byte is what is looked for
    if (/\x1b/.test(out)) assert.match(last?.[1] ?? "", /^0*$/);
  }));
});

Deno.test("text without control characters is never changed", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    // deno-lint-ignore no-control-regex -- as above
    fc.pre(!/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(text));
    assert.equal(clean(text), text);
  }));
});

Deno.test("JSON stays the same value without a control character", () => {
  const value = { text: "\x1b[1m\u009b2J\x7f\u0085 é" };
  const json = plainJson(JSON.stringify(value));
  assert.deepEqual(JSON.parse(json), value);
  // deno-lint-ignore no-control-regex -- control characters are what must not be there
  assert.doesNotMatch(json, /[\0-\x1f\x7f-\x9f]/);
});
