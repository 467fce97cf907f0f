import assert from "node:assert/strict";
import fc from "fast-check";
import {
  plainSgr,
  safeName,
  type Sanitize,
  sanitized,
  Sanitizer,
  sgrGroups,
} from "../../../../src/host/sanitize/mod.ts";

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
  ["BEL, BS, NUL, DEL, FF, VT, ENQ", "a\x07\b\0\x7f\f\v\x05b", "ab"],
  ["a string that never ends", "a\x1b]0;no end\nb", "a\nb"],
  ["a string broken off by CAN", "a\x1b]0;title\x18b\x1bPq\x1ac", "abc"],
  ["a sequence that is broken off", "a\x1b[12\nb\x1b[3é\x1b\x1b[1mc", "a\nbéc"],
  ["a sequence at the very end", "a\x1b[", "a"],
  ["what only looks like one", "[31m ]0; \\x1b[0m", "[31m ]0; \\x1b[0m"],
  ["an endless parameter", `a\x1b[${"1;".repeat(100)}1mb`, "ab"],
  ["bidi overrides and isolates", "a\u202eb\u202c\u2066c\u2069\u202ad", "abcd"],
  ["right-to-left text and its marks", "שלום \u200fعربي\u200e", "שלום \u200fعربي\u200e"],
  ["text smuggled in tags", "a\u{e0041}\u{e0042}\u{e007f}b", "ab"],
  ["the tags of a flag", "🏴󠁧󠁢󠁥󠁮󠁧󠁿!", "🏴󠁧󠁢󠁥󠁮󠁧󠁿!"],
  ["a flag with a message behind it", `🏴${"\u{e0041}".repeat(9)}b`, `🏴${"\u{e0041}".repeat(8)}b`],
  ["variation selectors and joiners", "葛\u{e0100} ❤️ a\u200db", "葛\u{e0100} ❤️ a\u200db"],
];

for (const [what, text, plain] of CASES) {
  Deno.test(`stripped: ${what}`, () => assert.equal(clean(text), plain));
}

Deno.test("with colour, plain SGR stays and is ended", () => {
  assert.equal(clean("a\x1b[1;31mb\x1b[0mc", "strip", true), "a\x1b[1;31mb\x1b[0mc");
  assert.equal(clean("a\x1b[38;5;9mb", "strip", true), "a\x1b[38;5;9mb\x1b[0m");
  assert.equal(clean("a\x1b[31;0mb", "strip", true), "a\x1b[31;0mb");
  assert.equal(clean("a\x1b[0;31mb", "strip", true), "a\x1b[0;31mb\x1b[0m");
  assert.equal(clean("\x1b[mx\x1b[2K", "strip", true), "\x1b[mx");
  // `>` and `?` make it another sequence: modifyOtherKeys, say.
  assert.equal(clean("a\x1b[>4;2mb\x1b[?4mc", "strip", true), "abc");
});

Deno.test("nothing is concealed, and a colour numbered 8 is a colour", () => {
  assert.equal(plainSgr("8"), null);
  assert.equal(plainSgr("1;8;31"), "1;31");
  assert.equal(plainSgr("1;008"), "1");
  assert.equal(plainSgr("8:1"), null);
  assert.equal(plainSgr("38;5;8"), "38;5;8");
  assert.equal(plainSgr("48;2;8;8;8;8"), "48;2;8;8;8");
  assert.equal(plainSgr("38:5:8"), "38:5:8");
  assert.equal(plainSgr("28"), "28");
  assert.equal(plainSgr(""), "");
  // Terminals disagree on where a broken colour ends.
  for (const broken of ["38;8", "38;5", "38;2;1;2", "38", "38;5;;8", "48;5;x"]) {
    assert.equal(plainSgr(broken), null, broken);
  }
  assert.deepEqual(sgrGroups("1;38;5;8;;58;2;1;2;3"), ["1", "38;5;8", "0", "58;2;1;2;3"]);
});

Deno.test("visualized: everything taken out is shown, line ends and tabs are not", () => {
  assert.equal(
    clean("a\x1b[31mb\tc\r\n\x07\x7f\u009b", "visualize", true),
    "a␛[31mb\tc\n␇␡<U+009B>",
  );
  assert.equal(clean("good\rbad\u202e\u{e0041}", "visualize"), "good␍bad<U+202E><U+E0041>");
});

Deno.test("off: as it is", () => {
  assert.equal(
    new Sanitizer(() => ({ mode: "off", color: true })).push("\x1b[2J\r"),
    "\x1b[2J\r",
  );
});

Deno.test("a name says what it is, in one line", () => {
  assert.equal(safeName("src/main.ts"), "src/main.ts");
  assert.equal(safeName("evil\u202egpj.exe"), "evil<U+202E>gpj.exe");
  assert.equal(safeName("a\nb\tc\r\x1b[2K"), "a␊b␉c␍␛[2K");
  assert.equal(safeName("pay\u200bpal \ufeffx\u2060"), "pay<U+200B>pal <U+FEFF>x<U+2060>");
  assert.equal(safeName("a\u200db \u3164 \u{e0041}"), "a<U+200D>b <U+3164> <U+E0041>");
  assert.equal(safeName("👩‍👩‍👧 ❤️‍🔥 👩🏽‍💻 漢字 ñ"), "👩‍👩‍👧 ❤️‍🔥 👩🏽‍💻 漢字 ñ");
  assert.equal(safeName("half \ud800"), "half <U+D800>");
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom("\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b\\", "\x07", "\r", "\n", "\r\n"),
    fc.constantFrom("\u009b", "\u009d", "\u009c", "31m", "8m", "38;5;8m", "?25l", "2J", ";", "m"),
    fc.constantFrom("\x18", "\udb40", "\udc41", "\u{e0041}", "🏴", "\u202e", "\u2066", "\x05"),
    fc.string({ maxLength: 4 }),
  ),
  { maxLength: 12 },
).map((parts) => parts.join(""));
const mode = fc.constantFrom<Sanitize>("strip", "visualize");

Deno.test("however it is cut, it comes out the same", () => {
  fc.assert(fc.property(hostile, mode, fc.boolean(), (text, mode, color) => {
    const whole = new Sanitizer(() => ({ mode, color }));
    const sanitizer = new Sanitizer(() => ({ mode, color }));
    let pieces = "";
    for (let index = 0; index < text.length; index++) pieces += sanitizer.push(text[index] ?? "");
    assert.equal(pieces + sanitizer.end(), whole.push(text) + whole.end());
  }));
});

Deno.test("whatever comes in, nothing gets out that acts or reorders", () => {
  fc.assert(fc.property(hostile, mode, (text, mode) => {
    // deno-lint-ignore no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(clean(text, mode), /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  }));
});

Deno.test("whatever comes in, with colour nothing but SGR gets out, and the last one is a reset", () => {
  fc.assert(fc.property(hostile, (text) => {
    const out = clean(text, "strip", true);
    const sequences = [...out.matchAll(SGR)].map(([, parameters]) => sgrGroups(parameters ?? ""));
    assert.ok(sequences.every((groups) => groups !== null && !groups.includes("8")));
    // deno-lint-ignore no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(out.replaceAll(SGR, ""), /[\0-\x08\x0b-\x1f\x7f-\x9f]/);
    if (sequences.length > 0) assert.equal(sequences.at(-1)?.at(-1), "0");
  }));
});

// deno-lint-ignore no-control-regex -- SGR is what may be there
const SGR = /\x1b\[([0-9;:]*)m/g;

Deno.test("text without anything of the kind is never changed", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    // deno-lint-ignore no-control-regex -- control characters are what is excluded
    fc.pre(!/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\udb40]/.test(text));
    assert.equal(clean(text), text);
    assert.equal(clean(text, "visualize"), text);
  }));
});
