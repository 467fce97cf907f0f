/**
 * Ctrl-C in a prompt: the menu of the scope in its place, and the way back to the prompt as it was
 * (RFD 092 "Ctrl-C inside active prompts"; PR-002, PR-014, PR-035).
 */
import assert from "node:assert/strict";
import type { Pty } from "../../support/mod.ts";
import {
  ask,
  assertEndedWell,
  assertRestored,
  DEAD_BY_SIGINT,
  MENU_OVER_PROMPT,
  outcome,
  pressCtrlC,
  RUNTIMES,
  sendSigint,
  type Step,
} from "./support.ts";

const BACK = ["b", "c", "Esc"];
const DIFF = Array.from({ length: 12 }, (_, line) => `${line % 2 ? "+" : "-"} line ${line}`);

const PROMPTS: Record<string, { step: Step; shows: string; keys: string[]; gives: object }> = {
  select: {
    step: { do: "select", preamble: DIFF },
    shows: "Run it? [y,n,?] ",
    keys: ["y"],
    gives: { kind: "chosen", key: "y" },
  },
  confirm: {
    step: { do: "confirm" },
    shows: "Sure? [y,n,?] ",
    keys: ["n"],
    gives: { kind: "answered", yes: false },
  },
  line: {
    step: { do: "line", text: "half" },
    shows: "Name: half",
    keys: ["!", "Enter"],
    gives: { kind: "submitted", text: "half!", caret: 5 },
  },
  pick: {
    step: { do: "pick", items: ["one", "two", "three"] },
    shows: "> one",
    keys: ["Down", "Enter"],
    gives: { kind: "chosen", id: "two" },
  },
  edit: {
    step: { do: "edit", text: '{\n  "a": 1\n}', preamble: DIFF.slice(0, 4) },
    shows: "Edit: {",
    keys: ["Up", "Enter"],
    gives: { kind: "submitted", text: '{\n  "a": 1\n}', caret: 3 },
  },
};

const PRESSES: Record<string, (pty: Pty) => Promise<void>> = {
  "the key": pressCtrlC,
  "a signal": sendSigint,
};

for (const target of RUNTIMES) {
  for (const [name, { step, shows, keys, gives }] of Object.entries(PROMPTS)) {
    Deno.test(`${target}: ${name}: to the menu and back, cell for cell`, async () => {
      await using pty = ask(target, [{ do: "print", text: "an unfinished" }, step]);
      await pty.expect(shows);
      const before = await pty.screen();
      for (const press of Object.values(PRESSES)) {
        for (const back of BACK) {
          await press(pty);
          const { text } = await pty.expectScreen(MENU_OVER_PROMPT.trimEnd());
          assert.ok(!text.includes(shows.trimEnd()), text);
          assert.ok(text.startsWith("an unfinished"), text);
          pty.press(back);
          await pty.expectScreen(shows.trimEnd());
          // The frame is written whole: the help of the last line is there, or there is none.
          const after = await pty.expectScreen((screen) => screen.text === before.text);
          assert.deepEqual(after.cells, before.cells);
          assert.deepEqual(after.cursor, before.cursor);
        }
      }
      pty.mark();
      pty.press(...keys);
      assert.deepEqual(await outcome(pty), gives);
      await assertEndedWell(pty);
    });

    Deno.test(`${target}: ${name}: Ctrl-C on its menu is rung 2, nothing is answered`, async () => {
      await using pty = ask(target, [step]);
      await pty.expect(shows);
      await pressCtrlC(pty);
      await pty.expectScreen(MENU_OVER_PROMPT.trimEnd());
      await pressCtrlC(pty);
      assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
      assert.ok(pty.raw.includes("gracefully shutting down…"));
      assert.match(pty.raw, /\{"kind":"aborted"/);
      await assertRestored(pty);
    });
  }

  Deno.test(`${target}: help and half a text are as they were after the menu`, async () => {
    await using pty = ask(target, [{ do: "confirm" }, { do: "line" }]);
    await pty.expect("Sure?");
    pty.press("?");
    await pty.expectScreen("Show or hide");
    await pressCtrlC(pty);
    await pty.expectScreen(MENU_OVER_PROMPT.trimEnd());
    pty.press("b");
    await pty.expectScreen("Show or hide");
    pty.press("y");
    await pty.expectScreen("Name:");
    pty.press("a", "b", "c", "C-b");
    await pty.expectScreen("Name: abc");
    await pressCtrlC(pty);
    await pty.expectScreen(MENU_OVER_PROMPT.trimEnd());
    pty.press("b");
    await pty.expectScreen("Name: abc");
    pty.mark();
    pty.press("X");
    await pty.expectScreen("Name: abXc");
    // Undo goes back behind the menu.
    pty.press("C-_", "C-_", "Enter");
    assert.equal((await outcome(pty))["text"], "");
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: of prompts asked at one time the first comes back first`, async () => {
    const steps = ["First?", "Second?", "Third?"].map((message) =>
      ({ do: "confirm", message }) as const
    );
    await using pty = ask(target, [{ do: "together", steps }]);
    await pty.expectScreen("First?");
    for (const back of ["b", "c"]) {
      await pressCtrlC(pty);
      const { text } = await pty.expectScreen(MENU_OVER_PROMPT.trimEnd());
      assert.doesNotMatch(text, /First|Second|Third/);
      pty.press(back);
      await pty.expectScreen("First?");
    }
    assert.ok(!pty.raw.includes("Second?"));
    pty.press("y");
    await pty.expectScreen("Second?");
    assert.ok(!pty.raw.includes("Third?"));
    pty.press("n");
    await pty.expectScreen("Third?");
    pty.press("Esc");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    const kinds = [...pty.raw.matchAll(/\{"kind".*?\}/g)].map(([each]) => each);
    assert.deepEqual(kinds, [
      '{"kind":"answered","yes":true}',
      '{"kind":"answered","yes":false}',
      '{"kind":"cancelled"}',
    ]);
    await assertRestored(pty);
  });

  Deno.test(`${target}: a menu that stands in for nothing has no way back`, async () => {
    await using pty = ask(target, [{ do: "confirm" }, { do: "wait" }]);
    await pty.expectScreen("Sure?");
    pty.press("y");
    await outcome(pty);
    await pressCtrlC(pty);
    await pty.expectScreen("Interrupted [c,q,?]");
    pty.press("b", "q");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertRestored(pty);
  });

  Deno.test(`${target}: a reply that was backed out of is offered again, caret and all`, async () => {
    await using pty = ask(target, [{ do: "menu" }]);
    await pty.expectScreen("Interrupted [c,r,?]");
    pty.press("r");
    await pty.expectScreen("Reply:");
    pty.write("one");
    pty.press("M-Enter");
    pty.write("two");
    await pty.expectScreen("… two");
    pty.press("Left");
    await pressCtrlC(pty);
    assert.deepEqual(await outcome(pty), { kind: "interrupted", text: "one\ntwo", caret: 6 });
    await pty.expectScreen((screen) => screen.text.endsWith("Interrupted [c,r,?]"));
    pty.press("r");
    const { cursor, lines } = await pty.expectScreen("… two");
    assert.deepEqual([cursor.x, lines[cursor.y]], [4, "… two"]);
    // A signal is the key.
    await sendSigint(pty);
    assert.deepEqual(await outcome(pty), { kind: "interrupted", text: "one\ntwo", caret: 6 });
    await pty.expectScreen((screen) => screen.text.endsWith("Interrupted [c,r,?]"));
    pty.press("r");
    await pty.expectScreen("… two");
    pty.press("Enter");
    assert.deepEqual(await outcome(pty), {
      kind: "reply",
      text: "one\ntwo",
      composedIn: "inline",
    });
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: a shutdown under an open reply leaves its text to the caller`, async () => {
    await using pty = ask(target, [{ do: "reply" }]);
    await pty.expect("Reply: ");
    pty.write("not lost");
    await pty.expectScreen("not lost");
    pty.kill("SIGTERM");
    assert.deepEqual(await outcome(pty), { kind: "aborted", text: "not lost", caret: 8 });
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertRestored(pty);
  });
}
