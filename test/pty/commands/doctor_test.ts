/** `jp doctor` on a terminal and without one: what it says is what is there. */
import assert from "node:assert/strict";
import {
  fixtureEnv,
  jpCommand,
  run,
  spawnPty,
  TARGETS,
  termiosChanges,
} from "../../support/mod.ts";

for (const target of TARGETS) {
  for (const kitty of [false, true]) {
    Deno.test(`doctor: the terminal, the editor and why (${target}, kitty ${kitty})`, async () => {
      await using env = await fixtureEnv({
        env: {
          VISUAL: "no-such-editor -w",
          EDITOR: "sh -e",
          COLORTERM: "truecolor",
          VTE_VERSION: "7000",
        },
        config: "[assistant.model]\nid = 'demo/chat'\n",
      });
      await using pty = spawnPty({
        ...jpCommand(target, "doctor"),
        env: env.env,
        cwd: env.workspace,
        kitty,
        cols: 110,
        rows: 40,
      });
      assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
      const { text, leftOn } = await pty.screen();
      const said = new Map(
        text.split("\n").map((line) => [line.slice(0, 32).trim(), line.slice(32)]),
      );
      assert.equal(said.get("controlling terminal"), "yes, owner: us");
      assert.equal(said.get("size"), "110x40");
      assert.match(said.get("kitty keys") ?? "", kitty ? /^yes/ : /^no/);
      assert.equal(said.get("terminal colors"), "24-bit");
      assert.equal(said.get("hyperlinks"), "yes");
      assert.equal(said.get("synchronized output"), "no sign of it");
      assert.equal(said.get("signals"), "arrive");
      assert.equal(
        said.get("editor"),
        "sh -e, from EDITOR; VISUAL names no-such-editor -w, not found",
      );
      assert.match(said.get("model") ?? "", /^demo\/chat, from .*\/\.jp\/config\.toml:2$/);
      assert.equal(said.get("workspace"), env.workspace);
      assert.match(said.get("sentinel") ?? "", /^up/);
      assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
      assert.deepEqual(leftOn, []);
    });
  }
}

Deno.test("doctor: a terminal that answers nothing is not waited for without end", async () => {
  await using env = await fixtureEnv();
  await using pty = spawnPty({
    ...jpCommand("deno", "doctor"),
    env: env.env,
    cwd: env.workspace,
    answer: false,
  });
  await pty.expect("the terminal does not answer");
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
});

Deno.test("doctor: what is ignored, unset or absent is said", async () => {
  await using env = await fixtureEnv({ env: { NO_COLOR: "1" } });
  const { code, stdout, stderr } = await run({
    ...jpCommand("deno", "doctor", "-c", "editor.cmd=vi 'x"),
    env: env.env,
    cwd: env.workspace,
    ignore: ["SIGHUP"],
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^kitty keys +not asked$/m);
  assert.match(stdout, /^terminal colors +256, switched off by NO_COLOR$/m);
  assert.match(stdout, /^signals ignored from the start +SIGHUP$/m);
  assert.match(stdout, /^editor +none: editor.cmd: the quotes in vi 'x do not match$/m);
});
