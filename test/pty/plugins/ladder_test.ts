/**
 * The rungs with a plugin: the first press is its own and reaches it once, the second has it asked to
 * end and killed when it does not, the third kills it at once; and nothing of it is ever left (RFD
 * 092 "Plugin scope"; PR-004, PR-007).
 */
import assert from "node:assert/strict";
import { eventually, routerStands, TARGETS } from "../../support/mod.ts";
import {
  assertTerminalRestored,
  count,
  DEAD_BY_SIGINT,
  humanPause,
  pastRelayWindow,
  pressCtrlC,
  SHUTTING_DOWN,
  TERMINATING,
  threePresses,
} from "../ladder/support.ts";
import { assertNoneLeft, DEAF, pluginWorld, QUIET } from "./support.ts";

/** Counts its SIGINTs, and ends well when a file says so. */
const COUNTS = `
trap 'note INT' INT
note "group $(ps -o pgid= -p $$ | tr -d ' ')"
say '{"type":"print","text":"counting\\n"}'
until [ -e "$0.go" ]; do sleep 0.05; done
say '{"type":"print","text":"done\\n"}'
say '{"type":"exit","code":3}'
`;

for (const target of TARGETS) {
  Deno.test(`${target}: the first press is one SIGINT for the plugin's group, which is its own`, async () => {
    await using world = await pluginWorld({ plugins: { counts: COUNTS } });
    await using pty = world.pty(target, ["counts"]);
    await pty.expect("counting");
    assert.equal(pty.foregroundGroup, pty.pid);
    const group = await world.noted("counts", "group ");
    assert.notEqual(group, `group ${pty.pid}`);
    await pressCtrlC(pty);
    await world.noted("counts", "INT");
    await humanPause();
    assert.deepEqual((await world.notes("counts")).slice(1), ["INT"]);
    await Deno.writeTextFile(`${world.bin}/jp-counts.go`, "");
    await pty.expect("done");
    assert.deepEqual(await pty.expectExit(), { code: 3, signal: null });
    await assertTerminalRestored(pty);
    await assertNoneLeft(pty);
  });
}

for (const target of TARGETS) {
  Deno.test(`${target}: a plugin that knows no SIGINT dies of the press, and jp the same way`, async () => {
    const plain = `say '{"type":"print","text":"waiting\\n"}'\nsleep 60\n`;
    await using world = await pluginWorld({ plugins: { plain } });
    await using pty = world.pty(target, ["plain"]);
    await pty.expect("waiting");
    await pressCtrlC(pty);
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    assert.equal((await pty.screen()).text, "waiting");
    await assertTerminalRestored(pty);
    await assertNoneLeft(pty);
  });
}

for (const target of ["deno", "binary"] as const) {
  Deno.test(`${target}: the second press asks it to end, and kills what does not`, async () => {
    const config = `${QUIET}[plugins]\nshutdown_timeout_secs = 1\n`;
    await using world = await pluginWorld({ plugins: { deaf: DEAF }, config });
    await Deno.writeTextFile(`${world.bin}/jp-deaf.hide`, "");
    await using pty = world.pty(target, ["deaf"]);
    await pty.expect("deaf");
    await pressCtrlC(pty);
    await humanPause();
    await pressCtrlC(pty);
    await pty.expect(SHUTTING_DOWN);
    await world.noted("deaf", '{"type":"shutdown"}');
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    assert.ok(!pty.raw.includes(TERMINATING));
    await assertTerminalRestored(pty);
    await assertNoneLeft(pty);
  });
}

for (const target of ["bun"] as const) {
  Deno.test(`${target}: its time is within the watchdog's, whatever it is given`, async () => {
    const config = `${QUIET}timeout_secs = 1\n[plugins]\nshutdown_timeout_secs = 60\n`;
    await using world = await pluginWorld({ plugins: { deaf: DEAF }, config });
    await using pty = world.pty(target, ["deaf"]);
    await pty.expect("deaf");
    pty.kill("SIGTERM");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertNoneLeft(pty);
  });
}

for (const target of TARGETS) {
  Deno.test(`${target}: the third press kills all of it at once`, async () => {
    await using world = await pluginWorld({ plugins: { deaf: DEAF }, config: QUIET });
    await using pty = world.pty(target, ["deaf"]);
    await pty.expect("deaf");
    await threePresses(pty);
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    assert.equal(count(pty.raw, SHUTTING_DOWN), 1);
    await assertTerminalRestored(pty);
    await assertNoneLeft(pty);
  });
}

for (const target of ["deno", "bun"] as const) {
  Deno.test(`${target}: without a terminal one SIGINT asks it to end, the next kills it`, async () => {
    await using world = await pluginWorld({ plugins: { deaf: DEAF }, config: QUIET });
    await using jp = world.detached(target, ["deaf"]);
    await jp.stdout.expect("deaf");
    jp.killGroup("SIGINT");
    await jp.stderr.expect(SHUTTING_DOWN);
    await world.noted("deaf", '{"type":"shutdown"}');
    await pastRelayWindow();
    jp.kill("SIGINT");
    const { code, signal, stderr } = await jp.result();
    assert.deepEqual({ code, signal }, DEAD_BY_SIGINT);
    assert.equal(stderr, `${SHUTTING_DOWN}\n${TERMINATING}\n`);
    await assertNoneLeft(jp);
  });
}

for (const target of ["deno", "binary"] as const) {
  Deno.test(`${target}: a press before the plugin is there reaches it, or ends it`, async () => {
    await using world = await pluginWorld({ plugins: { counts: COUNTS } });
    await using pty = world.pty(target, ["counts"]);
    // Whatever the press meets: our own start, the second start of ourselves, or the plugin.
    await eventually(() => routerStands(pty.pid) || undefined, "the router");
    await pressCtrlC(pty);
    let ended = false;
    void pty.exit.then(() => ended = true);
    const met = await eventually(
      async () => {
        if (ended) return "ended";
        if (/Interrupted \[c,q,\?\] /.test(pty.raw)) return "menu";
        return (await world.notes("counts")).includes("INT") ? "plugin" : undefined;
      },
      "what the press met",
      { timeoutMs: 20_000 },
    );
    if (met === "menu") pty.press("c");
    if (met === "ended") {
      assert.deepEqual(await pty.exit, DEAD_BY_SIGINT, pty.raw);
      assert.ok(!pty.raw.includes("without saying exit"), "nobody is blamed for a press");
    } else {
      await Deno.writeTextFile(`${world.bin}/jp-counts.go`, "");
      assert.deepEqual(await pty.expectExit(), { code: 3, signal: null });
    }
    await assertNoneLeft(pty);
  });
}
