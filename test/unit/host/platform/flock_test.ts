import assert from "node:assert/strict";
import { type CLibrary, systemOver } from "../../../../src/host/platform/libc.ts";

const TAKE = 6;
const LET_GO = 8;

Deno.test("flock: taken, held by another, or not to be had on this file system", () => {
  for (
    const [fails, outcome] of [
      [[], "taken"],
      [[TAKE], "held"],
      [[TAKE, LET_GO], "impossible"],
    ] as const
  ) {
    const flock = (_fd: unknown, operation: unknown): number =>
      fails.some((each) => each === operation) ? -1 : 0;
    const system = systemOver({
      os: "linux",
      library: { flock } as unknown as CLibrary,
      waitingPoll: null,
      waitingSelect: null,
      consoleSize: () => null,
      exit: (code) => {
        throw new Error(`exit ${code}`);
      },
    });
    assert.equal(system.tryFlock(3), outcome);
  }
});
