/**
 * Ctrl-Z, and the end of the terminal, while a plugin runs or has the terminal (interrupts.md
 * "Plugins", PR-012).
 */
import assert from "node:assert/strict";
import { processState } from "../../support/mod.ts";
import { assertTerminalRestored, humanPause, PROMPT } from "../ladder/support.ts";
import { assertNoneLeft, full, fullScreen, inShell, pluginWorld, UNTIL_Q } from "./support.ts";

for (const target of ["deno", "binary"] as const) {
  Deno.test(`${target}: Ctrl-Z stops both, and fg has the plugin go on with its modes`, async () => {
    await using world = await pluginWorld({ plugins: { full: fullScreen(UNTIL_Q) } });
    await using pty = await inShell(world, target, ["full"]);
    const before = pty.termios();
    pty.write("$JP\n");
    await full(pty);
    pty.press("C-z");
    await pty.expect("Stopped");
    await pty.expect(PROMPT);
    assert.deepEqual(pty.termios(), before);
    pty.write("fg\n");
    pty.write("x");
    await world.noted("full", "key x");
    pty.press("q");
    await world.noted("full", '{"type":"released"');
    await pty.expect(PROMPT);
    assert.deepEqual(pty.termios(), before);
    pty.write("exit\n");
    await pty.expectExit();
  });
}

Deno.test("Ctrl-Z where nobody could bring us back: it goes on", async () => {
  await using world = await pluginWorld({ plugins: { full: fullScreen(UNTIL_Q) } });
  await using pty = world.pty("binary", ["full"]);
  await full(pty);
  pty.press("a");
  await world.noted("full", "key a");
  pty.press("C-z");
  await humanPause();
  pty.press("q");
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  await assertTerminalRestored(pty);
});

Deno.test("the terminal goes away while a plugin has it", async () => {
  const config = "[plugins]\nshutdown_timeout_secs = 1\n";
  const deaf = fullScreen("trap '' INT TERM HUP; note ready; while :; do sleep 1; done");
  await using world = await pluginWorld({ plugins: { full: deaf }, config });
  await using pty = world.pty("binary", ["full"]);
  await world.noted("full", "ready");
  await pty.hangup();
  assert.deepEqual(await pty.exit, { code: null, signal: "SIGHUP" });
  await assertNoneLeft(pty);
});

Deno.test("Ctrl-Z while a plugin works by itself stops it as well", async () => {
  const works = `note self $$; while [ ! -e "$0.go" ]; do sleep 0.05; done\nsay '{"type":"exit"}'`;
  await using world = await pluginWorld({ plugins: { works } });
  await using pty = await inShell(world, "binary", ["works"]);
  pty.write("$JP\n");
  const self = Number((await world.noted("works", "self ")).slice(5));
  pty.press("C-z");
  await pty.expect("Stopped");
  await pty.expect(PROMPT);
  // "D" is a shell whose newest child was stopped before its exec: it waits for that (vfork).
  assert.match(processState(self) ?? "gone", /^[TD]$/);
  await Deno.writeTextFile(`${world.bin}/jp-works.go`, "");
  pty.write("fg\n");
  await pty.expect(PROMPT);
  assert.equal(processState(self), undefined);
  pty.write("exit\n");
  await pty.expectExit();
});
