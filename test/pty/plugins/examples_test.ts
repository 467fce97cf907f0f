/**
 * The plugins of scripts/examples, as they are. Without a python3 the one in Python is left out, and
 * the report says so.
 */
import assert from "node:assert/strict";
import { jpCommand, repositoryPath, run } from "../../support/mod.ts";
import { assertTerminalRestored } from "../ladder/support.ts";
import { type PluginWorld, pluginWorld } from "./support.ts";

const EXAMPLES = repositoryPath("scripts/examples/plugins");
const PYTHON = await new Deno.Command("sh", { args: ["-c", "command -v python3"] }).output()
  .then(({ success }) => success);

async function examples(): Promise<PluginWorld> {
  const names = ["hello", "recent"];
  const config = names.map((name) => `[plugins.command.${name}]\nrun = "unattended"\n`).join("");
  const path = `${EXAMPLES}:${Deno.env.get("PATH")}`;
  return await pluginWorld({ plugins: {}, config, env: { PATH: path } });
}

async function converse(world: PluginWorld, text: string): Promise<void> {
  await run({
    ...jpCommand("binary", "q", "-n", text, "-p", "words=3", "-p", "interval_ms=0"),
    env: world.env,
    cwd: world.fixture.workspace,
  });
}

for (const target of ["deno", "bun", "binary"] as const) {
  Deno.test(`${target}: jp hello (sh) asks who you are, and greets`, async () => {
    await using world = await examples();
    await using pty = world.pty(target, ["hello"]);
    await pty.expectScreen("Who are you?");
    pty.write("Ada");
    pty.press("Enter");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.equal((await pty.screen()).text, "Hello, Ada.");
    await assertTerminalRestored(pty);
  });
}

Deno.test("jp hello without anybody to ask, with a name configured, and its help", async () => {
  await using world = await examples();
  await using nobody = world.detached("binary", ["hello"]);
  const unasked = await nobody.result();
  assert.equal(unasked.code, 1);
  assert.equal(unasked.stderr, "jp-hello: nobody said who they are\n");
  await using named = world.detached("binary", ["--cfg", "user.name=Grace", "hello"]);
  assert.equal((await named.result()).stdout, "Hello, Grace.\n");
  await using help = world.detached("binary", ["hello", "-h"]);
  assert.match((await help.result()).stdout, /^Greets you\n\nUsage: jp hello/);
});

Deno.test({
  name: "jp recent (Python) lists what was asked, as text, as JSON, and by choice",
  ignore: !PYTHON,
  fn: async () => {
    await using world = await examples();
    await using none = world.detached("binary", ["recent"]);
    assert.equal((await none.result()).stderr, "jp-recent: there are no conversations here\n");
    await converse(world, "first question");
    await converse(world, "second question");
    await using text = world.detached("binary", ["recent"]);
    const { code, stdout } = await text.result();
    assert.equal(code, 0);
    assert.match(stdout, /- second question\n[^]*- first question\n/);
    await using json = world.detached("binary", ["-F", "json", "recent", "--json"]);
    const records = (await json.result()).stdout.trimEnd().split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(records.map(({ data }) => data.asked), [
      ["second question"],
      ["first question"],
    ]);
    await using pty = world.pty("binary", ["recent", "--pick"]);
    await pty.expectScreen("first question");
    pty.press("Down", "Enter");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.match((await pty.screen()).text, /first question/);
    assert.doesNotMatch((await pty.screen()).text, /second question/);
    await assertTerminalRestored(pty);
  },
});
if (!PYTHON) console.log("no python3: the example in Python was not run");
