import assert from "node:assert/strict";
import { type Detached, jpCommand, spawnDetached } from "../../support/mod.ts";
import { type Place, place } from "./support.ts";

function waiting({ fixture }: Place, ...args: string[]): Detached {
  const { workspace: cwd, env } = fixture;
  return spawnDetached({ ...jpCommand("binary", ...args), cwd, env, stdin: "open" });
}

Deno.test("ids on stdin: the wait is shown, and they are taken when they come", async () => {
  await using here = await place();
  const ids = await here.fill(3);
  await using jp = waiting(here, "c", "rm", "--yes", "-");
  await jp.stderr.expect("waiting for ids on stdin…");
  await jp.writeStdin(`${ids[0]}\n${ids[2]}`);
  assert.equal(here.conversations().length, 3);
  await jp.closeStdin();
  assert.equal((await jp.result()).code, 0);
  assert.deepEqual(here.conversations(), ["17758400001-about-1"]);
});

Deno.test("ids on stdin: the wait can be interrupted, and nothing is done", async () => {
  await using here = await place();
  await here.fill(1);
  await using jp = waiting(here, "c", "archive", "-");
  await jp.stderr.expect("waiting for ids on stdin…");
  jp.kill("SIGINT");
  const { signal, stderr } = await jp.result();
  assert.equal(signal, "SIGINT");
  assert.match(stderr, /gracefully shutting down…/);
  assert.deepEqual(here.conversations(), ["17758400000-about-0"]);
});

Deno.test("ids on stdin: a terminal is not read", async () => {
  await using here = await place();
  await using jp = here.pty(["c", "path", "-"]);
  await jp.expect("- reads ids from a pipe or a file, and stdin is a terminal");
  assert.deepEqual(await jp.expectExit(), { code: 2, signal: null });
});
