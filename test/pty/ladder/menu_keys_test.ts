/**
 * What keys do in a menu, on every target: one key acts at once, ESC goes on, Ctrl-C is rung 2
 * however late it comes, everything else does nothing (interrupts.md, "Menu contract").
 */
import assert from "node:assert/strict";
import { eventually, type Pty, spawnPty, type Target, TARGETS } from "../../support/mod.ts";
import {
  assertTerminalRestored,
  count,
  DEAD_BY_SIGINT,
  humanPause,
  ladderFixture,
  pastRelayWindow,
  pressCtrlC,
  SHUTTING_DOWN,
} from "./support.ts";

const MENU = "Interrupted [c,q,?] ";

async function openMenu(target: Target, options: Record<string, unknown> = {}): Promise<Pty> {
  const pty = spawnPty({ ...ladderFixture(target, "idle", options), timeoutMs: 20_000 });
  await pty.expect("ready");
  await pressCtrlC(pty);
  await pty.expect(MENU);
  return pty;
}

/** It is gone, and the terminal as it was: what is typed before that is not echoed. */
async function closed(pty: Pty): Promise<void> {
  await pty.expectScreen(({ text }) => !text.includes("Interrupted"));
  await eventually(() => pty.termios().on.has("ICANON") || undefined, "the modes as they were");
}

/** The menu is there, and alive: its help comes and goes. */
async function stillOpen(pty: Pty): Promise<void> {
  pty.press("?");
  await pty.expectScreen("q  Quit gracefully");
  pty.press("?");
  await pty.expectScreen(({ text }) =>
    text.includes("Interrupted [c,q,?]") && !text.includes("Quit gracefully")
  );
}

async function leave(pty: Pty): Promise<void> {
  pty.kill("SIGTERM");
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  await assertTerminalRestored(pty);
}

for (const target of TARGETS) {
  Deno.test(`${target}: ESC goes on, and so does c; the next press asks again`, async () => {
    await using pty = await openMenu(target);
    for (const key of ["Esc", "c", "Esc"]) {
      pty.press(key);
      await closed(pty);
      // Inside the cooldown: an answer has made it a first press.
      await pressCtrlC(pty);
      await pty.expect(MENU);
    }
    assert.equal(count(pty.raw, SHUTTING_DOWN), 0);
    await leave(pty);
  });

  Deno.test(`${target}: keys that mean nothing do nothing`, async () => {
    await using pty = await openMenu(target);
    for (const keys of ["\r", "\x04", "x", "C", "Q", " ", "\t", "\x7f", "é", "\x1b[A", "\x1bOP"]) {
      pty.write(keys);
    }
    pty.write("\x1b[200~cq\x1b[201~");
    await stillOpen(pty);
    pty.press("q");
    await pty.expect(SHUTTING_DOWN);
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertTerminalRestored(pty);
  });

  Deno.test(`${target}: an arrow key in two pieces is no ESC`, async () => {
    await using pty = await openMenu(target);
    for (let n = 0; n < 5; n++) {
      pty.write("\x1b");
      pty.write("[A");
    }
    await stillOpen(pty);
    await leave(pty);
  });

  Deno.test(`${target}: Ctrl-C in the menu is rung 2, however late and however it comes`, async () => {
    // With a cooldown of 0 a second press counts only because a menu is up.
    await using signal = await openMenu(target, { cooldownMs: 0 });
    await pressCtrlC(signal);
    await signal.expect(SHUTTING_DOWN);
    assert.deepEqual(await signal.expectExit(), DEAD_BY_SIGINT);
    // A terminal that was left in kitty's mode by somebody else sends it as a sequence.
    await using key = await openMenu(target, { cooldownMs: 0 });
    key.write("\x1b[99;5u");
    await key.expect(SHUTTING_DOWN);
    assert.deepEqual(await key.expectExit(), DEAD_BY_SIGINT);
    await assertTerminalRestored(key);
  });

  Deno.test(`${target}: with a cooldown of 0, presses without a menu stay first presses`, async () => {
    await using pty = await openMenu(target, { cooldownMs: 0 });
    pty.press("c");
    await closed(pty);
    await pressCtrlC(pty);
    await pty.expect(MENU);
    assert.equal(count(pty.raw, SHUTTING_DOWN), 0);
    await leave(pty);
  });

  Deno.test(`${target}: keys behind the press in one write count, drawn or not`, async () => {
    await using quits = spawnPty({ ...ladderFixture(target, "idle"), timeoutMs: 20_000 });
    await quits.expect("ready");
    quits.write("\x03q");
    await quits.expect(SHUTTING_DOWN);
    assert.deepEqual(await quits.expectExit(), DEAD_BY_SIGINT);
    await using goesOn = spawnPty({ ...ladderFixture(target, "idle"), timeoutMs: 20_000 });
    await goesOn.expect("ready");
    for (let n = 0; n < 3; n++) {
      await pastRelayWindow();
      goesOn.write("\x03c");
      await goesOn.expect(MENU);
      await closed(goesOn);
      await pressCtrlC(goesOn);
      await goesOn.expect(MENU);
      goesOn.press("c");
      await closed(goesOn);
    }
    await leave(goesOn);
  });

  Deno.test(`${target}: keys typed before the press choose nothing`, async () => {
    await using pty = spawnPty({ ...ladderFixture(target, "idle"), timeoutMs: 20_000 });
    await pty.expect("ready");
    pty.write("qqq");
    await pty.expect("qqq");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    await stillOpen(pty);
    assert.equal(count(pty.raw, SHUTTING_DOWN), 0);
    await leave(pty);
  });

  Deno.test(`${target}: lines typed before a press that is sent choose nothing`, async () => {
    await using pty = spawnPty({ ...ladderFixture(target, "idle"), timeoutMs: 20_000 });
    await pty.expect("ready");
    // Nothing shows that the lines have been seen to lie there, and on a busy machine a look may
    // come too late to tell: then the first key continues.
    for (let tries = 1;; tries++) {
      pty.write("come on\r");
      await pty.expect("come on");
      await humanPause();
      await pastRelayWindow();
      pty.kill("SIGINT");
      await pty.expect(MENU);
      pty.press("?");
      // The help of the menu, or the end of bracketed paste with it.
      if ((await pty.expect(/Quit gracefully|\[\?2004l/)).text === "Quit gracefully") break;
      assert.ok(tries < 10, "each time the first key has continued");
    }
    pty.press("?");
    await stillOpen(pty);
    assert.equal(count(pty.raw, SHUTTING_DOWN), 0);
    // What follows the press is meant for its menu, also when a sent one came before.
    pty.write("c");
    await closed(pty);
    pty.write("come on\r");
    await pty.expect("come on");
    await humanPause();
    pty.write("\x03c");
    await pty.expect(MENU);
    await closed(pty);
    await leave(pty);
  });
}
