/**
 * The wait for a conversation that another process writes to: its menu by a press, the same question
 * by itself after the time is up, and what each option leads to (PR-041).
 */
import assert from "node:assert/strict";
import { answer, type Pty, RUNTIMES } from "../../support/mod.ts";
import {
  assertTerminalRestored,
  DEAD_BY_SIGINT,
  pressCtrlC,
  SHUTTING_DOWN,
} from "../ladder/support.ts";
import { said, type World, world } from "../query/world.ts";

const MENU = "is locked by pid ";
const KEYS = " [c,n,f,q,?] ";
const DONE = { code: 0, signal: null } as const;
const WAITING = "Pending conversation lock";

/** A conversation whose first turn is under way in another process, and goes on when released. */
async function held(timeoutSecs: number) {
  const w = await world({
    user: `style.lock_wait = { delay_secs = 0, timeout_secs = ${timeoutSecs} }`,
    scripts: (request) =>
      request.n === 1
        ? [{ text: "Hel" }, { stall: true }, { text: "lo" }, { finish: "stop" }]
        : answer(`answer ${request.n}`),
  });
  const first = w.spawn("binary", ["q", "first"]);
  await first.stdout.expect("Hel");
  return {
    w,
    first,
    release: async () => (await w.provider.request(1)).release(),
    [Symbol.asyncDispose]: async () => {
      await first[Symbol.asyncDispose]();
      await w[Symbol.asyncDispose]();
    },
  };
}

const asked = (w: World): string[] =>
  said(w.provider.requests[1]?.body ?? {}).filter((each) => !each.startsWith("system"));

async function menu(pty: Pty): Promise<void> {
  await pty.expect(WAITING);
  await pressCtrlC(pty);
  await pty.expect(MENU);
  await pty.expect(KEYS);
}

for (const target of RUNTIMES) {
  Deno.test(`${target}: lock wait: a press opens the menu, c waits on, and the turn follows`, async () => {
    await using bed = await held(600);
    await using pty = bed.w.pty(target, ["q", "second"]);
    await menu(pty);
    pty.press("c");
    await pty.expect(WAITING);
    await bed.release();
    assert.deepEqual(await pty.expectExit(), DONE);
    assert.equal((await pty.screen()).text, "answer 2");
    await assertTerminalRestored(pty);
    // What the holder wrote meanwhile has been read.
    assert.deepEqual(asked(bed.w), ["user: first", "assistant: Hello", "user: second"]);
  });

  Deno.test(`${target}: lock wait: Ctrl-C on its menu is rung 2`, async () => {
    await using bed = await held(600);
    await using pty = bed.w.pty(target, ["q", "second"]);
    await menu(pty);
    await pressCtrlC(pty);
    await pty.expect(SHUTTING_DOWN);
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertTerminalRestored(pty);
    assert.equal(bed.w.provider.requests.length, 1);
  });

  Deno.test(`${target}: lock wait: come up by itself it stays for one press; the next is rung 2`, async () => {
    await using bed = await held(0);
    await using pty = bed.w.pty(target, ["q", "second"]);
    await pty.expect(KEYS);
    await pressCtrlC(pty);
    // Drawn anew, as the menu.
    await pty.expect(KEYS);
    await pressCtrlC(pty);
    await pty.expect(SHUTTING_DOWN);
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertTerminalRestored(pty);
  });
}

Deno.test("lock wait: n begins a new conversation, with the words that were given", async () => {
  await using bed = await held(0);
  await using pty = bed.w.pty("binary", ["q", "second"]);
  await pty.expect(KEYS);
  pty.press("n");
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.deepEqual(asked(bed.w), ["user: second"]);
  assert.equal((await bed.w.conversations()).length, 2);
});

Deno.test("lock wait: f forks what is there, and the original is left alone", async () => {
  await using bed = await held(0);
  await using pty = bed.w.pty("binary", ["q", "second"]);
  await pty.expect(KEYS);
  pty.press("f");
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.match(asked(bed.w).join("\n"), /^user: first[^]*second$/);
  await bed.release();
  assert.equal((await bed.first.result()).code, 0);
  const [one = "", two = ""] = await bed.w.conversations();
  assert.deepEqual((await bed.w.events(one)).map(({ type }) => type), [
    "turn_start",
    "chat_request",
    "chat_response",
    "turn_end",
  ]);
  assert.match(JSON.stringify(await bed.w.events(two)), /second/);
});

Deno.test("lock wait: q gives up with an error, and ESC waits on", async () => {
  await using bed = await held(0);
  await using pty = bed.w.pty("binary", ["q", "second"]);
  await pty.expect(KEYS);
  pty.press("Esc");
  await pty.expect(KEYS);
  pty.press("q");
  await pty.expect(/is locked by another jp \(pid: \d+/);
  assert.deepEqual(await pty.expectExit(), { code: 1, signal: null });
  assert.equal(bed.w.provider.requests.length, 1);
});

Deno.test("lock wait: a command that only changes one can wait or give up", async () => {
  await using bed = await held(0);
  await using pty = bed.w.pty("binary", ["c", "label", "add", "-i", "newest", ":seen"]);
  await pty.expect("[c,q,?] ");
  await bed.release();
  assert.equal((await bed.first.result()).code, 0);
  pty.press("c");
  assert.deepEqual(await pty.expectExit(), DONE);
  const { stdout } = await bed.w.run("binary", ["-F", "json", "c", "show", "newest"]);
  assert.deepEqual(JSON.parse(stdout).labels, { seen: "" });
});
