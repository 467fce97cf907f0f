/**
 * The ladder on a terminal, on every target: what each press does, how the process dies of it, and
 * what is left behind (RFD 092, "The escalation ladder"; PR-005, PR-010, PR-047).
 */
import assert from "node:assert/strict";
import { type FixtureEnv, type Pty, spawnPty, TARGETS } from "../../support/mod.ts";
import {
  assertTerminalRestored,
  conversationEvents,
  DEAD_BY_SIGINT,
  ladderFixture,
  MENU,
  pressCtrlC,
  query,
  SHUTTING_DOWN,
  startJp,
  streaming,
  TERMINATING,
} from "./support.ts";

/** Ways to leave while an answer streams, each with the words it must say, in order. */
const ENDINGS: Record<string, { leave: (pty: Pty) => Promise<void>; says: string[] }> = {
  "two presses": {
    leave: async (pty) => {
      await pressCtrlC(pty);
      await pty.expect(MENU);
      await pressCtrlC(pty);
    },
    says: [SHUTTING_DOWN],
  },
  "SIGTERM": {
    leave: (pty) => Promise.resolve(pty.kill("SIGTERM")),
    says: [SHUTTING_DOWN],
  },
  "SIGQUIT": {
    leave: (pty) => Promise.resolve(pty.kill("SIGQUIT")),
    says: [TERMINATING],
  },
  "SIGINT sent twice": {
    leave: async (pty) => {
      pty.kill("SIGINT");
      await pty.expect(MENU);
      await pressCtrlC(pty);
    },
    says: [SHUTTING_DOWN],
  },
  "Ctrl-\\ in the menu": {
    leave: async (pty) => {
      await pressCtrlC(pty);
      await pty.expect(MENU);
      pty.press("C-\\");
    },
    says: [TERMINATING],
  },
};

/** What was said before a graceful end is in the log, as the part of an answer it is. */
async function assertPartialKept(env: FixtureEnv): Promise<void> {
  const events = await conversationEvents(env);
  const answer = events.find(({ type }) => type === "chat_response");
  assert.match(String(answer?.["message"]), /^I am jp's built-in demo/);
  assert.equal(answer?.["interrupted"], true);
  assert.equal(events.at(-1)?.["reason"], "interrupted");
}

for (const target of TARGETS) {
  for (const [name, { leave, says }] of Object.entries(ENDINGS)) {
    Deno.test(`${target}: ${name} is a death by SIGINT, with the terminal as it was`, async () => {
      await using run = await startJp(target);
      const { pty } = run;
      await streaming(pty);
      await leave(pty);
      assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
      for (const word of [SHUTTING_DOWN, TERMINATING]) {
        const count = pty.raw.split(word).length - 1;
        assert.equal(count, says.includes(word) ? 1 : 0, `${word} ${count} times`);
      }
      const { text } = await pty.screen();
      assert.ok(!text.includes("Interrupted"), "the menu is gone");
      await assertTerminalRestored(pty);
      assert.deepEqual(pty.survivors(), []);
      if (says.includes(SHUTTING_DOWN)) await assertPartialKept(run.env);
    });
  }

  Deno.test(`${target}: three presses end what ignores the second, at once`, async () => {
    await using pty = spawnPty({ ...ladderFixture(target, "deaf"), timeoutMs: 20_000 });
    await pty.expect("ready");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    await pressCtrlC(pty);
    await pty.expect(SHUTTING_DOWN);
    await pressCtrlC(pty);
    await pty.expect(TERMINATING);
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertTerminalRestored(pty);
  });

  Deno.test(`${target}: a normal end is status 0 and says nothing of a shutdown`, async () => {
    await using run = await startJp(target, query(30, 1));
    const { pty } = run;
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.ok(!pty.raw.includes(SHUTTING_DOWN));
    await assertTerminalRestored(pty);
  });

  Deno.test(`${target}: continuing after a press changes neither the answer nor the status`, async () => {
    await using run = await startJp(target, query(120, 5));
    const { pty } = run;
    await streaming(pty);
    await pressCtrlC(pty);
    await pty.expect(MENU);
    pty.press("c");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    await assertTerminalRestored(pty);
    const last = (await conversationEvents(run.env)).at(-1);
    assert.equal(last?.["reason"], "complete");
  });
}
