/**
 * What the program around us makes of the way we end: loops and lists of shells, make, xargs. They
 * stop after rung 2 and go on after a normal end (PR-005, annex M1).
 */
import assert from "node:assert/strict";
import {
  type FixtureEnv,
  fixtureEnv,
  jpCommand,
  type Pty,
  shell,
  type ShellName,
  type Target,
  TARGETS,
} from "../../support/mod.ts";
import {
  assertTerminalRestored,
  count,
  LONG_QUERY,
  MENU,
  pressCtrlC,
  query,
  SHUTTING_DOWN,
  streaming,
} from "./support.ts";

/** `"$@"` in the script is jp. */
function inShell(
  name: ShellName,
  script: string,
  target: Target,
  env: FixtureEnv,
  args: readonly string[] = LONG_QUERY,
): Pty {
  const { cmd, args: own } = jpCommand(target, ...args);
  return shell(script, {
    pty: true,
    shell: name,
    args: [cmd, ...own],
    env: env.env,
    cwd: env.workspace,
    timeoutMs: 20_000,
  });
}

async function leaveAtRung2(pty: Pty): Promise<void> {
  await streaming(pty);
  await pressCtrlC(pty);
  await pty.expect(MENU);
  await pressCtrlC(pty);
  await pty.expect(SHUTTING_DOWN);
}

/** What runs jp, and would say "went on" if the interrupt had not ended it. */
const AROUND: Record<string, string> = {
  "a while loop": 'while :; do "$@"; echo went on; done',
  "a for loop": 'for n in 1 2 3; do "$@"; echo went on; done',
  "set -e": 'set -e; "$@"; echo went on',
  "an && list": '"$@" && echo went on',
  "an if": 'if "$@"; then echo went on; fi',
  "a function in a loop": 'run() { "$@"; }; while :; do run "$@"; echo went on; done',
  "a subshell in a loop": 'while :; do ("$@"); echo went on; done',
};

for (const name of ["bash", "dash"] as const) {
  for (const target of ["deno", "binary"] as const) {
    Deno.test(`${target} in ${name}: each way to run it stops at rung 2`, async () => {
      for (const [what, script] of Object.entries(AROUND)) {
        await using env = await fixtureEnv();
        await using pty = inShell(name, script, target, env);
        await leaveAtRung2(pty);
        const { code, signal } = await pty.expectExit();
        assert.ok(signal === "SIGINT" || code === 130, `${what}: ${signal ?? code}`);
        assert.ok(!pty.raw.includes("went on"), `${what} went on`);
        assert.equal(count(pty.raw, SHUTTING_DOWN), 1, what);
        await assertTerminalRestored(pty);
      }
    });
  }
}

for (const target of TARGETS) {
  Deno.test(`${target}: a script goes on after a normal end`, async () => {
    await using env = await fixtureEnv();
    const script = 'for n in 1 2; do "$@"; echo "went on after $?"; done';
    await using pty = inShell("bash", script, target, env, query(10, 1));
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.equal(count(pty.raw, "went on after 0"), 2);
  });
}

Deno.test("bash goes on after a menu that was answered with continue", async () => {
  await using env = await fixtureEnv();
  const script = '"$@"; echo "went on after $?"';
  await using pty = inShell("bash", script, "binary", env, query(150, 5));
  await streaming(pty);
  await pressCtrlC(pty);
  await pty.expect(MENU);
  pty.press("c");
  await pty.expect("went on after 0");
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
});

Deno.test("a script sees status 130 where it asks for one", async () => {
  await using env = await fixtureEnv();
  // With a trap of its own the script is not ended by the press.
  const script = 'trap : INT; "$@"; echo "status $?"';
  await using pty = inShell("bash", script, "binary", env);
  await leaveAtRung2(pty);
  await pty.expect("status 130");
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
});

Deno.test("make stops, and says that its recipe was interrupted", async () => {
  await using env = await fixtureEnv();
  const { cmd, args } = jpCommand("binary", ...LONG_QUERY);
  await env.file(
    "Makefile",
    `all: one two\none:\n\t@${cmd} ${args.join(" ")}\ntwo:\n\t@echo went on\n`,
  );
  await using pty = inShell("bash", 'make; echo "make ended $?"', "binary", env);
  await leaveAtRung2(pty);
  await pty.exit;
  assert.ok(!pty.raw.includes("went on"), pty.raw);
  assert.match(pty.raw, /\[Makefile:3: one\] Interrupt|Error 130/);
  await assertTerminalRestored(pty);
});
