/**
 * Plugins that use the terminal without asking for it: none is left stopped for it, and none keeps jp
 * from its prompts or from its end (PR-050).
 */
import assert from "node:assert/strict";
import { eventually, type Pty } from "../../support/mod.ts";
import {
  assertTerminalRestored,
  DEAD_BY_SIGINT,
  humanPause,
  pastRelayWindow,
  pressCtrlC,
  SHUTTING_DOWN,
} from "../ladder/support.ts";
import { assertNoneLeft, pluginWorld } from "./support.ts";

const UNASKED = {
  writes: `printf 'HERE' >/dev/tty; note here; until [ -e "$0.go" ]; do sleep 0.05; done`,
  reads: `note here; IFS= read -r key </dev/tty; note "key $key"`,
  "reads raw":
    `stty raw -echo </dev/tty; note here; key=$(dd bs=1 count=1 </dev/tty 2>/dev/null); note "key $key"`,
};

for (const [how, script] of Object.entries(UNASKED)) {
  Deno.test(`unasked, a plugin ${how}: it is not left stopped, and jp goes on`, async () => {
    const self = "note self $$\n";
    const more = `
say '{"type":"compose","kind":"line","message":"Name?"}'
IFS= read -r answer; note "$answer"
say '{"type":"exit","code":0}'`;
    await using world = await pluginWorld({ plugins: { user: self + script + more } });
    await using pty = world.pty(how === "reads" ? "deno" : "binary", ["user"]);
    await world.noted("user", "here");
    if (how === "writes") {
      await pty.expect("HERE");
      await Deno.writeTextFile(`${world.bin}/jp-user.go`, "");
    } else {
      await foreground(pty, Number((await world.noted("user", "self ")).slice(5)));
      pty.write(how === "reads" ? "k\n" : "k");
      await world.noted("user", "key k");
    }
    // jp's own prompt, with the terminal as it has to be.
    await pty.expectScreen("Name?");
    pty.write("me");
    pty.press("Enter");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.match((await world.notes("user")).at(-1) ?? "", /"text":"me"/);
    await assertTerminalRestored(pty);
  });
}

/** Each talks on the terminal in its own way, and hears no signal that can be ignored. */
const DEAF_USERS = {
  "only writes": "printf HERE >/dev/tty; note here",
  "waits for a key": "note here; IFS= read -r key </dev/tty; note woke",
  "has it raw": "stty raw -echo </dev/tty; note here",
  "has stopped itself": "note here; kill -STOP $$; note woke",
};

for (const [how, script] of Object.entries(DEAF_USERS)) {
  Deno.test(`three presses end jp and a deaf plugin that ${how}`, async () => {
    const rest = "\nwhile :; do sleep 1; done";
    await using world = await pluginWorld({
      plugins: { user: `trap '' INT TERM HUP\n${script}${rest}` },
      config: "[interrupt.shutdown]\nshow = false\n",
    });
    await using pty = world.pty("binary", ["user"]);
    await world.noted("user", "here");
    await humanPause();
    if (how === "waits for a key") {
      // The terminal is the plugin's, and so are the presses, until it has its key.
      pty.press("C-c");
      pty.write("k\n");
      await world.noted("user", "woke");
    }
    if (pty.foregroundGroup !== pty.pid) {
      // It never gives the terminal back: then jp is told with a signal.
      pty.kill("SIGTERM");
    } else {
      await pressCtrlC(pty);
      await humanPause();
      await pressCtrlC(pty);
    }
    await eventually(
      () => pty.raw.includes(SHUTTING_DOWN) || pty.foregroundGroup !== pty.pid ? true : undefined,
      "the second rung",
    );
    await pastRelayWindow();
    pty.kill("SIGINT");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    // What the key echoed while the terminal was the plugin's is the plugin's.
    assert.deepEqual(pty.termios(), pty.initialTermios);
    assert.deepEqual((await pty.screen()).leftOn, []);
    await assertNoneLeft(pty);
  });
}

/** Waits until that process's group is in the foreground. */
async function foreground(pty: Pty, group: number): Promise<void> {
  await eventually(() => pty.foregroundGroup === group || undefined, `${group} in the foreground`);
}
