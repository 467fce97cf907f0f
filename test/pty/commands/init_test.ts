import assert from "node:assert/strict";
import type { Pty } from "../../support/mod.ts";
import { type Place, place } from "./support.ts";

const TOOLS = "Ask you before tools run? [y,n,?] ";
const MODEL = "Which model? [o,n,?] ";

async function fresh(): Promise<Place> {
  return await place({ workspace: false, env: { OPENAI_API_KEY: "sk-planted-in-a-test" } });
}

async function asked(jp: Pty, ...keys: readonly [string, string][]): Promise<void> {
  for (const [question, key] of keys) {
    await jp.expect(question);
    jp.press(key);
  }
}

Deno.test("init: Yes to asking is ask, and the model is the one chosen", async () => {
  await using here = await fresh();
  await using jp = here.pty(["init"]);
  await asked(jp, [TOOLS, "y"], [MODEL, "o"]);
  assert.deepEqual(await jp.expectExit(), { code: 0, signal: null });
  const config = here.text("work/.jp/config.toml") ?? "";
  assert.match(config, /^run = "ask"$/m);
  assert.match(config, /^id = "openai\/.+"$/m);
  assert.doesNotMatch(config, /planted/);
  assert.match(here.text("work/.jp/.id") ?? "", /\n[0-9a-z]{5}\n$/);
});

Deno.test("init: No to asking is unattended, which its author need not allow again", async () => {
  await using here = await fresh();
  await using jp = here.pty(["init"]);
  await asked(jp, [TOOLS, "n"], [MODEL, "n"]);
  assert.deepEqual(await jp.expectExit(), { code: 0, signal: null });
  assert.match(here.text("work/.jp/config.toml") ?? "", /^run = "unattended"$/m);
  const shown = await here.run(["config", "show", "conversation.tools.*.run", "-F", "json"]);
  assert.equal(shown.stderr, "");
  assert.equal(JSON.parse(shown.stdout).value, "unattended");
});

Deno.test("init: Enter takes the safe answer and the first model", async () => {
  await using here = await fresh();
  await using jp = here.pty(["init", "sub"]);
  await asked(jp, [TOOLS, "Enter"], [MODEL, "Enter"]);
  assert.deepEqual(await jp.expectExit(), { code: 0, signal: null });
  const config = here.text("work/sub/.jp/config.toml") ?? "";
  assert.match(config, /^run = "ask"$/m);
  assert.match(config, /^id = "openai\/.+"$/m);
});

Deno.test("init: backing out makes nothing", async () => {
  await using here = await fresh();
  await using jp = here.pty(["init"]);
  await asked(jp, [TOOLS, "y"], [MODEL, "Esc"]);
  assert.deepEqual(await jp.expectExit(), { code: 1, signal: null });
  await jp.expect("No workspace was made.");
  assert.equal(here.text("work/.jp/config.toml"), null);
});

Deno.test("init: Ctrl-C in a question asks first, and quitting makes nothing", async () => {
  await using here = await fresh();
  await using jp = here.pty(["init", "sub"]);
  await jp.expect(TOOLS);
  jp.press("C-c");
  await jp.expect("Interrupted [");
  jp.press("q");
  assert.deepEqual(await jp.expectExit(), { code: null, signal: "SIGINT" });
  assert.deepEqual([...Deno.readDirSync(here.fixture.workspace)], []);
});
