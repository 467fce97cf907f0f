import assert from "node:assert/strict";
import { drawScreen, type Screen, TerminalScreen } from "../../support/mod.ts";

async function shown(...pieces: string[]): Promise<Screen> {
  await using screen = new TerminalScreen({ cols: 20, rows: 4 });
  for (const piece of pieces) screen.feed(new TextEncoder().encode(piece));
  return await screen.snapshot();
}

Deno.test("lines, cursor and scrollback", async () => {
  const screen = await shown("1\r\n2\r\n3\r\n4\r\n5  \r\n\x1b[1;2Hx");
  assert.deepEqual(screen.lines, ["3x", "4", "5", ""]);
  assert.equal(screen.text, "3x\n4\n5");
  assert.deepEqual(screen.scrollback, ["1", "2"]);
  assert.deepEqual(screen.cursor, { x: 2, y: 0, visible: true });
});

Deno.test("cells with width and style", async () => {
  const { cells } = await shown("a\x1b[1;31m漢\x1b[m");
  assert.deepEqual(cells[0]?.slice(0, 4), [
    { text: "a", width: 1, style: "" },
    { text: "漢", width: 2, style: "bold fg=1" },
    { text: "", width: 0, style: "bold fg=1" },
    { text: " ", width: 1, style: "" },
  ]);
});

Deno.test("a fresh terminal has nothing left on", async () => {
  assert.deepEqual((await shown("plain")).leftOn, []);
});

Deno.test("each mode is seen on and seen off", async () => {
  const cases: [on: string, off: string, name: string][] = [
    ["\x1b[?25l", "\x1b[?25h", "cursor hidden"],
    ["\x1b[3 q", "\x1b[0 q", "cursor shape 3"],
    ["\x1b[?1049h", "\x1b[?1049l", "alternate screen"],
    ["\x1b[?2004h", "\x1b[?2004l", "bracketed paste"],
    ["\x1b[?1004h", "\x1b[?1004l", "focus reporting"],
    ["\x1b[?1h", "\x1b[?1l", "application cursor keys"],
    ["\x1b=", "\x1b>", "application keypad"],
    ["\x1b[?7l", "\x1b[?7h", "no autowrap"],
    ["\x1b[?2026h", "\x1b[?2026l", "synchronized update"],
    ["\x1b[>5u", "\x1b[<u", "kitty keyboard pushed 1x"],
    ["\x1b[=1;1u", "\x1b[=0;1u", "kitty keyboard flags 1"],
    ["\x1b[>4;2m", "\x1b[>4;0m", "modifyOtherKeys"],
    ["\x1b[?1002h", "\x1b[?1002l", "mouse 1002"],
    ["\x1b[?69h", "\x1b[?69l", "?69h"],
    ["\x1b[2;3r", "\x1b[r", "scroll region 2;3"],
    ["\x1b]8;;http://a/\x07", "\x1b]8;;\x07", "hyperlink http://a/"],
    ["\x1b[1m", "\x1b[22m", "bold"],
    ["\x1b[4:3m", "\x1b[4:0m", "underline"],
    ["\x1b[38;5;1m", "\x1b[39m", "fg=38"],
    ["\x1b[48;2;1;2;3m", "\x1b[49m", "bg=48"],
    ["\x1b[38:2::1:2:3m", "\x1b[m", "fg=38"],
    ["\x1b[97m", "\x1b[0m", "fg=97"],
  ];
  for (const [on, off, name] of cases) {
    assert.deepEqual((await shown(on)).leftOn, [name], JSON.stringify(on));
    assert.deepEqual((await shown(on, off)).leftOn, [], JSON.stringify(off));
    // The same, cut in the middle of a sequence.
    assert.deepEqual((await shown(on.slice(0, 2), on.slice(2))).leftOn, [name], JSON.stringify(on));
  }
});

Deno.test("a colour's parameters are not attributes", async () => {
  assert.deepEqual((await shown("\x1b[38;5;1;3m")).leftOn, ["fg=38", "italic"]);
});

Deno.test("kitty flags nest, and one pop too many is told", async () => {
  const nested = await shown("\x1b[>1u\x1b[>9u\x1b[<u");
  assert.deepEqual([nested.modes.kittyStack, nested.modes.kittyFlags], [[1], 1]);
  assert.deepEqual((await shown("\x1b[<u")).leftOn, ["kitty keyboard popped 1x too often"]);
});

Deno.test("a full reset clears everything", async () => {
  assert.deepEqual((await shown("\x1b[?1003h\x1b[>1u\x1b[1m\x1b[?25l\x1bc")).leftOn, []);
});

Deno.test("a screen as a failing test shows it", async () => {
  assert.equal(
    drawScreen(await shown("one\r\n\r\ntwo\x1b[?25l")),
    "| one\n| \n> two\ncursor 3,2 (hidden); left on: cursor hidden",
  );
});
