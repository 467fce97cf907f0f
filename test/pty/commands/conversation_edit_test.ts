/** A conversation's files in the editor: sound or not, given up, locked all along. */
import assert from "node:assert/strict";
import { answer, type Pty } from "../../support/mod.ts";
import { assertTerminalRestored, DEAD_BY_SIGINT, pressCtrlC } from "../ladder/support.ts";
import { type World, world } from "../query/world.ts";

const DONE = { code: 0, signal: null } as const;
const FAILED = { code: 1, signal: null } as const;
const AGAIN = "Open the editor again to put it right? [Y,n,?] ";

/** One conversation, and an editor that is a shell script. */
async function bed(script: string): Promise<World & { edit(...args: string[]): Pty }> {
  const w = await world({ scripts: () => answer("fine") });
  assert.equal((await w.run("binary", ["q", "hello"])).code, 0);
  const editor = `${w.fixture.root}/ed.sh`;
  await Deno.writeTextFile(editor, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  return Object.assign(w, {
    edit: (...args: string[]) =>
      w.pty("binary", ["c", "edit", ...args], { env: { JP_EDITOR: editor, LOG: w.fixture.root } }),
  });
}

const metadata = async (w: World): Promise<Record<string, unknown>> =>
  JSON.parse(await Deno.readTextFile(`${await w.conversation()}/metadata.json`));

Deno.test("edit: what is sound counts, and the editor gets the files", async () => {
  await using w = await bed(
    `echo "$@" > "$LOG/args"; sed -i 's/"title": null/"title": "Mine"/' "$1"`,
  );
  await using pty = w.edit();
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.match((await pty.screen()).text, /changed metadata\.json/);
  assert.equal((await metadata(w))["title"], "Mine");
  const place = await w.conversation();
  const names = ["metadata.json", "base_config.json", "events.jsonl"];
  assert.equal(
    await Deno.readTextFile(`${w.fixture.root}/args`),
    `${names.map((name) => `${place}/${name}`).join(" ")}\n`,
  );
});

Deno.test("edit: what is not sound is told in full, and can be put right", async () => {
  await using w = await bed(`
    if [ -e "$LOG/second" ]; then sed -i 's/"title": 7/"title": "Right"/' "$1"
      sed -i '$d' "$3"; echo '{}' > "$2"
    else touch "$LOG/second"; sed -i 's/"title": null/"title": 7/' "$1"
      echo '{"assistant":{"nme":"x"}}' > "$2"; echo '{bad' >> "$3"
    fi`);
  await using pty = w.edit();
  await pty.expect(AGAIN);
  const { text } = await pty.screen();
  assert.match(text, /metadata\.json: title has to be text or null/);
  assert.match(text, /base_config\.json: .*assistant\.nme: unknown key/);
  assert.match(text, /events\.jsonl line 5: is no JSON/);
  pty.press("Enter");
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.equal((await metadata(w))["title"], "Right");
  assert.equal((await w.events()).length, 4);
});

Deno.test("edit: given up, nothing is changed, and what was written is kept and named", async () => {
  await using w = await bed(`sed -i 's/"title": null/"title": 7/' "$1"; echo x >> "$2"`);
  const before = await w.files();
  await using pty = w.edit("-m", "-e");
  await pty.expect(AGAIN);
  pty.press("n");
  assert.deepEqual(await pty.expectExit(), FAILED);
  const { text } = await pty.screen();
  assert.match(text.replaceAll("\n", ""), /is kept in \S+edited-1-metadata\.json/);
  const after = await w.files();
  for (const [path, content] of before) {
    if (path.includes("/.jp/")) assert.equal(after.get(path), content, path);
  }
  const kept = [...after].filter(([path]) => path.includes("/edited-1-"));
  assert.deepEqual(kept.length, 2);
  assert.ok(kept.some(([, content]) => content.includes('"title": 7')));
});

Deno.test("edit: an editor that fails changes nothing (PR-020), one that is missing is told", async () => {
  await using w = await bed(`sed -i 's/"title": null/"title": "Half"/' "$1"; exit 3`);
  await using failing = w.edit("--metadata");
  assert.deepEqual(await failing.expectExit(), FAILED);
  assert.match((await failing.screen()).text, /the editor \([^)]*\) gave up/);
  assert.equal((await metadata(w))["title"], null);
  await using missing = w.pty("binary", ["c", "edit", "-c", "editor.cmd=no-such-editor"]);
  assert.deepEqual(await missing.expectExit(), FAILED);
  assert.match((await missing.screen()).text, /no-such-editor/);
  const alone = await w.run("binary", ["c", "edit"]);
  assert.equal(alone.code, 1);
  assert.match(alone.stderr, /nobody is there to use an editor/);
});

Deno.test("edit: the conversation is locked meanwhile, and two presses put it back", async () => {
  await using w = await bed(`echo '{' > "$1"; touch "$LOG/first"`);
  await using pty = w.edit();
  await pty.expect(AGAIN);
  const other = await w.run("binary", ["c", "edit", "--title", "No"]);
  assert.equal(other.code, 1);
  assert.match(other.stderr, /is locked by another jp/);
  await pressCtrlC(pty);
  await pty.expect("Interrupted [c,q,b,?] ");
  await pressCtrlC(pty);
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  await assertTerminalRestored(pty);
  assert.equal((await metadata(w))["title"], null);
});
