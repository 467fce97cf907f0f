/**
 * Plugins that use the terminal themselves, asked for or not: whatever they do with it, it comes back
 * with its modes, and jp does not wait for them (interrupts.md "Plugins"; PR-050).
 */
import assert from "node:assert/strict";
import { eventually, jpCommand, processState, type Pty, spawnPty } from "../../support/mod.ts";
import {
  assertTerminalRestored,
  DEAD_BY_SIGINT,
  humanPause,
  pastRelayWindow,
  pressCtrlC,
  PROMPT,
  SHUTTING_DOWN,
} from "../ladder/support.ts";
import { assertNoneLeft, pluginWorld } from "./support.ts";

/** Takes the terminal, fills the screen, and has `keys` do what it does there. */
function fullScreen(keys: string, { after = "" } = {}): string {
  return `
trap 'note INT' INT
say '{"type":"terminal","id":1,"action":"acquire"}'
IFS= read -r answer; note "$answer"
exec 3<>/dev/tty
saved=$(stty -g <&3)
stty -icanon -echo <&3
printf '\\033[?1049h\\033[?1000h\\033[?25lFULL' >&3
say '{"type":"print","text":"printed meanwhile\\n"}'
${keys}
printf '\\033[?25h\\033[?1000l\\033[?1049l' >&3
stty "$saved" <&3
say '{"type":"terminal","id":2,"action":"release"}'
IFS= read -r answer; note "$answer"
${after}
say '{"type":"exit","code":0}'
`;
}

const UNTIL_Q = `
while :; do
  c=$(dd bs=1 count=1 <&3 2>/dev/null) || continue
  [ -n "$c" ] && note "key $c"
  [ "$c" = q ] && break
done`;

async function full(pty: Pty): Promise<void> {
  await pty.expectScreen((screen) => screen.text.includes("FULL") && screen.modes.altScreen);
}

for (const target of ["deno", "bun", "binary"] as const) {
  Deno.test(`${target}: a full-screen plugin has keys and Ctrl-C to itself, and what it prints waits`, async () => {
    await using world = await pluginWorld({ plugins: { full: fullScreen(UNTIL_Q) } });
    await using pty = world.pty(target, ["full"]);
    await full(pty);
    assert.notEqual(pty.foregroundGroup, pty.pid);
    pty.press("a");
    await world.noted("full", "key a");
    pty.press("C-c");
    await world.noted("full", "INT");
    await humanPause();
    pty.press("q");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.equal((await pty.screen()).text, "printed meanwhile");
    const notes = await world.notes("full");
    assert.equal(notes[0], '{"type":"granted","id":1}');
    assert.equal(notes.at(-1), '{"type":"released","id":2}');
    assert.equal(notes.filter((note) => note === "INT").length, 1);
    await assertTerminalRestored(pty);
  });
}

Deno.test("one that is killed leaves neither modes nor screen behind", async () => {
  await using world = await pluginWorld({ plugins: { full: fullScreen("kill -KILL $$") } });
  await using pty = world.pty("deno", ["full"]);
  assert.deepEqual(await pty.expectExit(), { code: 1, signal: null });
  await pty.expect("ended by SIGKILL without saying exit");
  await assertTerminalRestored(pty);
  await assertNoneLeft(pty);
});

Deno.test("one that ends without giving it back has given it back", async () => {
  const ends = fullScreen(`say '{"type":"exit","code":4}'; exit`);
  await using world = await pluginWorld({ plugins: { full: ends } });
  await using pty = world.pty("bun", ["full"]);
  assert.deepEqual(await pty.expectExit(), { code: 4, signal: null });
  assert.deepEqual(pty.termios(), pty.initialTermios);
  await assertNoneLeft(pty);
});

Deno.test("one that dies of its own Ctrl-C ends jp by SIGINT, and the loop around it", async () => {
  const dies = fullScreen("trap - INT; note ready; while :; do sleep 0.1; done");
  await using world = await pluginWorld({ plugins: { full: dies } });
  const { cmd, args } = jpCommand("deno", "full");
  const loop = 'for i in 1 2 3; do "$@"; echo "next $?"; done';
  await using pty = spawnPty({
    cmd: "bash",
    args: ["-c", loop, "loop", cmd, ...args],
    env: world.env,
    cwd: world.fixture.workspace,
    timeoutMs: 20_000,
  });
  await world.noted("full", "ready");
  pty.press("C-c");
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  assert.ok(!pty.raw.includes("next"), pty.raw);
  assert.deepEqual(pty.termios(), pty.initialTermios);
  assert.deepEqual((await pty.screen()).leftOn, []);
  await assertNoneLeft(pty);
});

Deno.test("asked to end while it has the terminal, and killed when it does not", async () => {
  const config = "[interrupt.shutdown]\nshow = false\n[plugins]\nshutdown_timeout_secs = 1\n";
  const deaf = fullScreen("trap '' INT TERM; note ready; while :; do sleep 1; done");
  await using world = await pluginWorld({ plugins: { full: deaf }, config });
  await using pty = world.pty("bun", ["full"]);
  await world.noted("full", "ready");
  pty.kill("SIGTERM");
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  assert.match((await pty.screen()).text, new RegExp(SHUTTING_DOWN));
  await assertTerminalRestored(pty);
  await assertNoneLeft(pty);
});

Deno.test("one that stops itself: the terminal is ours again, and a press has it go on and end", async () => {
  const stops = fullScreen("trap 'note INT; exit 5' INT; note self $$; kill -STOP $$; sleep 1");
  await using world = await pluginWorld({ plugins: { full: stops } });
  await using pty = world.pty("deno", ["full"]);
  await world.noted("full", "self ");
  await pty.expectScreen((screen) => screen.text.includes("printed meanwhile"));
  assert.equal(pty.foregroundGroup, pty.pid);
  await pressCtrlC(pty);
  await world.noted("full", "INT");
  assert.deepEqual(await pty.expectExit(), { code: 1, signal: null });
  assert.deepEqual(pty.termios(), pty.initialTermios);
  await assertNoneLeft(pty);
});

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
    await using pty = world.pty(how === "reads" ? "bun" : "deno", ["user"]);
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
    await using pty = world.pty("deno", ["user"]);
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

for (const target of ["deno", "binary"] as const) {
  Deno.test(`${target}: Ctrl-Z stops both, and fg has the plugin go on with its modes`, async () => {
    await using world = await pluginWorld({ plugins: { full: fullScreen(UNTIL_Q) } });
    const command = jpCommand(target, "full");
    await using pty = spawnPty({
      cmd: "bash",
      args: ["--norc", "--noprofile", "--noediting", "-i"],
      env: {
        ...world.env,
        PS1: PROMPT,
        HISTFILE: "",
        JP: [command.cmd, ...command.args].join(" "),
      },
      cwd: world.fixture.workspace,
      timeoutMs: 20_000,
    });
    await pty.expect(PROMPT);
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
  await using pty = world.pty("deno", ["full"]);
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
  await using pty = world.pty("deno", ["full"]);
  await world.noted("full", "ready");
  await pty.hangup();
  assert.deepEqual(await pty.exit, { code: null, signal: "SIGHUP" });
  await assertNoneLeft(pty);
});

Deno.test("Ctrl-Z while a plugin works by itself stops it as well", async () => {
  const works = `note self $$; while [ ! -e "$0.go" ]; do sleep 0.05; done\nsay '{"type":"exit"}'`;
  await using world = await pluginWorld({ plugins: { works } });
  const command = jpCommand("bun", "works");
  await using pty = spawnPty({
    cmd: "bash",
    args: ["--norc", "--noprofile", "--noediting", "-i"],
    env: { ...world.env, PS1: PROMPT, HISTFILE: "", JP: [command.cmd, ...command.args].join(" ") },
    cwd: world.fixture.workspace,
    timeoutMs: 20_000,
  });
  await pty.expect(PROMPT);
  pty.write("$JP\n");
  const self = Number((await world.noted("works", "self ")).slice(5));
  pty.press("C-z");
  await pty.expect("Stopped");
  await pty.expect(PROMPT);
  assert.equal(processState(self), "T");
  await Deno.writeTextFile(`${world.bin}/jp-works.go`, "");
  pty.write("fg\n");
  await pty.expect(PROMPT);
  assert.equal(processState(self), undefined);
  pty.write("exit\n");
  await pty.expectExit();
});

/** Waits until that process's group is in the foreground. */
async function foreground(pty: Pty, group: number): Promise<void> {
  for (let look = 0; look < 1000; look++) {
    if (pty.foregroundGroup === group) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail(`${group} never came to the foreground: ${pty.foregroundGroup}`);
}
