/** What differs on macOS, over a C library of our own. */
import assert from "node:assert/strict";
import {
  type CLibrary,
  type CRuntime,
  libraryNames,
  SYMBOLS,
  systemOver,
} from "../../../../src/host/platform/libc.ts";

type Call = readonly [name: string, ...args: unknown[]];

/** Every function answers 0 and is written down. */
function machine(os: "linux" | "darwin", own: Partial<CRuntime> = {}) {
  const calls: Call[] = [];
  const library = Object.fromEntries(
    Object.keys(SYMBOLS).map((name) => [name, (...args: unknown[]) => {
      calls.push([name, ...args]);
      return 0;
    }]),
  ) as unknown as CLibrary;
  const system = systemOver({
    os,
    library,
    waitingPoll: () => Promise.reject(new Error("poll")),
    waitingSelect: () => Promise.reject(new Error("select")),
    consoleSize: () => null,
    exit: (code) => {
      throw new Error(`exit ${code}`);
    },
    ...own,
  });
  return { system, calls };
}

Deno.test("darwin: a terminal is waited for by select, which poll cannot", async () => {
  const seen: unknown[] = [];
  const { system } = machine("darwin", {
    waitingSelect: (count, readable, timeout) => {
      seen.push(count, [...readable.subarray(0, 3)], timeout && [...timeout]);
      // Of the two only the second has something.
      readable[0] = 0;
      return Promise.resolve(1);
    },
  });
  const results = await system.waitReadable?.([3, 9], 1500.5);
  assert.deepEqual(results?.map(({ readable }) => readable), [false, true]);
  const [count, set, timeout] = seen;
  assert.equal(count, 10);
  assert.deepEqual(set, [1 << 3, 1 << 1, 0]);
  // struct timeval: seconds, then microseconds, eight bytes each.
  const view = new DataView(Uint8Array.from(timeout as number[]).buffer);
  assert.deepEqual([view.getBigInt64(0, true), view.getBigInt64(8, true)], [1n, 500_000n]);
});

Deno.test("darwin: no timeout is none, and a time that runs out is no result", async () => {
  const timeouts: unknown[] = [];
  const { system } = machine("darwin", {
    waitingSelect: (_, __, timeout) => {
      timeouts.push(timeout);
      return Promise.resolve(0);
    },
  });
  assert.equal(await system.waitReadable?.([0], -1), null);
  assert.deepEqual(timeouts, [null]);
});

Deno.test("linux: it is poll", async () => {
  const { system } = machine("linux", {
    waitingPoll: (fds, count, timeoutMs) => {
      assert.deepEqual([count, timeoutMs], [1, 20]);
      new DataView(fds.buffer).setInt16(6, 1, true);
      return Promise.resolve(1);
    },
  });
  const [result] = await system.waitReadable?.([7], 20) ?? [];
  assert.deepEqual(result, { readable: true, writable: false, gone: false });
});

Deno.test("darwin: the size is the runtime's word, since ioctl cannot be called there", () => {
  const { system, calls } = machine("darwin", { consoleSize: () => ({ columns: 90, rows: 20 }) });
  assert.deepEqual(system.windowSize(5), { columns: 90, rows: 20 });
  assert.deepEqual(calls, []);
});

Deno.test("darwin: signals have their own numbers", () => {
  const { system, calls } = machine("darwin");
  system.kill(5, "SIGTSTP");
  system.kill(5, "SIGCONT");
  system.ignore("SIGINT");
  const of = (name: string) => calls.filter(([each]) => each === name).map((call) => call.slice(1));
  assert.deepEqual(of("kill"), [[5, 18], [5, 19]]);
  assert.deepEqual(of("signal"), [[2, 1n]]);
  const linux = machine("linux");
  linux.system.kill(5, "SIGTSTP");
  assert.deepEqual(linux.calls.filter(([name]) => name === "kill"), [["kill", 5, 20]]);
});

Deno.test("darwin: SIGTTOU is blocked by macOS's number for it while the terminal is taken", () => {
  const how = (os: "linux" | "darwin") => {
    const { system, calls } = machine(os);
    assert.equal(system.setForegroundGroup(4, 77), true);
    return calls.filter(([name]) => name === "pthread_sigmask").map(([, first]) => first);
  };
  assert.deepEqual(how("darwin"), [1, 3]);
  assert.deepEqual(how("linux"), [0, 2]);
});

Deno.test("the library is looked for under each system's names", () => {
  assert.deepEqual(libraryNames("darwin", "arm64"), ["libSystem.dylib"]);
  assert.deepEqual(libraryNames("linux", "arm64"), [
    "libc.so.6",
    "libc.musl-aarch64.so.1",
    "libc.so",
  ]);
});
