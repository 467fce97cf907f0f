/**
 * Nothing found on PATH runs before the user has said so (product.md "Security").
 */
import assert from "node:assert/strict";
import { assertTerminalRestored, DEAD_BY_SIGINT, pressCtrlC } from "../ladder/support.ts";
import { pluginWorld } from "./support.ts";

const RUNS = `note ran\nsay '{"type":"exit","code":0}'\n`;
const QUESTION = "Run the plugin new? [y,Y,n,?] ";

async function sha256(path: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await Deno.readFile(path));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

Deno.test("asked with path and digest: no, once, for good, and again when it has changed", async () => {
  await using world = await pluginWorld({ plugins: { new: RUNS }, unapproved: true });
  const path = `${world.bin}/jp-new`;
  const answer = async (key: string, code: number) => {
    await using pty = world.pty("deno", ["new"], { cols: 200 });
    await pty.expect(QUESTION);
    const { text } = await pty.screen();
    assert.ok(text.includes(path) && text.includes(await sha256(path)), text);
    pty.press(key);
    assert.deepEqual(await pty.expectExit(), { code, signal: null });
    await assertTerminalRestored(pty);
    return text;
  };
  await answer("n", 1);
  await answer("Esc", 1);
  assert.deepEqual(await world.notes("new"), []);
  await answer("y", 0);
  await answer("Y", 0);
  await using again = world.detached("binary", ["new"]);
  assert.equal((await again.result()).code, 0);
  assert.equal((await world.notes("new")).length, 3);
  await Deno.writeTextFile(path, `${await Deno.readTextFile(path)}# changed\n`);
  assert.match(await answer("n", 1), /not the program any more/);
  await using refused = world.detached("binary", ["new"]);
  assert.equal((await refused.result()).code, 1);
  assert.equal((await world.notes("new")).length, 3);
});

Deno.test("nobody to ask is a refusal that says what to do; so is a configured one", async () => {
  await using world = await pluginWorld({
    plugins: { new: RUNS, never: RUNS },
    unapproved: true,
    config: '[plugins.command.never]\nrun = "deny"\n',
  });
  for (const args of [["new"], ["new", "--help"]]) {
    await using jp = world.detached("binary", args);
    const { code, stdout, stderr } = await jp.result();
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /^jp: the plugin new may not run: it is not approved, and there is nobody/,
    );
    assert.match(stderr, /plugins\.command\.new\.run/);
  }
  await using json = world.detached("binary", ["--format", "json", "new"]);
  const said = (await json.result()).stderr.trimEnd();
  assert.equal(JSON.parse(said).code, 1);
  await using told = world.pty("binary", ["--non-interactive", "new"]);
  assert.equal((await told.expectExit()).code, 1);
  await using denied = world.detached("binary", ["never"]);
  assert.match((await denied.result()).stderr, /^jp: the plugin never is denied\n/);
  assert.deepEqual([await world.notes("new"), await world.notes("never")], [[], []]);
});

Deno.test("a workspace cannot allow it: that takes the user's trust in the workspace", async () => {
  await using world = await pluginWorld({ plugins: { new: RUNS }, unapproved: true });
  await world.fixture.file(".jp/config.toml", '[plugins.command.new]\nrun = "unattended"\n');
  await using jp = world.detached("binary", ["new"]);
  const { code, stderr } = await jp.result();
  assert.equal(code, 1);
  assert.match(stderr, /is left out: this workspace is not trusted/);
  assert.deepEqual(await world.notes("new"), []);
});

Deno.test("two presses in the question leave, and nothing has run", async () => {
  await using world = await pluginWorld({ plugins: { new: RUNS }, unapproved: true });
  await using pty = world.pty("binary", ["new"]);
  await pty.expect(QUESTION);
  await pressCtrlC(pty);
  await pty.expect(/Interrupted \[c,q,b,\?\] /);
  await pressCtrlC(pty);
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  assert.deepEqual(await world.notes("new"), []);
  await assertTerminalRestored(pty);
});

Deno.test("the list says what would happen, and runs nothing", async () => {
  const config =
    '[plugins.command.never]\nrun = "deny"\n[plugins.command.sure]\nrun = "unattended"\n' +
    `[plugins.command.other]\nchecksum = { value = "${"0".repeat(64)}" }\n`;
  // A command of jp's own goes before a plugin of its name.
  const plugins = { new: RUNS, never: RUNS, sure: RUNS, other: RUNS, q: RUNS };
  await using world = await pluginWorld({ plugins, unapproved: true, config });
  const installed = `${world.fixture.dataHome}/jp/plugins/command`;
  await Deno.mkdir(installed, { recursive: true });
  await Deno.writeTextFile(`${installed}/jp-own`, "#!/bin/sh\n", { mode: 0o755 });
  await using jp = world.detached("binary", ["plugin", "ls", "--format", "json"]);
  const { code, stdout } = await jp.result();
  assert.equal(code, 0);
  const listed = stdout.trimEnd().split("\n").map((line) => JSON.parse(line))
    .filter(({ path }) => path.startsWith(world.fixture.root));
  assert.deepEqual(listed.map(({ name, state }) => [name, state]), [
    ["never", "denied"],
    ["new", "asks"],
    ["other", "changed"],
    ["own", "runs"],
    ["q", "hidden"],
    ["sure", "runs"],
  ]);
  await using help = world.detached("binary", ["--help"]);
  const named = /\nPlugins .*:\n((?: {2}.*\n)+)\n/.exec((await help.result()).stdout)?.[1] ?? "";
  const names = named.trim().split(/,\s+/);
  for (const name of ["never", "new", "other", "own", "sure"]) {
    assert.ok(names.includes(name), named);
  }
  assert.ok(!names.includes("q"), named);
  for (const name of Object.keys(plugins)) assert.deepEqual(await world.notes(name), []);
});
