import assert from "node:assert/strict";
import fc from "fast-check";
import { initialLadder, type LadderEffect } from "../../../../src/core/ladder/mod.ts";
import { claim } from "../../../../src/host/signals/claim.ts";
import { SharedMemory } from "../../../../src/host/signals/mod.ts";
import { dither } from "./dither.ts";
import { settle } from "../../../support/clock.ts";

const US = () => "us" as const;
/** Every press is a first press: with a cooldown of 0 only a menu leads on. */
const ONLY_FIRST = { cooldownMs: 0, timeoutMs: 10_000 };

function memoryFor(settings = { cooldownMs: 2000, timeoutMs: 10_000 }): SharedMemory {
  const memory = new SharedMemory();
  memory.ladder = initialLadder(true, settings);
  return memory;
}

const visible = ({ kind }: LadderEffect): boolean =>
  kind === "say" || kind === "arm" || kind === "end";

Deno.test("two threads take every press once between them", async () => {
  const memory = memoryFor(ONLY_FIRST);
  const presses = 20_000;
  const worker = new Worker(new URL("./claimer.ts", import.meta.url).href, { type: "module" });
  const theirs = new Promise<number>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage({ buffer: memory.buffer, presses, seed: 7 });
  let ours = 0;
  let done = false;
  const take = (): void => {
    const answer = { event: { kind: "answer" }, at: presses * 1000 } as const;
    const { effects } = claim(memory, "main", US, answer);
    ours += effects.filter(({ kind }) => kind === "notify").length;
  };
  theirs.then(() => done = true);
  const stall = dither(11);
  while (!done) {
    for (let n = 0; n < 200; n++) if (stall()) take();
    await settle();
  }
  take();
  const total = ours + await theirs;
  worker.terminate();
  assert.equal(total, presses);
  assert.ok(ours > 0 && ours < presses, `both took some: ${ours} of ${presses}`);
});

Deno.test("what would not be acted on is left for the other side, unchanged", () => {
  const memory = memoryFor();
  memory.record("SIGINT", 1000);
  const { effects } = claim(memory, "sentinel", US, null, (would) => would.some(visible));
  assert.deepEqual(effects, []);
  assert.equal(memory.waiting().length, 1);
  assert.equal(memory.ladder.presses, 0);
  const taken = claim(memory, "main", US, null);
  assert.deepEqual(taken.effects, [{ kind: "notify" }]);
});

Deno.test("a first press that waits is taken along by the second", () => {
  const memory = memoryFor();
  memory.record("SIGINT", 1000);
  memory.record("SIGINT", 1300);
  const { effects } = claim(memory, "sentinel", US, null, (would) => would.some(visible));
  assert.deepEqual(effects.filter(visible).map(({ kind }) => kind), ["say", "arm"]);
  assert.equal(memory.shutdownReason, "second-press");
  assert.deepEqual(claim(memory, "main", US, null).effects, []);
});

Deno.test("signals are taken before the event that comes with them", () => {
  const memory = memoryFor();
  memory.record("SIGINT", 1000);
  memory.record("SIGINT", 1300);
  const answer = { event: { kind: "answer" }, at: 1310 } as const;
  const { state } = claim(memory, "main", US, answer);
  assert.equal(state.phase, "shutting down");
});

Deno.test("a lock that nobody gives back stops the sentinel, and loses no event of the main thread", () => {
  const memory = memoryFor();
  memory.record("SIGINT", 1000);
  memory.withLock("sentinel", () => {
    assert.deepEqual(claim(memory, "sentinel", US, null).effects, []);
    assert.equal(memory.waiting().length, 1);
    assert.deepEqual(claim(memory, "main", US, null).effects, [{ kind: "notify" }]);
  });
});

Deno.test("recordFirst adds nothing once something is recorded", () => {
  const memory = memoryFor();
  memory.recordFirst("SIGINT", 1000);
  memory.recordFirst("SIGINT", 2000);
  assert.deepEqual(memory.waiting(), [{ signal: "SIGINT", at: 1000 }]);
  memory.record("SIGTERM", 3000);
  assert.equal(memory.waiting().length, 2);
});

Deno.test("more signals than the ring holds: the ladder still ends where it must", () => {
  const memory = memoryFor();
  for (let n = 0; n < 200; n++) memory.record("SIGINT", 1000 + n * 100);
  claim(memory, "sentinel", US, null);
  assert.equal(memory.ladder.phase, "ended");
});

/**
 * Any order in which the two threads could do their steps: signals come, the main thread stalls
 * and moves, the sentinel looks. Each rung is carried out once and by one side.
 */
Deno.test("in every order of the two threads each rung is carried out once", () => {
  const action = fc.constantFrom("press", "main", "sentinel", "first", "pause");
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const memory = memoryFor();
      const said: string[] = [];
      let now = 1_000_000;
      let presses = 0;
      const carryOut = (effects: readonly LadderEffect[]): void => {
        for (const effect of effects) {
          if (effect.kind === "say") said.push(effect.message);
          if (effect.kind === "notify") said.push("menu");
          if (effect.kind === "end") said.push("end");
        }
      };
      const main = () => carryOut(claim(memory, "main", US, null).effects);
      for (const step of actions) {
        now += 30;
        if (step === "press") {
          presses++;
          memory.record("SIGINT", now);
        } else if (step === "first") memory.recordFirst("SIGINT", now);
        else if (step === "main") main();
        else if (step === "pause") now += 10_000;
        else {
          const { effects } = claim(memory, "sentinel", US, null, (would) => would.some(visible));
          carryOut(effects.filter(visible));
        }
      }
      main();
      assert.equal(memory.waiting().length, 0, "never neither");
      for (const rung of ["shutting down", "terminating", "end"]) {
        assert.ok(said.filter((word) => word === rung).length <= 1, `${rung} twice: ${said}`);
      }
      assert.equal(memory.ladder.phase === "ended", said.includes("end"));
      assert.equal(memory.ladder.phase !== "running", said.includes("shutting down"));
      if (presses > 0) assert.ok(said.length > 0, "a press was lost");
    }),
    { numRuns: 500 },
  );
});

Deno.test("the memory keeps what is put into it", () => {
  const memory = new SharedMemory();
  const other = new SharedMemory(memory.buffer);
  assert.equal(other.terminalFd, -1);
  memory.terminalFd = 0;
  memory.restoreBytes = new TextEncoder().encode("\x1b[?25h");
  memory.modesUndo = {
    input: { mask: 0xffffffff, value: 0x80000001 },
    output: { mask: 1, value: 0 },
    local: { mask: 2, value: 2 },
    control: { min: 1, time: 5 },
  };
  assert.equal(other.terminalFd, 0);
  assert.deepEqual(new TextDecoder().decode(other.restoreBytes), "\x1b[?25h");
  assert.deepEqual(other.modesUndo, memory.modesUndo);
  memory.modesUndo = { ...memory.modesUndo, control: null };
  assert.equal(other.modesUndo.control, null);
});

Deno.test("restore bytes that do not fit are cut, never half old and half new", () => {
  const memory = new SharedMemory();
  memory.restoreBytes = new Uint8Array(5000).fill(65);
  assert.equal(memory.restoreBytes.length, 1024);
  memory.restoreBytes = new Uint8Array(0);
  assert.equal(memory.restoreBytes.length, 0);
});
