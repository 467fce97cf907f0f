import assert from "node:assert/strict";
import { termiosChanges } from "../../support/mod.ts";
import { place } from "./support.ts";

const ONE = "Remove it for good? [y,n,?] ";
const ALL = "Remove all 3 for good? [y,n,?] ";

Deno.test("rm: it asks, naming what would go, and y removes", async () => {
  await using here = await place();
  await here.fill(3);
  await using jp = here.pty(["c", "rm", "+live"]);
  await jp.expect(ALL);
  const screen = (await jp.screen()).text;
  assert.match(screen, /jp-c17758400002 {2}about-2 \(1 turn\)/);
  assert.equal(here.conversations().length, 3);
  jp.press("y");
  assert.deepEqual(await jp.expectExit(), { code: 0, signal: null });
  assert.deepEqual(here.conversations(), []);
  assert.deepEqual(termiosChanges(jp.initialTermios, jp.termios()), []);
});

for (const key of ["n", "Enter", "Esc"] as const) {
  Deno.test(`rm: ${key} keeps everything, status 1`, async () => {
    await using here = await place();
    await here.fill(1);
    await using jp = here.pty(["c", "rm", "newest"]);
    await jp.expect(ONE);
    jp.press(key);
    await jp.expect("Nothing was removed.");
    assert.deepEqual(await jp.expectExit(), { code: 1, signal: null });
    assert.equal(here.conversations().length, 1);
  });
}

Deno.test("rm: Ctrl-C in the question opens the menu, Continue brings it back unanswered", async () => {
  await using here = await place();
  await here.fill(1);
  await using jp = here.pty(["c", "rm", "newest"]);
  await jp.expect(ONE);
  jp.press("C-c");
  await jp.expect("Interrupted [");
  assert.equal(here.conversations().length, 1);
  jp.press("c");
  await jp.expect(ONE);
  assert.equal(here.conversations().length, 1);
  jp.press("y");
  assert.deepEqual(await jp.expectExit(), { code: 0, signal: null });
  assert.deepEqual(here.conversations(), []);
});

for (const [answer, name] of [["c", "Continue removes the rest"], ["q", "Quit keeps them"]]) {
  Deno.test(`rm: nothing is removed behind a menu; ${name}`, async () => {
    await using here = await place();
    await here.fill(400);
    await using jp = here.pty(["c", "rm", "--yes", "+live"]);
    await jp.expect("Removed jp-c");
    jp.press("C-c");
    await jp.expect("Interrupted [c,q,?] ");
    // What was under way when the key was pressed is done once this is shown.
    jp.press("?");
    await jp.expect("Quit gracefully");
    const left = here.conversations();
    assert(left.length > 0 && left.length < 400, `${left.length} are left`);
    for (let looks = 0; looks < 10; looks++) {
      jp.press("?");
      await jp.expectScreen((screen) => helpShown(screen.text) === (looks % 2 === 1));
      assert.deepEqual(here.conversations(), left);
    }
    jp.press(answer ?? "");
    const ended = await jp.expectExit();
    if (answer === "c") {
      assert.deepEqual(ended, { code: 0, signal: null });
      assert.deepEqual(here.conversations(), []);
    } else {
      assert.deepEqual(ended, { code: null, signal: "SIGINT" });
      assert.deepEqual(here.conversations(), left);
      const whole = await here.run(["c", "ls", "-F", "json"]);
      assert.equal(whole.stdout.trimEnd().split("\n").length, left.length);
    }
  });
}

Deno.test("rm: a conversation that another jp is answering in is not removed", async () => {
  await using here = await place();
  const slow = ["q", "-n", "-m", "demo/chat", "-p", "words=5000", "-p", "interval_ms=20", "hello"];
  await using other = here.pty(slow);
  await other.expect("jp");
  const { code, stderr } = await here.run(["c", "rm", "--yes", "newest"]);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`is locked by another jp \\(pid: ${other.pid}, session: `));
  assert.equal(here.conversations().length, 1);
});

function helpShown(text: string): boolean {
  return text.includes("Quit gracefully");
}
