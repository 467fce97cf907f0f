import assert from "node:assert/strict";
import type { TerminalDevice } from "../../../../src/host/platform/port.ts";
import { TerminalWriter } from "../../../../src/host/terminal/terminal_writer.ts";

function writerTo(take: (text: string) => Promise<void>): TerminalWriter {
  const decoder = new TextDecoder();
  const device: TerminalDevice = {
    fd: 5,
    read: () => Promise.resolve({ kind: "idle" }),
    write: (bytes) => take(decoder.decode(bytes)),
    hasInput: () => false,
    discardInput: () => {},
    close: () => {},
  };
  return new TerminalWriter(() => device);
}

Deno.test("what waits together is one write, in order", async () => {
  const writes: string[] = [];
  const held = Promise.withResolvers<void>();
  const writer = writerTo(async (text) => {
    writes.push(text);
    if (text === "ab") await held.promise;
  });
  const first = [writer.write("a"), writer.writeInTime("b")];
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(writes, ["ab"]);
  const behind = [writer.write("c"), writer.write(""), writer.write("d")];
  held.resolve();
  await Promise.all([...first, ...behind]);
  assert.deepEqual(writes, ["ab", "cd"]);
});

Deno.test("all of a write that fails hear of it, and the next one is tried", async () => {
  let fails = true;
  const writes: string[] = [];
  const writer = writerTo((text) => {
    writes.push(text);
    return fails ? Promise.reject(new Error("gone")) : Promise.resolve();
  });
  const both = await Promise.allSettled([writer.write("a"), writer.write("b")]);
  assert.deepEqual(both.map(({ status }) => status), ["rejected", "rejected"]);
  fails = false;
  await writer.write("c");
  assert.deepEqual(writes, ["ab", "c"]);
});
