import assert from "node:assert/strict";
import { Printer } from "../../../../src/host/printer/mod.ts";
import { Router, RouterError } from "../../../../src/host/signals/mod.ts";
import { cellWidth, Terminal } from "../../../../src/host/terminal/mod.ts";
import {
  type Composed,
  type PluginEnd,
  type PluginPorts,
  runPlugin,
} from "../../../../src/services/plugins/mod.ts";
import { settle } from "../../../support/clock.ts";
import { Machine } from "../../host/signals/machine.ts";
import { FAKE_PID, FakeChild } from "./fake_child.ts";

interface Bench extends Disposable {
  readonly machine: Machine;
  readonly router: Router;
  readonly child: FakeChild;
  readonly printed: string[];
  readonly token: AbortController;
  run(times?: { readonly readyMs?: number; readonly graceMs?: number }): Promise<PluginEnd>;
}

function bench(
  child: FakeChild = new FakeChild(),
  ports: Partial<PluginPorts> = {},
): Bench {
  const machine = new Machine();
  const platform = machine.platform();
  const router = new Router(platform, { interactive: true });
  const terminal = new Terminal(platform, router.memory);
  const style = { format: "text", color: false } as const;
  const printer = new Printer({
    stdout: platform.stdout,
    stderr: platform.stderr,
    out: style,
    err: style,
    size: () => ({ columns: 80, rows: 24 }),
    measure: cellWidth,
    onGone: () => {},
  });
  const printed: string[] = [];
  const token = new AbortController();
  const system = {
    ...platform.system,
    kill: (pid: number, signal: string): boolean => {
      machine.deeds.push(`kill ${pid} ${signal}`);
      if (pid === -FAKE_PID && signal === "SIGKILL") child.end(0, "SIGKILL");
      return true;
    },
  };
  const all: PluginPorts = {
    listConversations: () => Promise.resolve([]),
    readEvents: () => Promise.resolve([]),
    readConfig: () => Promise.resolve(null),
    print: ({ text }) => {
      printed.push(text);
      return Promise.resolve();
    },
    log: () => {},
    compose: () => Promise.resolve({ outcome: "unavailable", text: "" }),
    ...ports,
  };
  const stage = {
    router,
    terminal,
    printer,
    clock: platform.clock,
    system,
    stopsWithUs: new Set<{ stop(): void; goOn(): void }>(),
  };
  return {
    machine,
    router,
    child,
    printed,
    token,
    run: ({ readyMs = 60_000, graceMs = 60_000 } = {}) =>
      runPlugin(
        {
          start: () => Promise.resolve(child),
          greeting: { type: "init" },
          ports: all,
          graceMs,
          readyMs,
        },
        stage,
        token.signal,
      ),
    [Symbol.dispose]: () => router[Symbol.dispose](),
  };
}

Deno.test("one that never says a word is killed, and so is one that only says nonsense", async () => {
  using silent = bench();
  assert.deepEqual(await silent.run({ readyMs: 20 }), { kind: "not ready", firstWords: null });
  assert.ok(silent.machine.deeds.includes(`kill ${-FAKE_PID} SIGKILL`));
  using odd = bench();
  odd.child.stdout.push("usage: odd [-x]\n");
  assert.deepEqual(await odd.run({ readyMs: 40 }), {
    kind: "not ready",
    firstWords: "usage: odd [-x]",
  });
});

Deno.test("exit: its input ends, it has its time, and what it had printed is there", async () => {
  using place = bench();
  const { child } = place;
  child.say({ type: "ready" }, { type: "print", text: "x" }, { type: "exit", code: 3 });
  child.say({ type: "print", text: "after the end" });
  const end = place.run();
  await settle();
  assert.deepEqual(child.deeds, ["input closed"]);
  child.end(0);
  assert.deepEqual(await end, { kind: "exited", exit: { code: 3, reason: null } });
  assert.deepEqual(place.printed, ["x"]);
});

Deno.test("exit, and then it stays: it is killed when its time is up", async () => {
  using place = bench();
  place.child.say({ type: "exit", code: 0 });
  assert.equal((await place.run({ graceMs: 20 })).kind, "exited");
  assert.ok(place.machine.deeds.includes(`kill ${-FAKE_PID} SIGKILL`));
});

Deno.test("the first press is one SIGINT for the group, once the group is there", async () => {
  const exists = Promise.withResolvers<number | null>();
  using place = bench(new FakeChild(exists.promise));
  const { machine, child } = place;
  const end = place.run();
  await settle();
  machine.now += 1000;
  machine.raise("SIGINT");
  await settle();
  assert.ok(!machine.deeds.some((deed) => deed.includes("SIGINT")), `${machine.deeds}`);
  exists.resolve(FAKE_PID);
  await settle();
  const signals = machine.deeds.filter((deed) => deed.endsWith("SIGINT"));
  assert.deepEqual(signals, [`kill ${-FAKE_PID} SIGINT`]);
  child.end(0, "SIGINT");
  assert.deepEqual(await end, { kind: "died of press", alone: false });
});

Deno.test("a press that ends it before its group is there is its end, and opens no menu", async () => {
  const exists = Promise.withResolvers<number | null>();
  using place = bench(new FakeChild(exists.promise));
  using below = place.router.enter("below");
  const end = place.run();
  await settle();
  place.machine.now += 1000;
  place.machine.raise("SIGINT");
  await settle();
  place.child.end(0, "SIGINT");
  exists.resolve(null);
  assert.deepEqual(await end, { kind: "died of press", alone: false });
  assert.equal(below.pending, false);
});

Deno.test("its end by a press may be known before the press is", async () => {
  using place = bench(new FakeChild(Promise.resolve(null)));
  place.child.end(0, "SIGINT");
  assert.deepEqual(await place.run(), { kind: "died of press", alone: false });
  using grouped = bench();
  const end = grouped.run();
  await settle();
  grouped.child.end(0, "SIGINT");
  assert.equal((await end).kind, "broke off", "in a group of its own nobody pressed at it");
});

Deno.test("where there are no groups a press is the next scope's", async () => {
  using place = bench(new FakeChild(Promise.resolve(null)));
  using below = place.router.enter("below");
  const end = place.run();
  await settle();
  place.machine.now += 1000;
  place.machine.raise("SIGINT");
  await settle();
  assert.equal(below.pending, true);
  below.take();
  place.child.say({ type: "exit" });
  await settle();
  place.child.end(0);
  assert.equal((await end).kind, "exited");
});

Deno.test("one that there is no room for among what is killed with us does not run", async () => {
  // The last place is the process's, its group has none.
  for (const taken of [63, 64]) {
    using place = bench();
    using held = new DisposableStack();
    for (let n = 0; n < taken; n++) held.use(place.router.registerGroup(1000 + n));
    await assert.rejects(place.run(), RouterError);
    assert.deepEqual(place.child.deeds, ["killed"]);
    assert.deepEqual(place.child.told, []);
    assert.equal(place.router.memory.killTargets().length, taken);
  }
});

Deno.test("a press that stopped it does not reach it before it goes on", async () => {
  using place = bench();
  const end = place.run();
  await settle();
  place.child.stopped = "SIGSTOP";
  place.machine.now += 1000;
  place.machine.raise("SIGINT");
  await settle();
  const deeds = place.machine.deeds.filter((deed) => deed.startsWith(`kill ${-FAKE_PID}`));
  assert.deepEqual(deeds, [`kill ${-FAKE_PID} SIGINT`, `kill ${-FAKE_PID} SIGCONT`]);
  place.child.end(130);
  assert.deepEqual(await end, { kind: "died of press", alone: false });
});

Deno.test("the token: shutdown is said, and its time is up before the deadline", async () => {
  using place = bench();
  const end = place.run();
  await settle();
  place.machine.raise("SIGTERM");
  place.token.abort(new Error("winding up"));
  // The deadline of ten seconds is over but for a moment: nothing of its minute is left.
  assert.ok(place.router.state.deadline < Infinity);
  place.machine.now = place.router.state.deadline - 100;
  await settle();
  assert.deepEqual(place.child.told.at(-1), { type: "shutdown" });
  place.child.end(0);
  assert.deepEqual(await end, { kind: "shut down" });
});

Deno.test("a fault of ours ends it, and is not swallowed", async () => {
  const boom = new TypeError("boom");
  for (const port of ["readConfig", "compose"] as const) {
    using place = bench(new FakeChild(), { [port]: () => Promise.reject(boom) });
    place.child.say({ type: "ready" });
    place.child.say(
      port === "compose"
        ? { type: "compose", kind: "line", message: "x" }
        : { type: "read_config" },
    );
    await assert.rejects(place.run(), boom);
    assert.ok(place.machine.deeds.includes(`kill ${-FAKE_PID} SIGKILL`));
  }
});

Deno.test("while it asks it is heard: a second question is refused, its end ends the first", async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  using place = bench(new FakeChild(), {
    compose: (_request, signal) => {
      asked.resolve(signal);
      return new Promise<Composed>((resolve) => {
        const gone = (): void => resolve({ outcome: "aborted", text: "" });
        signal.addEventListener("abort", gone, { once: true });
      });
    },
  });
  const question = { type: "compose", kind: "line", message: "x" };
  place.child.say({ ...question, id: 1 }, { ...question, id: 2 }, { type: "read_config", id: 3 });
  const end = place.run();
  const signal = await asked.promise;
  await settle();
  assert.deepEqual(place.child.told.slice(1), [
    { type: "error", id: 2, request: "compose", message: "the last question is not answered yet" },
    { type: "config", id: 3, data: null },
  ]);
  place.child.end(1);
  assert.equal((await end).kind, "broke off");
  assert.equal(signal.aborted, true);
});
