import assert from "node:assert/strict";
import {
  erase,
  type Frame,
  frameHeight,
  openFrame,
  paint,
  type PaintOptions,
  type View,
} from "../../../../src/core/frame/mod.ts";
import { measure } from "./measure.ts";

const OPTIONS: PaintOptions = { size: { columns: 10, rows: 5 }, measure };

function lines(...texts: string[]): View {
  const line = texts.length - 1;
  return {
    lines: texts.map((text) => [{ text }]),
    caret: { line, offset: texts[line]?.length ?? 0 },
  };
}

/** The output of the last of several views. */
function last(views: readonly View[], options: PaintOptions = OPTIONS, start = 0): string {
  let frame: Frame = openFrame(start);
  let output = "";
  for (const view of views) ({ frame, output } = paint(frame, view, options));
  return output;
}

Deno.test("the first paint begins where the cursor is, or on the next line", () => {
  assert.equal(last([lines("ab")]), "\x1b[m\x1b[Kab");
  assert.equal(last([lines("ab")], OPTIONS, 3), "\r\n\x1b[m\x1b[Kab");
});

Deno.test("what did not change is not written", () => {
  assert.equal(last([lines("ab", "cd"), lines("ab", "cd")]), "");
  assert.equal(last([lines("ab"), lines("abc")]), "c");
  assert.equal(last([lines("abc"), lines("ab")]), "\r\x1b[2C\x1b[K");
  assert.equal(last([lines("ab", "cd"), lines("ax", "cd")]), "\x1b[A\r\x1b[Cx\x1b[B");
  assert.equal(last([lines("ab", "cd"), lines("ab")]), "\r\x1b[K\x1b[A\x1b[2C");
});

Deno.test("a row that is too many is made by a line feed, one that exists is gone to", () => {
  assert.equal(last([lines("ab"), lines("ab", "cd")]), "\r\n\x1b[Kcd");
  assert.ok(!last([lines("a", "b", "c"), lines("a", "x", "c")]).includes("\n"));
});

Deno.test("a full row is followed by CR, and nothing is erased behind it", () => {
  assert.equal(last([lines("123456789"), lines("1234567890")]), "0\r\n\x1b[K");
  assert.equal(last([lines("1234567890", "b")]), "\x1b[m\x1b[K1234567890\r\n\x1b[Kb");
  // Terminals differ in what a vertical motion does while a wrap is pending.
  const above: View = { ...lines("a", "1234567890"), caret: { line: 0, offset: 0 } };
  assert.equal(last([above]), "\x1b[m\x1b[Ka\r\n\x1b[K1234567890\r\x1b[A");
});

Deno.test("a cluster a terminal may measure otherwise leaves no column to be trusted", () => {
  assert.equal(last([lines("a"), lines("a👍🏽")]), "\x1b[K👍🏽\r\x1b[3C");
});

Deno.test("styles are SGR around their text and nothing after it", () => {
  const view: View = {
    lines: [[{ text: "ab", style: "1;31" }, { text: "cd" }]],
    caret: { line: 0, offset: 4 },
  };
  assert.equal(last([view]), "\x1b[m\x1b[K\x1b[1;31mab\x1b[mcd");
  const restyled: View = { ...view, lines: [[{ text: "a", style: "1;31" }, { text: "bcd" }]] };
  assert.equal(last([view, restyled]), "\r\x1b[Cbcd");
});

Deno.test("one update is marked as one, if asked for and not empty", () => {
  const options = { ...OPTIONS, synchronized: true };
  assert.equal(last([lines("a"), lines("ab")], options), "\x1b[?2026hb\x1b[?2026l");
  assert.equal(last([lines("a"), lines("a")], options), "");
});

Deno.test("no control byte of a text reaches the terminal", () => {
  const hostile = "a\x1b[2J\x07\r\n\x9b31m\x00";
  const output = last([lines(hostile)], { ...OPTIONS, size: { columns: 80, rows: 5 } });
  assert.equal(output, "\x1b[m\x1b[Ka^[[2J^G^M^J\ufffd31m^@");
});

Deno.test("a frame may be limited to fewer rows than the screen has", () => {
  const { frame } = paint(openFrame(), lines("a", "b", "c", "d"), { ...OPTIONS, maxRows: 2 });
  assert.equal(frameHeight(frame), 2);
});

Deno.test("a size of zero, as a terminal without a window reports, is a size of one", () => {
  const { frame } = paint(openFrame(), lines("ab"), { ...OPTIONS, size: { columns: 0, rows: 0 } });
  assert.equal(frameHeight(frame), 1);
});

Deno.test("erase clears the frame's rows from the bottom and goes back up", () => {
  const { frame } = paint(openFrame(4), lines("a", "b"), OPTIONS);
  const erased = erase(frame, OPTIONS);
  assert.equal(erased.output, "\r\x1b[K\x1b[A\x1b[K\x1b[A\x1b[4C");
  assert.deepEqual(erased.frame, openFrame(4));
  assert.equal(erase(openFrame(4), OPTIONS).output, "");
});

Deno.test("after a resize the old frame is cleared by the rule, then drawn anew", () => {
  const { frame } = paint(openFrame(), lines("123456789", "ab"), OPTIONS);
  const narrow = { ...OPTIONS, size: { columns: 4, rows: 20 } };
  const output = (reflow: PaintOptions["reflow"]) =>
    paint(frame, lines("x"), { ...narrow, reflow }).output;
  assert.equal(output("unknown"), "\r\x1b[3A\x1b[J\x1b[Kx");
  assert.equal(output("none"), "\r\x1b[1A\x1b[J\x1b[Kx");
});
