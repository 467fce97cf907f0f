/** Programs that mean no good, run for real: a clear result, bounded memory, and nothing left. */

import assert from "node:assert/strict";
import { eventually, processState } from "../../../support/mod.ts";
import { Bed } from "./bed.ts";

/** The pids a command has written to `pids`, one a line. */
async function pidsOf(bed: Bed, count: number): Promise<number[]> {
  return await eventually(async () => {
    const text = await bed.read("pids").catch(() => "");
    const pids = text.split("\n").filter((line) => line !== "").map(Number);
    return pids.length >= count ? pids : undefined;
  }, `${count} pids`);
}

function assertGone(bed: Bed, pids: readonly number[]): void {
  for (const pid of pids) {
    // A child of nobody's may be waiting to be reaped by init.
    assert.ok([undefined, "Z"].includes(processState(pid)), `process ${pid} is still there`);
  }
  assert.deepEqual([...bed.groups], [], "the kill registry is empty");
}

Deno.test("what a command prints is the result, with its status", async () => {
  await using bed = await Bed.open();
  assert.equal(
    await bed.text("shell", { command: "echo out; echo err >&2; pwd" }).then((text) =>
      text.split("\n").sort().join("\n")
    ),
    [bed.root, "err", "out"].sort().join("\n"),
  );
  assert.deepEqual(await bed.call("shell", { command: "echo bad; exit 3" }), {
    kind: "done",
    content: "bad\n[exit status 3]",
    isError: true,
  });
  assert.deepEqual(await bed.call("shell", { command: "kill -9 $$" }), {
    kind: "done",
    content: "[ended by SIGKILL]",
    isError: true,
  });
  assert.equal(await bed.text("shell", { command: "true" }), "[no output]");
  assert.equal(await bed.text("shell", { command: "cat" }), "[no output]");
  const call = await bed.prepare("shell", { command: "rm -rf $HOME # \u001b[2J" });
  assert.deepEqual(call.preview, {
    kind: "command",
    line: "rm -rf $HOME # \u001b[2J",
    cwd: bed.root,
  });
});

Deno.test("it has no terminal, a group of its own, and is known to the kill registry", async () => {
  await using bed = await Bed.open();
  const text = await bed.text("shell", {
    command: "(: </dev/tty) 2>/dev/null || echo no terminal; ps -o pgid=,sid= -p $$; echo $$",
  });
  const [first, ids, pid] = text.split("\n");
  assert.equal(first, "no terminal");
  assert.deepEqual(ids?.trim().split(/\s+/), [pid, pid]);
  assert.deepEqual(bed.registered, [Number(pid)]);
});

Deno.test("what the kill registry has no room for does not run", async () => {
  await using bed = await Bed.open();
  bed.registryIsFull = true;
  assert.deepEqual(await bed.call("shell", { command: "sleep 60" }), {
    kind: "done",
    content: "[could not be started: too many programs are running at one time: 64]",
    isError: true,
  });
  assert.equal(bed.registered.length, 1);
  assertGone(bed, bed.registered);
});

Deno.test("cancelled, nothing of it is left", async (t) => {
  const commands: Record<string, string> = {
    "a shell that waits": "echo $$ >>pids; sleep 600 & echo $! >>pids; wait",
    "what ignores SIGTERM": "trap '' TERM; echo $$ >>pids; while :; do sleep 600; done",
    "what ignores SIGTERM, with a child that does, too":
      "sh -c 'trap \"\" TERM; echo $$ >>pids; while :; do sleep 600; done' & echo $! >>pids; wait",
    "a child whose parent is gone":
      "(sh -c 'echo $$ >>pids; exec sleep 600' &) ; echo $$ >>pids; sleep 600",
    "a child in a group of its own":
      "bash -c 'set -m; sleep 600 & echo $! >>pids; echo $$ >>pids; wait'",
    "a child in a session of its own, its parent gone":
      "(setsid sh -c 'echo $$ >>pids; exec sleep 600' &); echo $$ >>pids; sleep 600",
    "endless output": "echo $$ >>pids; echo $$ >>pids; exec yes",
    "what has stopped itself": "echo $$ >>pids; echo $$ >>pids; kill -STOP $$; sleep 600",
  };
  for (const [what, command] of Object.entries(commands)) {
    await t.step(what, async () => {
      await using bed = await Bed.open();
      const cut = new AbortController();
      const running = bed.call("shell", { command }, { signal: cut.signal });
      const pids = await pidsOf(bed, what === "what ignores SIGTERM" ? 1 : 2);
      assert.equal(bed.groups.size, 1);
      cut.abort();
      assert.deepEqual(await running, { kind: "cancelled" });
      assertGone(bed, pids);
    });
  }
});

Deno.test("one that forks and exits is over when it exits, and leaves nothing", async (t) => {
  const commands: Record<string, string> = {
    "holding the pipe": "sleep 600 & echo $! >>pids; echo done",
    "having closed it": "sleep 600 >/dev/null 2>&1 & echo $! >>pids; echo done",
    "in a session of its own": "setsid sleep 600 & echo $! >>pids; echo done",
    "writing without end": "yes & echo $! >>pids; echo done",
  };
  for (const [what, command] of Object.entries(commands)) {
    await t.step(what, async () => {
      await using bed = await Bed.open();
      const outcome = await bed.call("shell", { command });
      assert.equal(outcome.kind, "done");
      if (what !== "writing without end") {
        assert.match(outcome.kind === "done" ? outcome.content : "", /^done$/);
      }
      assertGone(bed, await pidsOf(bed, 1));
    });
  }
});

Deno.test("what a child still prints after the command ended is not lost", async () => {
  await using bed = await Bed.open();
  const text = await bed.text("shell", { command: "(echo late) & echo early" });
  assert.deepEqual(text.split("\n").sort(), ["early", "late"]);
});

Deno.test("closing stdout early ends nothing", async () => {
  await using bed = await Bed.open();
  const outcome = await bed.text("shell", { command: "echo before; exec >&- 2>&-; sleep 0.01" });
  assert.equal(outcome, "before");
  await bed.text("shell", { command: "exec >&- 2>&-; touch made" });
  assert.equal(await bed.read("made"), "");
});

Deno.test("long output: its beginning and end, and the rest in a file", async () => {
  await using bed = await Bed.open();
  const text = await bed.text("shell", { command: "seq 1 1000000" });
  const path = /the whole is in (\S+)\]/.exec(text)?.[1] ?? "";
  assert.ok(text.length < 50_000);
  assert.match(text, /^1\n2\n3\n/);
  assert.match(text, /\n999999\n1000000$/);
  assert.ok(path.startsWith(`${bed.spill}/`));
  const whole = await Deno.readTextFile(path);
  assert.equal(whole.length, 6_888_896);
  assert.match(whole, /^1\n2\n[^]*\n1000000\n$/);
  assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
});

Deno.test("output of a middling length is kept whole as well", async () => {
  await using bed = await Bed.open();
  const text = await bed.text("shell", { command: "seq 1 20000" });
  const path = /the whole is in (\S+)\]/.exec(text)?.[1] ?? "";
  assert.equal(
    await Deno.readTextFile(path),
    Array.from({ length: 20_000 }, (_, n) => `${n + 1}\n`).join(""),
  );
});

Deno.test("a gigabyte is stopped, with bounded memory", async () => {
  await using bed = await Bed.open();
  const before = Deno.memoryUsage().rss;
  const outcome = await bed.call("shell", { command: "head -c 1000000000 /dev/zero | tr '\\0' x" });
  const grown = Deno.memoryUsage().rss - before;
  assert.equal(outcome.kind === "done" && outcome.isError, true);
  const text = outcome.kind === "done" ? outcome.content : "";
  assert.match(text, /stopped: it wrote more than 256 MiB\]$/);
  assert.match(text, /the first 64 MiB are in /);
  assert.ok(text.length < 50_000);
  assert.ok(grown < 200 * 1024 * 1024, `grew by ${grown}`);
  const [file] = [...Deno.readDirSync(bed.spill)];
  assert.equal((await Deno.stat(`${bed.spill}/${file?.name}`)).size, 64 * 1024 * 1024);
});

Deno.test("what is not text is told by its size, and kept", async () => {
  await using bed = await Bed.open();
  const text = await bed.text("shell", { command: "head -c 5000 /dev/zero" });
  assert.match(text, /^\[5000 bytes that are not text; the whole is in \S+\]$/);
  assert.match(
    await bed.text("shell", { command: "head -c 5000000 /dev/zero" }),
    /^\[5000000 bytes/,
  );
});

Deno.test("output that cannot be kept is cut all the same", async () => {
  await using bed = await Bed.open();
  await Deno.writeTextFile(bed.spill, "a file where the directory should be");
  const text = await bed.text("shell", { command: "seq 1 1000000" });
  assert.match(text, /\[\d+ bytes left out here; the whole could not be kept: \w+\]/);
});

Deno.test("keys reach neither the environment nor the result, however they are cut", async () => {
  const KEY = "sk-secret-0123456789";
  await using bed = await Bed.open({
    env: {
      OPENAI_API_KEY: KEY,
      WORK_KEY: "work-key-abcdefgh",
      SOME_API_KEY: "another-one-xyz",
      HEADER: `Bearer ${KEY}`,
      FINE: "fine",
    },
    config: `[providers.llm.work]
kind = "openai-compatible"
base_url = "http://127.0.0.1:1"
api_key_env = "WORK_KEY"`,
  });
  const env = await bed.text("shell", { command: "env" });
  assert.match(env, /^FINE=fine$/m);
  assert.doesNotMatch(env, /KEY|HEADER|secret|abcdefgh|another/);
  await bed.write("leak", `the key is ${KEY} and work-key-abcdefgh\n`);
  assert.equal(
    await bed.text("shell", { command: "cat leak" }),
    "the key is [redacted] and [redacted]",
  );
  assert.equal(await bed.text("fs_read", { path: "leak" }), "the key is [redacted] and [redacted]");
  const cut = await bed.text("shell", {
    command: `printf sk-sec; sleep 0.1; printf ret-0123456789; sleep 0.1; printf ' sk-se'`,
  });
  assert.equal(cut, "[redacted] sk-se");
  await bed.text("shell", { command: `for i in 1 2 3 4 5 6 7 8; do cat leak; seq 1 30000; done` });
  for (const { name } of Deno.readDirSync(bed.spill)) {
    assert.doesNotMatch(await Deno.readTextFile(`${bed.spill}/${name}`), /sk-secret/);
  }
});

Deno.test("many at once all end, and are cancelled together", async () => {
  await using bed = await Bed.open();
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) => bed.text("shell", { command: `echo ${n}` })),
  );
  assert.deepEqual(all, Array.from({ length: 40 }, (_, n) => String(n)));
  const cut = new AbortController();
  const running = Array.from(
    { length: 40 },
    () => bed.call("shell", { command: "echo $$ >>pids; sleep 600" }, { signal: cut.signal }),
  );
  const pids = await pidsOf(bed, 20);
  cut.abort();
  for (const outcome of await Promise.all(running)) {
    assert.deepEqual(outcome, { kind: "cancelled" });
  }
  assertGone(bed, pids);
});

Deno.test("a directory that is gone is told, not thrown", async () => {
  await using bed = await Bed.open();
  const call = await bed.prepare("shell", { command: "echo" });
  await Deno.remove(bed.root, { recursive: true });
  const outcome = await call.run({}, new AbortController().signal);
  assert.equal(outcome.kind === "done" && outcome.isError, true);
  await Deno.mkdir(bed.root);
});
