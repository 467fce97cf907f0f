/** The library's examples, run as their first lines say, on both runtimes. */
import assert from "node:assert/strict";
import {
  type Command,
  eventually,
  fixtureCommand,
  plainEnv,
  pressCtrlC,
  type Pty,
  run,
  spawnDetached,
  spawnPty,
  termiosChanges,
} from "../../support/mod.ts";

const RUNTIMES = ["deno", "bun"] as const;

function example(runtime: typeof RUNTIMES[number], name: string, ...args: string[]): Command {
  return fixtureCommand(runtime, `scripts/examples/${name}.ts`, ...args);
}

async function assertRestored(pty: Pty): Promise<void> {
  assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
  assert.deepEqual((await pty.screen()).leftOn, []);
}

for (const runtime of RUNTIMES) {
  Deno.test(`batch: skips by its own menu, and a second press leaves (${runtime})`, async () => {
    await using pty = spawnPty({
      ...example(runtime, "batch", "a", "b", "c"),
      // Longer than any wait: an item ends because it was skipped, or because all of it ends.
      env: { ...plainEnv(), BATCH_ITEM_MS: "60000" },
    });
    await pty.expect("converting a");
    await pressCtrlC(pty);
    await pty.expectScreen("a (1 of 3) [c,s,q,?]");
    pty.press("s");
    await pty.expect("skipped a");
    await pty.expect("converting b");
    await pressCtrlC(pty);
    await pty.expectScreen("b (2 of 3) [c,s,q,?]");
    pty.press("c");
    await pty.expectScreen(({ text }) => !text.includes("(2 of 3) ["));
    await eventually(() => pty.termios().on.has("ICANON") || undefined, "the end of the menu");
    await pressCtrlC(pty);
    await pty.expectScreen("b (2 of 3) [c,s,q,?]");
    await pressCtrlC(pty);
    await pty.expect("gracefully shutting down…");
    await pressCtrlC(pty);
    await pty.expect("terminating program…");
    assert.deepEqual(await pty.expectExit(), { code: null, signal: "SIGINT" });
    await assertRestored(pty);
  });

  Deno.test(`batch: without a terminal it does its work (${runtime})`, async () => {
    const { code, stdout, stderr } = await run({
      ...example(runtime, "batch", "a", "b"),
      env: { ...plainEnv(), BATCH_ITEM_MS: "1" },
    });
    assert.equal(code, 0, stderr);
    assert.equal(stdout, "converted a\nconverted b\n");
    assert.equal(stderr, "converting a\nconverting b\n2 of 2 done\n");
  });

  Deno.test(`note: what was typed survives a menu and an editor (${runtime})`, async () => {
    const directory = await Deno.makeTempDir({ prefix: "jp-note-" });
    try {
      const editor = `${directory}/editor`;
      await Deno.writeTextFile(editor, '#!/bin/sh\nprintf "\\nfrom the editor" >> "$1"\n');
      await Deno.chmod(editor, 0o755);
      await using pty = spawnPty({
        ...example(runtime, "note"),
        env: { ...plainEnv(), EDITOR: editor },
        redirect: `>${directory}/note.md`,
      });
      await pty.expect("Title: ");
      pty.write("half");
      await pty.expectScreen("Title: half");
      await pressCtrlC(pty);
      await pty.expectScreen("Interrupted [c,q,b,?]");
      pty.press("b");
      await pty.expectScreen("Title: half");
      pty.write(" done");
      pty.press("Enter");
      await pty.expect("Note: ");
      pty.write("one line");
      await pty.expectScreen("Note: one line");
      pty.press("C-x");
      await pty.expectScreen("from the editor");
      pty.press("Enter");
      await pty.expectScreen("Keep it?");
      pty.press("y");
      assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
      assert.equal(
        await Deno.readTextFile(`${directory}/note.md`),
        "# half done\n\none line\nfrom the editor\n",
      );
      await assertRestored(pty);
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  });

  Deno.test(`note: nobody is asked where there is no terminal (${runtime})`, async () => {
    const { code, stdout, stderr } = await run({ ...example(runtime, "note") });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /no terminal to ask on/);
  });

  Deno.test(`daemon: SIGTERM lets the file at hand be finished (${runtime})`, async () => {
    const spool = await Deno.makeTempDir({ prefix: "jp-spool-" });
    try {
      await Deno.writeTextFile(`${spool}/1`, "first");
      await using daemon = spawnDetached({
        ...example(runtime, "daemon", spool),
        env: { ...plainEnv(), DAEMON_FILE_MS: "300" },
      });
      await daemon.stderr.expect('{"message":"taken","name":"1"}');
      await Deno.writeTextFile(`${spool}/2`, "second");
      daemon.kill("SIGTERM");
      const { code, signal, stderr } = await daemon.result();
      assert.deepEqual([code, signal], [null, "SIGINT"]);
      const said = stderr.trim().split("\n").map((line) => JSON.parse(line).message);
      assert.equal(said[0], "ready");
      assert.ok(said.indexOf("done") > said.indexOf("taken"));
      assert.ok(said.includes("gracefully shutting down…"));
      assert.equal(said.at(-1), "stopped between two files");
      assert.equal(await Deno.readTextFile(`${spool}/done/1`), "first");
      assert.equal(await Deno.readTextFile(`${spool}/2`), "second");
    } finally {
      await Deno.remove(spool, { recursive: true });
    }
  });
}
