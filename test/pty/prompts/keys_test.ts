/**
 * Keys as terminals send them: pastes, cut sequences, terminals with the kitty protocol and without,
 * answers nobody asked for, vi's cursor (PR-026, PR-029, PR-030, PR-031, PR-032, PR-036).
 */
import assert from "node:assert/strict";
import { elapse, type Pty } from "../../support/mod.ts";
import {
  ask,
  assertEndedWell,
  MENU_OVER_PROMPT,
  outcome,
  pressCtrlC,
  RUNTIMES,
} from "./support.ts";

const REPLY = { do: "reply" } as const;

async function pasted(pty: Pty, bytes: string): Promise<unknown> {
  await pty.expect("Reply: ");
  pty.write(`\x1b[200~${bytes}\x1b[201~`);
  pty.press("Enter");
  return (await outcome(pty))["text"];
}

/** Writes byte by byte, each a read of its own, with pauses shorter than the ESC timeout. */
async function trickle(pty: Pty, text: string, pauseMs: number): Promise<void> {
  for (const byte of new TextEncoder().encode(text)) {
    pty.write(new Uint8Array([byte]));
    await elapse(pauseMs);
  }
}

for (const target of RUNTIMES) {
  Deno.test(`${target}: 200 KB pasted are one reply, to the byte`, async () => {
    await using pty = ask(target, [REPLY]);
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n} with some words, 漢字 and 👍🏽`);
    const text = await pasted(pty, lines.join("\r"));
    assert.ok(new TextEncoder().encode(String(text)).length > 200_000);
    assert.equal(text, lines.join("\n"));
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  });

  Deno.test(`${target}: breaks of every kind, control bytes and a Ctrl-C in a paste are no keys`, async () => {
    await using pty = ask(target, [REPLY]);
    assert.equal(
      await pasted(pty, "a\rb\nc\r\nd\t\x03\x1b[A\x1a\x1cé\r"),
      "a\nb\nc\nd\t[Aé\n",
    );
    assert.ok(!pty.raw.includes("Interrupted"));
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: 5 KB without the markers are typed, and nothing is lost`, async () => {
    await using pty = ask(target, [{ do: "line" }]);
    await pty.expect("Name: ");
    const text = Array.from({ length: 1000 }, (_, n) => `${n % 10}abcd`).join("");
    pty.write(`${text}\r`);
    const typed = String((await outcome(pty))["text"]);
    assert.equal(typed.length, text.length);
    assert.equal(typed, text);
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  });

  Deno.test(`${target}: sequences cut at every byte are the keys they are`, async () => {
    await using pty = ask(target, [REPLY]);
    await pty.expect("Reply: ");
    // Left, a letter, Alt-Enter, word motions by Meta, a paste, three bytes of a character.
    await trickle(pty, "ab\x1b[Dc\x1b\r\x1bb\x1b[1;5C\x1b[200~x\x1b[201~漢\x1b[D\x7f", 8);
    pty.press("Enter");
    assert.equal((await outcome(pty))["text"], "ac漢\nb");
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: a cut key in a menu is not Escape; a lone Escape is`, async () => {
    await using pty = ask(target, [{ do: "confirm" }]);
    await pty.expect("Sure?");
    await trickle(pty, "\x1b[A\x1bOP\x1b[200~y\x1b[201~", 20);
    pty.press("?");
    await pty.expectScreen("Show or hide");
    pty.press("Esc");
    assert.deepEqual(await outcome(pty), { kind: "cancelled" });
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: a kitty terminal: Shift-Enter and Ctrl-J break, a lone Escape leaves`, async () => {
    await using pty = ask(target, [REPLY, REPLY], { kitty: true });
    await pty.expectScreen("Reply:");
    const { modes } = await pty.expectScreen("Alt+Enter for newline");
    assert.deepEqual([modes.kittyFlags, modes.bracketedPaste], [1, true]);
    pty.press("a", "S-Enter", "b", "M-Enter", "c", "C-j", "d");
    // It has shown what it can; the help says so.
    await pty.expectScreen("Shift+Enter or Alt+Enter");
    pty.press("Enter");
    assert.equal((await outcome(pty))["text"], "a\nb\nc\nd");
    await pty.expectScreen("Reply:");
    pty.press("x", "Esc");
    assert.deepEqual(await outcome(pty), { kind: "cancelled", by: "key", text: "x", caret: 1 });
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: a kitty terminal: Ctrl-C, Ctrl-D and Ctrl-X are the keys they are`, async () => {
    await using pty = ask(target, [{ do: "line" }, REPLY], { kitty: true });
    await pty.expectScreen("Name:");
    pty.press("a");
    await pressCtrlC(pty);
    await pty.expectScreen(MENU_OVER_PROMPT.trimEnd());
    // A menu has no flags on: its Ctrl-C is a signal.
    assert.equal((await pty.screen()).modes.kittyFlags, 0);
    pty.press("b");
    await pty.expectScreen("Name: a");
    pty.press("Backspace", "C-d");
    assert.equal((await outcome(pty))["kind"], "cancelled");
    await pty.expectScreen("Reply:");
    // No editor: nothing happens.
    pty.press("C-x", "z", "Enter");
    assert.equal((await outcome(pty))["text"], "z");
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: a silent terminal is asked nothing; an answer out of nowhere is no text`, async () => {
    await using pty = ask(target, [REPLY, { do: "confirm" }], { answer: false });
    await pty.expect("Reply: ");
    // deno-lint-ignore no-control-regex -- the questions begin with ESC
    assert.doesNotMatch(pty.raw, /\x1b\[(\?u|c|>c|6n|\?6n)/);
    pty.write("a\x1b[?1u\x1b[12;40R\x1b[?62;22c\x1b]11;rgb:0000/0000/0000\x1b\\b\x1b[I");
    pty.press("Enter");
    assert.equal((await outcome(pty))["text"], "ab");
    await pty.expect("Sure?");
    pty.write("\x1b[?1u\x1b[?62;22c\x1b[1;1R");
    pty.press("y");
    assert.deepEqual(await outcome(pty), { kind: "answered", yes: true });
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: vi mode is the cursor's shape, put back at every end`, async () => {
    await using pty = ask(target, [{ do: "edit", editMode: "vi" }]);
    await pty.expectScreen(({ modes }) => modes.cursorShape === 6);
    pty.press("a", "b");
    await pty.expectScreen("Edit: ab");
    pty.press("Esc");
    await pty.expectScreen(({ modes }) => modes.cursorShape === 2);
    await pressCtrlC(pty);
    const menu = await pty.expectScreen(MENU_OVER_PROMPT.trimEnd());
    assert.equal(menu.modes.cursorShape, 0);
    pty.press("b");
    await pty.expectScreen(({ modes, text }) => modes.cursorShape === 2 && text.includes("ab"));
    // Still in normal mode, on the last character.
    pty.press("x", "R");
    await pty.expectScreen(({ modes }) => modes.cursorShape === 4);
    pty.press("Enter");
    assert.equal((await outcome(pty))["text"], "a");
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: one visible character at a time, the cursor with it`, async () => {
    await using pty = ask(target, [REPLY]);
    await pty.expect("Reply: ");
    await trickle(pty, "e\u0301한👨‍👩‍👧x", 1);
    await pty.expectScreen((screen) => screen.cursor.x === 7 + 1 + 2 + 2 + 1);
    const columns = [];
    for (let n = 0; n < 4; n++) {
      const before = (await pty.screen()).cursor.x;
      pty.press("Left");
      columns.push((await pty.expectScreen((screen) => screen.cursor.x < before)).cursor.x);
    }
    assert.deepEqual(columns, [12, 10, 8, 7]);
    pty.press("Delete", "Right", "Delete", "Enter");
    assert.equal((await outcome(pty))["text"], "한x");
    await assertEndedWell(pty);
  });
}
