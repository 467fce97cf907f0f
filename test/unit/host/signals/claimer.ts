/**
 * The other thread of claim_test.ts: records presses in the shared memory and takes some of them
 * itself, at a pace that varies; answers with how many scopes it would have told.
 */
import { claim } from "../../../../src/host/signals/claim.ts";
import { SharedMemory } from "../../../../src/host/signals/mod.ts";
import { dither } from "./dither.ts";

interface WorkerScope {
  onmessage:
    | ((event: { data: { buffer: SharedArrayBuffer; presses: number; seed: number } }) => void)
    | null;
  postMessage(message: number): void;
}
const worker = globalThis as unknown as WorkerScope;

worker.onmessage = ({ data: { buffer, presses, seed } }) => {
  const memory = new SharedMemory(buffer);
  const stall = dither(seed);
  let told = 0;
  const take = (at: number): void => {
    const { effects } = claim(memory, "sentinel", () => "us", { event: { kind: "answer" }, at });
    told += effects.filter(({ kind }) => kind === "notify").length;
  };
  for (let press = 1; press <= presses; press++) {
    // The ring holds 64: whoever waits longer than that is stuck, which is another test.
    while (memory.waiting().length > 48) take(press * 1000);
    memory.record("SIGINT", press * 1000);
    if (stall()) take(press * 1000);
  }
  worker.postMessage(told);
};
