import assert from "node:assert/strict";
import { waitingForAnnouncements } from "../../../../src/host/platform/announced_input.ts";
import { noSystem } from "../../../../src/host/platform/no_system.ts";
import { openPlatform, type System } from "../../../../src/host/platform/port.ts";

const FD = 5;
const PIPE = 6;

/** A machine that announces input, or does not; what it was asked, in order. */
class Kernel {
  readonly asked: string[] = [];
  readonly announcing = new Set<number>();
  readonly readable = new Set<number>();
  looks = 0;
  now = 0;
  #listener: (() => void) | null = null;
  readonly #announces: boolean;

  constructor(announces: boolean) {
    this.#announces = announces;
  }

  /** There is input, and the kernel says so to whom it was asked to. */
  type(fd: number): void {
    this.readable.add(fd);
    if (this.announcing.has(fd)) this.#listener?.();
  }

  get system(): System {
    const system: System = {
      ...noSystem((code) => assert.fail(`exit ${code}`)),
      poll: (fd) => {
        this.looks++;
        return { readable: this.readable.has(fd), writable: true, gone: false };
      },
      announceInput: (fd) => {
        assert.ok(this.#listener !== null, "its default action would end the process");
        this.asked.push(`announce ${fd}`);
        if (!this.#announces) return null;
        this.announcing.add(fd);
        return {
          [Symbol.dispose]: () => {
            this.asked.push(`silence ${fd}`);
            this.announcing.delete(fd);
          },
        };
      },
    };
    return waitingForAnnouncements(system, { now: () => this.now }, (listener) => {
      assert.equal(this.#listener, null, "one listener is enough");
      this.#listener = listener;
    });
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** How to wait, once the kernel has shown that it announces. */
async function announcedOnce(kernel: Kernel): Promise<System["waitReadable"]> {
  const { waitReadable } = kernel.system;
  const first = waitReadable?.([FD], -1);
  kernel.type(FD);
  await first;
  kernel.readable.clear();
  return waitReadable;
}

Deno.test("a wait ends with the announcement, and asks for no more", async () => {
  const kernel = new Kernel(true);
  const { waitReadable } = kernel.system;
  for (const fd of [FD, PIPE]) {
    kernel.asked.length = 0;
    const waiting = waitReadable?.([FD, PIPE], -1);
    await nextTurn();
    kernel.type(fd);
    const results = await waiting;
    assert.deepEqual(results?.map(({ readable }) => readable), [fd === FD, fd === PIPE]);
    assert.deepEqual(kernel.asked, ["announce 5", "announce 6", "silence 5", "silence 6"]);
    kernel.readable.clear();
  }
});

Deno.test("once input has been announced, nobody looks until it is", async () => {
  const kernel = new Kernel(true);
  const waitReadable = await announcedOnce(kernel);
  const waiting = waitReadable?.([FD], -1);
  kernel.looks = 0;
  const began = performance.now();
  // As many turns of the loop as would be looks without it; on a busy machine they take their time.
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  assert.ok(kernel.looks <= (performance.now() - began) / 50, `${kernel.looks} looks`);
  kernel.type(FD);
  await waiting;
});

Deno.test("where nothing is announced, input is found all the same", async () => {
  const kernel = new Kernel(false);
  const waiting = kernel.system.waitReadable?.([FD], -1);
  await nextTurn();
  kernel.readable.add(FD);
  const [result] = await waiting ?? [];
  assert.equal(result?.readable, true);
  assert.deepEqual(kernel.asked, ["announce 5"]);
});

Deno.test("an announcement that got lost only delays", async () => {
  const kernel = new Kernel(true);
  const waitReadable = await announcedOnce(kernel);
  const waiting = waitReadable?.([FD, PIPE], -1);
  kernel.readable.add(PIPE);
  const results = await waiting;
  assert.deepEqual(results?.map(({ readable }) => readable), [false, true]);
});

Deno.test("a wait gives up in time, and leaves no announcement behind", async () => {
  const kernel = new Kernel(true);
  const waiting = kernel.system.waitReadable?.([FD], 1);
  kernel.now = 2;
  assert.equal(await waiting, null);
  assert.equal(kernel.announcing.size, 0);
});

/** O_ASYNC, as /proc shows the flags. */
const ASYNC_FLAG = 0o20000;

function isAnnounced(fd: number): boolean {
  const flags = /^flags:\s+(\d+)$/m.exec(Deno.readTextFileSync(`/proc/self/fdinfo/${fd}`))?.[1];
  return (parseInt(flags ?? "", 8) & ASYNC_FLAG) !== 0;
}

Deno.test({
  name: "the kernel announces input of a pipe until told not to, and of nothing else",
  ignore: Deno.build.os !== "linux",
  // The platform opens the C library for good.
  sanitizeResources: false,
  fn: async () => {
    const { system, onSignal } = await openPlatform();
    const heard = Promise.withResolvers<void>();
    using _listening = onSignal("SIGIO", heard.resolve);
    const [read, write] = system.pipe() ?? assert.fail("no pipe");
    // Listening alone keeps no program alive.
    const alive = setInterval(() => {}, 1000);
    try {
      assert.equal(system.announceInput?.(-1), null);
      const announcing = system.announceInput?.(read) ?? assert.fail("nothing is announced");
      assert.equal(isAnnounced(read), true);
      system.write(write, new Uint8Array(1));
      await heard.promise;
      announcing[Symbol.dispose]();
      assert.equal(isAnnounced(read), false);
    } finally {
      clearInterval(alive);
      system.close(read);
      system.close(write);
    }
  },
});
