import assert from "node:assert/strict";
import { abortable } from "../../../../src/services/providers/abortable.ts";
import { ask, collect, modelAt } from "./fixtures.ts";
import { delta, LiveStream, withServer, withSocket } from "./sse_server.ts";

const REASON = { kind: "second-press" };

/** What iteration throws. */
async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  assert.fail("nothing was thrown");
}

Deno.test("aborted before it began, nothing is sent", async () => {
  let asked = 0;
  const model = modelAt("http://127.0.0.1:9/v1", {
    fetch: () => {
      asked++;
      return Promise.reject(new Error("asked"));
    },
  });
  const events = model.stream(ask("hi"), AbortSignal.abort(REASON));
  assert.equal(await thrownBy(collect(events)), REASON);
  assert.equal(asked, 0);
});

Deno.test("aborted while connecting, although fetch never settles", async () => {
  const control = new AbortController();
  const connecting = Promise.withResolvers<AbortSignal | null | undefined>();
  const model = modelAt("http://127.0.0.1:9/v1", {
    fetch: (_, init) => {
      connecting.resolve(init?.signal);
      return new Promise<Response>(() => {});
    },
  });
  const reading = thrownBy(collect(model.stream(ask("hi"), control.signal)));
  const inner = await connecting.promise;
  control.abort(REASON);
  assert.equal(await reading, REASON);
  assert.equal(inner?.aborted, true);
});

Deno.test("aborted after the request, before headers: the connection is closed", async () => {
  const control = new AbortController();
  const closed = Promise.withResolvers<number | null>();
  const talk = async (connection: Deno.TcpConn) => {
    control.abort(REASON);
    closed.resolve(await connection.read(new Uint8Array(16)).catch(() => null));
  };
  await withSocket(talk, async (url) => {
    const reading = collect(modelAt(url).stream(ask("hi"), control.signal));
    assert.equal(await thrownBy(reading), REASON);
    assert.equal(await closed.promise, null);
  });
});

Deno.test("aborted in the middle: what came is kept, the connection is closed", async () => {
  const control = new AbortController();
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    const seen: string[] = [];
    live.send(delta({ content: "partial" }));
    const reading = (async () => {
      for await (const event of modelAt(url).stream(ask("hi"), control.signal)) {
        seen.push(event.kind);
        if (event.kind === "text") queueMicrotask(() => control.abort(REASON));
      }
    })();
    assert.equal(await thrownBy(reading), REASON);
    assert.deepEqual(seen, ["connected", "text"]);
    await live.cancelled;
  });
});

Deno.test("aborted between two events: the next one throws, although more is buffered", async () => {
  const control = new AbortController();
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    live.send(delta({ content: "a" }));
    live.send(delta({ content: "b" }));
    const events = modelAt(url).stream(ask("hi"), control.signal)[Symbol.asyncIterator]();
    await events.next();
    await events.next();
    control.abort(REASON);
    assert.equal(await thrownBy(events.next()), REASON);
    assert.equal(await thrownBy(events.next()), REASON);
    await live.cancelled;
  });
});

Deno.test("a source that ignores its signal cannot hold the abort up", async () => {
  const control = new AbortController();
  const stuck = Promise.withResolvers<void>();
  const events = abortable(control.signal, async function* () {
    yield 1;
    await stuck.promise;
    yield 2;
  })[Symbol.asyncIterator]();
  await events.next();
  const order: string[] = [];
  const pending = events.next().catch((reason) => {
    order.push("thrown");
    return reason;
  });
  control.abort(REASON);
  await Promise.resolve().then(() => order.push("a microtask later"));
  assert.equal(await pending, REASON);
  assert.deepEqual(order, ["thrown", "a microtask later"]);
  stuck.resolve();
});

Deno.test("leaving early lets the source clean up and ends the iteration", async () => {
  let released = false;
  const events = abortable(new AbortController().signal, async function* (signal) {
    try {
      yield 1;
      yield 2;
    } finally {
      released = signal.aborted;
    }
  });
  for await (const _ of events) break;
  assert.equal(released, true);
});

Deno.test("a finished stream leaves no listener behind on a long-lived signal", async () => {
  const control = new AbortController();
  let listeners = 0;
  const { signal } = control;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--;
    remove(...args);
  };
  const all = [];
  const events = abortable(signal, async function* () {
    yield await Promise.resolve(1);
  });
  for await (const event of events) all.push(event);
  assert.deepEqual(all, [1]);
  assert.equal(listeners, 0);
});
