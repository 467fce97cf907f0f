import assert from "node:assert/strict";
import fc from "fast-check";
import { BodyReader } from "../../../../src/services/providers/body_reader.ts";
import { ManualTimer } from "./fixtures.ts";

type Bytes = Uint8Array<ArrayBuffer>;

type Controller = ReadableStreamDefaultController<Bytes> | ReadableByteStreamController;

/** A body that is written by hand, of both kinds: those that take a buffer, and those that do not. */
class Body {
  readonly stream: ReadableStream<Bytes>;
  cancelled: unknown;
  #controller!: Controller;

  constructor(takesBuffer: boolean) {
    const source = {
      start: (controller: Controller) => {
        this.#controller = controller;
      },
      cancel: (reason: unknown) => {
        this.cancelled = reason;
      },
    };
    this.stream = takesBuffer
      ? new ReadableStream({ ...source, type: "bytes" })
      : new ReadableStream(source);
  }

  send(...bytes: readonly number[]): void {
    this.#controller.enqueue(new Uint8Array(bytes));
  }

  end(): void {
    this.#controller.close();
    // A read that waits with a buffer is to be told.
    if ("byobRequest" in this.#controller) this.#controller.byobRequest?.respond(0);
  }

  fail(error: unknown): void {
    this.#controller.error(error);
  }
}

for (const takesBuffer of [true, false]) {
  const kind = takesBuffer ? "a body that takes a buffer" : "a body that does not";

  Deno.test(`${kind}: every byte in order, whatever comes when`, async () => {
    const step = fc.oneof(
      fc.array(fc.nat(255), { minLength: 1, maxLength: 5 }),
      fc.constantFrom("turn" as const, "pause" as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const timer = new ManualTimer();
        const body = new Body(takesBuffer);
        const reader = new BodyReader(body.stream, timer);
        const reading = all(reader);
        for (const each of steps) {
          if (each === "turn") await new Promise((resolve) => setTimeout(resolve));
          else if (each === "pause") await timer.advance(10);
          else body.send(...each);
        }
        body.end();
        assert.deepEqual(
          (await reading).flatMap((piece) => [...piece]),
          steps.flatMap((each) => typeof each === "string" ? [] : each),
        );
      }),
      { numRuns: 60 },
    );
  });

  Deno.test(`${kind}: what is there together is one piece, and what is alone is not waited with`, async () => {
    const timer = new ManualTimer();
    const body = new Body(takesBuffer);
    const reader = new BodyReader(body.stream, timer);
    body.send(1);
    assert.deepEqual(await reader.read(), new Uint8Array([1]));
    for (let byte = 2; byte < 100; byte++) body.send(byte);
    assert.equal((await reader.read())?.length, 98);
    await timer.advance(10);
    const next = reader.read();
    body.send(200);
    assert.deepEqual(await next, new Uint8Array([200]));
    const last = reader.read();
    body.end();
    assert.equal(await last, null);
  });

  Deno.test(`${kind}: a fault comes behind all that came before it`, async () => {
    const timer = new ManualTimer();
    const body = new Body(takesBuffer);
    const reader = new BodyReader(body.stream, timer);
    body.send(1);
    await reader.read();
    const second = reader.read();
    body.send(2);
    assert.deepEqual(await second, new Uint8Array([2]));
    const third = reader.read();
    body.fail(new Error("broken"));
    await assert.rejects(third, /broken/);
  });

  Deno.test(`${kind}: let go of, its source hears of it and a read under way ends`, async () => {
    const body = new Body(takesBuffer);
    const reader = new BodyReader(body.stream, new ManualTimer());
    const reading = reader.read();
    await reader.cancel("enough");
    assert.equal(await reading, null);
    assert.equal(body.cancelled, "enough");
  });
}

async function all(reader: BodyReader): Promise<Bytes[]> {
  const pieces: Bytes[] = [];
  for (let piece = await reader.read(); piece !== null; piece = await reader.read()) {
    pieces.push(piece);
  }
  return pieces;
}
