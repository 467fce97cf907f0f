import assert from "node:assert/strict";
import { Router, type SentinelWorker, startSentinel } from "../../../../src/host/signals/mod.ts";
import { Machine } from "./machine.ts";
import { settle } from "../../../support/clock.ts";

/** The main thread's end of a worker: what it was told, and a way to speak for it. */
class FakeWorker implements SentinelWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly told: unknown[] = [];
  terminated = false;

  postMessage(message: unknown): void {
    this.told.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(data: string): void {
    this.onmessage?.(new MessageEvent("message", { data }));
  }

  fail(): boolean {
    const event = new ErrorEvent("error", { cancelable: true, message: "it broke" });
    this.onerror?.(event);
    return event.defaultPrevented;
  }
}

function bench(machine = new Machine(), workersGetSignals = true) {
  const router = new Router(machine.platform({ workersGetSignals }), { interactive: true });
  const worker = new FakeWorker();
  return { machine, router, worker, sentinel: startSentinel(worker, router) };
}

/** As the sentinel does it: listeners first, then the word that it listens. */
async function comeUp({ router, worker }: ReturnType<typeof bench>): Promise<void> {
  router.memory.sentinelReady = true;
  worker.say("ready");
  await settle();
}

Deno.test("until the sentinel listens, the main thread records every signal", () => {
  const place = bench();
  using router = place.router;
  using _scope = router.enter("scope");
  place.machine.raise("SIGINT");
  assert.equal(router.memory.recorded, 1);
  place.machine.now += 500;
  place.machine.raise("SIGINT");
  assert.equal(router.memory.recorded, 2);
  assert.equal(router.shutdown.aborted, true);
});

Deno.test("in the moment between its listeners and its word, only a first signal", () => {
  const place = bench();
  using router = place.router;
  using scope = router.enter("scope");
  router.memory.sentinelReady = true;
  place.machine.raise("SIGINT");
  assert.equal(scope.pending, true);
  place.machine.now += 500;
  place.machine.raise("SIGINT");
  assert.equal(router.memory.recorded, 1);
});

Deno.test("once it has said so, only the sentinel records, and one press is one", async () => {
  const place = bench();
  using router = place.router;
  using scope = router.enter("scope");
  await comeUp(place);
  assert.equal(await place.sentinel.ready, true);
  // Both hear it; the main thread long before the sentinel gets to it.
  place.machine.raise("SIGINT");
  assert.equal(router.memory.recorded, 0);
  place.machine.now += 400;
  router.memory.record("SIGINT", place.machine.now);
  place.worker.say("signal");
  assert.equal(scope.take(), true);
  assert.equal(router.shutdown.aborted, false);
});

Deno.test("on a runtime whose workers hear nothing, the main thread goes on recording", async () => {
  const place = bench(new Machine(), false);
  using router = place.router;
  using scope = router.enter("scope");
  await comeUp(place);
  place.machine.raise("SIGINT");
  assert.equal(scope.pending, true);
});

Deno.test("a sentinel that breaks gives the recording back, without a trace", async () => {
  const place = bench();
  using router = place.router;
  using scope = router.enter("scope");
  await comeUp(place);
  assert.equal(place.worker.fail(), true, "the runtime is kept from printing it");
  place.machine.raise("SIGINT");
  assert.equal(scope.pending, true);
});

Deno.test("one that never came up is reported as such", async () => {
  const place = bench();
  using _router = place.router;
  place.worker.fail();
  assert.equal(await place.sentinel.ready, false);
});

Deno.test("what was ignored at the start is ignored again once it has listened", async () => {
  const machine = new Machine();
  machine.ignored.add("SIGHUP");
  const place = bench(machine);
  using _router = place.router;
  machine.deeds.length = 0;
  await comeUp(place);
  assert.deepEqual(machine.deeds, ["ignore SIGHUP"]);
});

Deno.test("a shutdown without a signal is told to it; its end stops it", () => {
  const place = bench();
  using router = place.router;
  assert.equal(place.worker.told.length, 1);
  router.dispatch({ kind: "leave" });
  assert.equal(place.worker.told[1], "shutdown");
  place.sentinel[Symbol.dispose]();
  assert.equal(place.worker.terminated, true);
  assert.equal(router.memory.sentinelReady, false);
});
