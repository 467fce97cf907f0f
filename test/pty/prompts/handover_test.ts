/**
 * Between one reader of the terminal and the next no key is lost and no extra key is needed
 * (PR-022, PR-049).
 */
import assert from "node:assert/strict";
import {
  ask,
  assertEndedWell,
  DEAD_BY_SIGHUP,
  DEAD_BY_SIGINT,
  outcome,
  RUNTIMES,
} from "./support.ts";

const ROUNDS = 200;

for (const target of RUNTIMES) {
  Deno.test(`${target}: ${ROUNDS} times a prompt, then a child that reads a line`, async () => {
    await using pty = ask(target, [{ do: "rounds", count: ROUNDS }], { timeoutMs: 60_000 });
    for (let round = 1; round <= ROUNDS; round++) {
      await pty.expect(`Round ${round}?`);
      pty.press("y");
      await pty.expect("line: ");
      pty.write(`line ${round}\r`);
      await pty.expect(`child got <line ${round}>`);
    }
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: what is typed behind an answer is the next reader's`, async () => {
    await using pty = ask(target, [
      { do: "confirm" },
      { do: "child" },
      { do: "line" },
      { do: "child" },
      { do: "reply" },
      { do: "child" },
    ]);
    await pty.expect("Sure?");
    pty.write("yfirst\r");
    await pty.expect("child got <first>");
    await pty.expect("Name: ");
    // What is typed while the terminal is raw keeps its CR, in every program's raw mode.
    pty.write("zoé\rsecond\n");
    assert.equal((await outcome(pty))["text"], "zoé");
    await pty.expect("child got <second>");
    await pty.expect("Reply: ");
    pty.write("\x1b[200~one\rtwo\x1b[201~");
    await pty.expectScreen("… two");
    pty.write("\rthird\n");
    assert.equal((await outcome(pty))["text"], "one\ntwo");
    await pty.expect("child got <third>");
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: what is typed before a question answers it as little as a paste`, async () => {
    await using pty = ask(target, [{ do: "child" }, { do: "confirm" }]);
    await pty.expect("line: ");
    // The line ends before the question is there; the rest of it would say yes.
    pty.write("x\ry");
    await pty.expect("Sure?");
    pty.paste("y");
    pty.press("n");
    assert.deepEqual(await outcome(pty), { kind: "answered", yes: false });
    await assertEndedWell(pty);
  });

  Deno.test(`${target}: the end of the program needs no key`, async () => {
    await using pty = ask(target, [{ do: "line" }]);
    await pty.expect("Name: ");
    pty.kill("SIGTERM");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  });

  for (const step of [{ do: "line" }, { do: "confirm" }, { do: "reply" }] as const) {
    Deno.test(`${target}: a terminal that goes away under a ${step.do} ends the program`, async () => {
      await using pty = ask(target, [step]);
      await pty.expect(/: |\? /);
      await pty.hangup();
      assert.deepEqual(await pty.exit, DEAD_BY_SIGHUP);
      assert.deepEqual(pty.survivors(), []);
    });
  }
}
