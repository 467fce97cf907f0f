/** Sessions and files on the real machine, in this runtime. */

import assert from "node:assert/strict";
import process from "node:process";
import { FsError, openWorkbench } from "../../../../src/host/platform/port.ts";
import { processState } from "../../../support/mod.ts";

const ENV = { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin", ONLY: "this" };
const bench = await openWorkbench();

async function text(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let whole = "";
  for await (const chunk of chunks) whole += decoder.decode(chunk, { stream: true });
  return whole;
}

Deno.test("a program leads a session of its own, with its environment and nobody else's", async () => {
  const started = await bench.startSession({
    program: "sh",
    args: ["-c", "ps -o pgid=,sid= -p $$; env; pwd; cat; echo err >&2; exit 4"],
    cwd: "/",
    env: ENV,
  });
  const out = text(started.stdout);
  const err = text(started.stderr);
  await started.write(new TextEncoder().encode("input"));
  started.closeInput();
  assert.deepEqual(await started.ended, { code: 4, signal: null });
  const [ids = "", ...lines] = (await out).split("\n");
  assert.deepEqual(ids.trim().split(/\s+/).map(Number), [started.pid, started.pid]);
  assert.equal(await err, "err\n");
  assert.ok(lines.includes("ONLY=this"));
  assert.ok(!lines.some((line) => line.startsWith("HOME=")));
  assert.deepEqual(lines.slice(-2), ["/", "input"]);
  await started.killAll();
  started.release();
});

Deno.test("many writes leave no listeners behind", async () => {
  const warnings: string[] = [];
  const listener = (warning: Error): void => void warnings.push(warning.message);
  process.on("warning", listener);
  const started = await bench.startSession({ program: "cat", args: [], env: ENV });
  const out = text(started.stdout);
  const err = text(started.stderr);
  for (let n = 0; n < 30; n++) await started.write(new TextEncoder().encode("."));
  started.closeInput();
  await started.ended;
  assert.equal(await out, ".".repeat(30));
  await err;
  started.release();
  process.off("warning", listener);
  assert.deepEqual(warnings, []);
});

Deno.test("what reads nothing holds nobody up, and what has ended takes anything", async () => {
  const started = await bench.startSession({ program: "sleep", args: ["600"], env: ENV });
  const reading = Promise.all([text(started.stdout), text(started.stderr)]);
  const writing = started.write(new Uint8Array(10_000_000));
  await started.killAll();
  assert.equal((await started.ended).signal, "SIGKILL");
  await writing;
  await started.write(new Uint8Array(1));
  started.release();
  assert.deepEqual(await reading, ["", ""]);
  assert.ok([undefined, "Z"].includes(processState(started.pid)));
});

Deno.test("what does not start says why", async () => {
  for (
    const [command, code] of [
      [{ program: "no-such-program" }, "ENOENT"],
      [{ program: "/etc/passwd" }, "EACCES"],
      [{ program: "sh", cwd: "/no/such/directory" }, "ENOENT"],
    ] as const
  ) {
    await assert.rejects(
      bench.startSession({ args: [], env: ENV, ...command }),
      (error) => error instanceof FsError && error.code === code,
    );
  }
});

Deno.test("files: a link is told as one, a pipe is not waited for, what is there is not replaced", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const { files } = bench;
    const path = (name: string): string => `${directory}/${name}`;
    await files.create(path("f"), new TextEncoder().encode("0123456789"), 0o640);
    await Deno.symlink("f", path("link"));
    await new Deno.Command("mkfifo", { args: [path("pipe")] }).output();
    assert.equal((await files.linkInfo(path("link")))?.kind, "symlink");
    assert.equal(await files.linkInfo(path("nothing")), null);
    assert.equal(await files.linkInfo(path("f/below")), null);
    await assert.rejects(
      files.create(path("f"), new Uint8Array(), 0o600),
      (error) => error instanceof FsError && error.code === "EEXIST",
    );
    {
      await using pipe = await files.openRead(path("pipe"));
      assert.equal(pipe.info.kind, "other");
    }
    await using file = await files.openRead(path("link"));
    assert.equal(file.info.identity, (await files.linkInfo(path("f")))?.identity);
    assert.equal(new TextDecoder().decode(await file.read(3, 4)), "3456");
    assert.equal((await file.read(8, 100)).length, 2);
    await files.setMode(path("f"), 0o777);
    assert.equal((await files.linkInfo(path("f")))?.mode, 0o777);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});
