import assert from "node:assert/strict";
import { noSystem } from "../../../../src/host/platform/no_system.ts";
import type { System } from "../../../../src/host/platform/port.ts";
import { writingAtOnce } from "../../../../src/host/platform/terminal_output.ts";
import { FakeStream } from "../printer/fake_stream.ts";

const bytes = new TextEncoder().encode("words");

/** A system whose terminal takes what `takes` says; `controlling`: the stream ends on it. */
function systemOf(controlling: boolean, takes: () => number) {
  const calls: string[] = [];
  const none = noSystem((code) => {
    throw new Error(`exit ${code}`);
  });
  const system: System = {
    ...none,
    foregroundGroup: () => controlling ? 7 : -1,
    open: (path) => {
      calls.push(`open ${path}`);
      return 9;
    },
    write: (fd, given) => {
      calls.push(`write ${fd} ${given.length}`);
      return takes();
    },
  };
  return { system, calls };
}

Deno.test("what the controlling terminal takes at once goes no other way", async () => {
  const { system, calls } = systemOf(true, () => 3);
  const out = new FakeStream(1, { terminal: true });
  const stream = writingAtOnce(out, system);
  assert.equal(await stream.write(bytes), 3);
  assert.equal(await stream.write(bytes.subarray(3)), 3);
  assert.deepEqual(calls, ["open /dev/tty", "write 9 5", "write 9 2"]);
  assert.deepEqual(out.writes, []);
});

for (const [why, result] of [["is full", -1], ["takes nothing", 0]] as const) {
  Deno.test(`a terminal that ${why} is waited for, and its errors told`, async () => {
    const { system } = systemOf(true, () => result);
    const out = new FakeStream(1, { terminal: true });
    const stream = writingAtOnce(out, system);
    assert.equal(await stream.write(bytes), 5);
    assert.deepEqual(out.writes, ["words"]);
    out.script.push({ fail: "EIO" });
    await assert.rejects(stream.write(bytes), { code: "EIO" });
  });
}

Deno.test("a pipe, a file, another terminal is written as it was", async () => {
  const { system, calls } = systemOf(false, () => 5);
  const out = new FakeStream(1);
  assert.equal(await writingAtOnce(out, system).write(bytes), 5);
  assert.deepEqual([calls, out.writes], [[], ["words"]]);
});
