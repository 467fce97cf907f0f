/** PR-048: the terminal is had wherever the streams go, and no runtime ever asks for permission. */
import assert from "node:assert/strict";
import { fixtureEnv, jpCommand, repositoryPath, spawnPty, TARGETS } from "../../support/mod.ts";
import { LONG_QUERY, MENU, pressCtrlC } from "./support.ts";

const RUNTIME_ASKS = /Allow\?|Deno requests|permission/i;

for (const target of TARGETS) {
  Deno.test(`${target}: a menu with its streams elsewhere and without a home directory`, async () => {
    await using env = await fixtureEnv();
    const { PATH = "", TERM = "" } = env.env;
    await using pty = spawnPty({
      ...jpCommand(target, ...LONG_QUERY),
      env: { PATH, TERM, LANG: "C.UTF-8" },
      cwd: env.workspace,
      redirect: "</dev/null >/dev/null",
      timeoutMs: 20_000,
    });
    await pty.expect("the built-in demo answers");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    assert.ok(!pty.termios().on.has("ICANON"), "the mode of the terminal, not of stdin");
    pty.press("s");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.doesNotMatch(pty.raw, RUNTIME_ASKS);
  });
}

Deno.test("deno: a missing permission is one line, on a terminal too, and nothing is asked", async () => {
  await using pty = spawnPty({
    cmd: Deno.execPath(),
    args: [
      "run",
      "--quiet",
      "--allow-read",
      "--allow-env",
      repositoryPath("src/main.ts"),
      "q",
      "x",
    ],
  });
  assert.deepEqual(await pty.expectExit(), { code: 1, signal: null });
  assert.equal(
    pty.raw,
    "permission missing: run deno with --allow-ffi --allow-write, or -A\r\n",
  );
});
