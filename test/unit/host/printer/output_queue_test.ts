import assert from "node:assert/strict";
import fc from "fast-check";
import type { FsError } from "../../../../src/host/platform/port.ts";
import { OutputQueue } from "../../../../src/host/printer/mod.ts";
import { settle } from "../../../support/clock.ts";
import { FakeStream } from "./fake_stream.ts";

const encoder = new TextEncoder();
const NEVER = new AbortController().signal;

function queueOf(): { queue: OutputQueue; failed: [number, string][] } {
  const failed: [number, string][] = [];
  const queue = new OutputQueue((stream, error: FsError) => failed.push([stream.fd, error.code]));
  return { queue, failed };
}

function push(queue: OutputQueue, stream: FakeStream, text: string, written?: () => void): void {
  queue.push(stream, encoder.encode(text), written);
}

Deno.test("the first piece goes out at once", () => {
  const { queue } = queueOf();
  const out = new FakeStream(1);
  let asked = 0;
  const write = out.write.bind(out);
  out.write = (bytes) => (asked++, write(bytes));
  push(queue, out, "a");
  assert.equal(asked, 1);
  return queue.drained(NEVER);
});

Deno.test("what waits is merged, the order kept across streams", async () => {
  const { queue } = queueOf();
  const terminal: string[] = [];
  const out = new FakeStream(1, { sink: (text) => terminal.push(text) });
  const err = new FakeStream(2, { sink: (text) => terminal.push(text) });
  out.script.push("stick");
  push(queue, out, "1");
  for (const word of ["2", "3"]) push(queue, out, word);
  for (const word of ["e", "f"]) push(queue, err, word);
  push(queue, out, "4");
  await settle();
  out.release();
  await queue.drained(NEVER);
  assert.deepEqual(terminal, ["1", "23", "ef", "4"]);
});

Deno.test("short writes lose and double nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), fc.string({ minLength: 1, maxLength: 9 })), {
        maxLength: 20,
      }),
      fc.array(fc.nat({ max: 5 }).map((take) => ({ take: take + 1 })), { maxLength: 20 }),
      async (pieces, takes) => {
        const { queue, failed } = queueOf();
        const bytes: number[] = [];
        const note = (stream: FakeStream): FakeStream => {
          const write = stream.write.bind(stream);
          stream.write = async (chunk) => {
            const count = await write(chunk);
            bytes.push(...chunk.subarray(0, count));
            return count;
          };
          return stream;
        };
        const [out, err] = [note(new FakeStream(1)), note(new FakeStream(2))];
        out.script.push(...takes);
        err.script.push(...takes.toReversed());
        let written = 0;
        for (const [toErr, text] of pieces) push(queue, toErr ? err : out, text, () => written++);
        await queue.drained(NEVER);
        assert.deepEqual(bytes, [...encoder.encode(pieces.map(([, text]) => text).join(""))]);
        assert.equal(written, pieces.length);
        assert.equal(queue.waitingBytes, 0);
        assert.deepEqual(failed, []);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("large pieces are passed on as they are, small ones up to a bound", async () => {
  const { queue } = queueOf();
  const out = new FakeStream(1);
  out.script.push("stick");
  push(queue, out, "x");
  const sizes: number[] = [];
  const write = out.write.bind(out);
  out.write = (bytes) => (sizes.push(bytes.length), write(bytes));
  push(queue, out, "a".repeat(100_000));
  for (let count = 0; count < 100; count++) push(queue, out, "b".repeat(1000));
  await settle();
  out.release();
  await queue.drained(NEVER);
  assert.equal(sizes[0], 100_000);
  assert.ok(sizes.slice(1).every((size) => size <= 65_536), String(sizes));
  assert.equal(sizes.reduce((sum, size) => sum + size, 0), 200_000);
  assert.ok(sizes.length <= 4, "few writes");
});

Deno.test("a producer waits while the reader is far behind, and no longer", async () => {
  const { queue } = queueOf();
  const out = new FakeStream(1);
  out.script.push("stick");
  push(queue, out, "x");
  await queue.room(NEVER);
  push(queue, out, "y".repeat(300_000));
  let room = false;
  const waiting = queue.room(NEVER).then(() => room = true);
  await settle();
  assert.equal(room, false);
  out.release();
  await waiting;
  assert.ok(queue.waitingBytes <= 262_144);
});

Deno.test("a producer that is to stop does not wait for the reader", async () => {
  const { queue } = queueOf();
  const out = new FakeStream(1);
  out.script.push("stick");
  push(queue, out, "y".repeat(300_000));
  const stop = new AbortController();
  const waiting = queue.room(stop.signal);
  stop.abort();
  await waiting;
  out.release();
  await queue.drained(NEVER);
});

Deno.test("a hold lets the write under way end and starts no other", async () => {
  const { queue } = queueOf();
  const out = new FakeStream(1);
  out.script.push("stick");
  push(queue, out, "1");
  push(queue, out, "2");
  const first = queue.hold();
  const second = queue.hold();
  out.release();
  await queue.settled(NEVER);
  push(queue, out, "3");
  await settle();
  assert.equal(out.text, "1");
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  await settle();
  assert.equal(out.text, "1", "one hold is left");
  queue.pushFirst(out, encoder.encode("back "));
  second[Symbol.dispose]();
  await queue.drained(NEVER);
  assert.equal(out.text, "1back 23");
});

Deno.test("a reader that is gone costs its own stream only, and is told once", async () => {
  const { queue, failed } = queueOf();
  const out = new FakeStream(1);
  const err = new FakeStream(2);
  out.script.push("stick", { fail: "EPIPE" });
  push(queue, out, "1");
  push(queue, out, "2");
  push(queue, err, "e");
  push(queue, out, "3");
  await settle();
  out.release();
  await queue.drained(NEVER);
  assert.deepEqual(failed, [[1, "EPIPE"]]);
  assert.equal(err.text, "e");
  push(queue, out, "4");
  assert.equal(queue.idle, true, "nothing more is taken");
  assert.equal(queue.waitingBytes, 0);
});

Deno.test("what is no file error is told as an unknown one", async () => {
  const { queue, failed } = queueOf();
  const out = new FakeStream(1);
  out.write = () => Promise.reject(new TypeError("odd"));
  push(queue, out, "1");
  await queue.drained(NEVER);
  assert.deepEqual(failed, [[1, "EUNKNOWN"]]);
});

Deno.test("a full non-blocking pipe is no lost reader", async () => {
  const { queue, failed } = queueOf();
  const out = new FakeStream(1);
  out.script.push({ take: 2 }, { fail: "EAGAIN" }, { fail: "EAGAIN" }, { take: 1 });
  push(queue, out, "abcdef");
  await queue.drained(NEVER);
  assert.equal(out.text, "abcdef");
  assert.deepEqual(failed, []);
});

Deno.test("a closed stream drops what waits, also in the middle of a piece", async () => {
  const { queue } = queueOf();
  const out = new FakeStream(1);
  const err = new FakeStream(2);
  out.script.push({ take: 1 }, "stick");
  push(queue, out, "abc");
  push(queue, err, "e");
  push(queue, out, "def");
  await settle();
  queue.close(out);
  out.release();
  await queue.drained(NEVER);
  assert.equal(err.text, "e");
  assert.equal(out.text, "abc", "the write under way could not be taken back");
  assert.equal(queue.waitingBytes, 0);
});

for (const writing of [false, true]) {
  const state = writing ? "a write is under way" : "nothing is being written";
  Deno.test(`a producer with everything at hand lets go of the thread while ${state}`, async () => {
    const { queue } = queueOf();
    const out = new FakeStream(1);
    if (writing) out.script.push("stick");
    push(queue, out, "a");
    if (!writing) await queue.drained(NEVER);
    let turned = false;
    const turn = setTimeout(() => turned = true);
    // A press waits for such a turn, too. Without one no timer would ever fire here.
    for (let pieces = 0; !turned && pieces < 1_000_000; pieces++) await queue.room(NEVER);
    clearTimeout(turn);
    out.release();
    await queue.drained(NEVER);
    assert.equal(turned, true);
  });
}
