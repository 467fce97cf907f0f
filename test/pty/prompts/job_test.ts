/**
 * Stopped, continued in the background and in front: the shell gets its terminal as it was, the
 * prompt comes back with its text (interrupts.md "Exit convention"; PR-012).
 */
import assert from "node:assert/strict";
import { type Pty, termiosChanges } from "../../support/mod.ts";
import { outcome, pressCtrlC, RUNTIMES, shellAround, type Step } from "./support.ts";

const PROMPTS: Record<string, { step: Step; shows: string; gives: object; keys: string[] }> = {
  "a confirm": {
    step: { do: "confirm" },
    shows: "Sure? [y,n,?]",
    keys: ["y"],
    gives: { kind: "answered", yes: true },
  },
  "a line": {
    step: { do: "line", text: "half" },
    shows: "Name: half",
    keys: ["!", "Enter"],
    gives: { kind: "submitted", text: "half!", caret: 5 },
  },
  "a reply in vi mode": {
    step: { do: "reply", editMode: "vi", draft: { text: "one\ntwo", caret: 7 } },
    shows: "… two",
    keys: ["!", "Enter"],
    gives: { kind: "reply", text: "one\ntwo!", composedIn: "inline" },
  },
};

/** The shell has the terminal, with everything as a shell expects it. */
async function assertShells(pty: Pty, gone: string): Promise<void> {
  await pty.expect("SHELL$ ");
  assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
  const { leftOn, text } = await pty.screen();
  assert.deepEqual(leftOn, []);
  assert.ok(!text.includes(gone), text);
}

for (const target of RUNTIMES) {
  for (const [name, { step, shows, keys, gives }] of Object.entries(PROMPTS)) {
    Deno.test(`${target}: Ctrl-Z in ${name}, twice, with a stay in the background`, async () => {
      await using pty = await shellAround(target, [step]);
      await pty.expectScreen(shows);
      for (let stop = 1; stop <= 2; stop++) {
        pty.press("C-z");
        await assertShells(pty, shows);
        pty.write("bg; printf 'in the %s\\n' background\r");
        await pty.expect("in the background");
        await assertShells(pty, shows);
        // Nothing of ours happens to a terminal that is the shell's.
        pty.write("printf 'still %s\\n' here\r");
        await pty.expect("still here");
        await assertShells(pty, shows);
        pty.mark();
        pty.write("fg\r");
        await pty.expectScreen(shows);
      }
      // A press is a first one.
      if (step.do !== "reply") {
        await pressCtrlC(pty);
        await pty.expectScreen("Interrupted [c,q,b,?]");
        pty.press("b");
        await pty.expectScreen(shows);
      }
      pty.mark();
      pty.press(...keys);
      assert.deepEqual(await outcome(pty), gives);
      await assertShells(pty, shows);
    });
  }

  Deno.test(`${target}: stopped by a signal, and the screen cleared meanwhile`, async () => {
    await using pty = await shellAround(target, [{ do: "reply" }]);
    await pty.expect("Reply: ");
    pty.write("kept");
    await pty.expectScreen("Reply: kept");
    pty.press("C-z");
    await assertShells(pty, "Reply:");
    pty.write("clear; fg\r");
    const { lines } = await pty.expectScreen("Reply: kept");
    assert.ok(lines.some((line) => line === "Reply: kept"));
    pty.press("Enter");
    assert.equal((await outcome(pty))["text"], "kept");
    await assertShells(pty, "Reply:");
  });
}
