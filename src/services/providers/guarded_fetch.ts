/**
 * The fetch that is handed to the provider package. Owns everything between the request and the
 * event stream: connection faults, HTTP statuses, answers that are not a stream, signs of life.
 * It adds no delay: each chunk goes on as it came.
 *
 * @module
 */

import { connectFault } from "./connect_fault.ts";
import { endlessEventFault, lostFault } from "./errors.ts";
import type { FaultContext } from "./fault_context.ts";
import { notAStreamFault, statusFault } from "./http_faults.ts";
import type { Timer } from "./timer.ts";

/** The platform's fetch, or a stand-in. */
export type Fetch = typeof globalThis.fetch;

/** Longest error body that is read, in bytes; a message is quoted from its beginning. */
const MAX_ERROR_BODY = 64 * 1024;

/** How long the body of an error may take, ms; after that the status alone has to do. */
const ERROR_BODY_WAIT_MS = 2000;

/** One event may not be longer than this, in bytes: the parser would buffer without end. */
const MAX_EVENT_BYTES = 8 * 1024 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * A fetch that throws ProviderError for everything but an open event stream.
 *
 * @param activity called when headers or bytes arrive.
 */
export function guardedFetch(
  fetch: Fetch,
  context: FaultContext,
  timer: Timer,
  activity: () => void,
): Fetch {
  return async (input, init) => {
    let response: Response;
    try {
      response = await fetch(input, { ...init, redirect: "manual" });
    } catch (error) {
      init?.signal?.throwIfAborted();
      throw connectFault(error, context);
    }
    activity();
    if (!response.ok) {
      const body = await readSome(response.body?.getReader(), timer);
      throw statusFault({ status: response.status, headers: response.headers, body }, context);
    }
    const type = response.headers.get("content-type");
    // A server that names no type is given the benefit of the doubt.
    if (response.body === null || (type !== null && !/^\s*text\/event-stream\b/i.test(type))) {
      const body = await readSome(response.body?.getReader(), timer);
      throw notAStreamFault(type ?? "", body, context);
    }
    return new Response(watched(response.body, type ?? "", context, timer, activity), {
      status: response.status,
      headers: response.headers,
    });
  };
}

function watched(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string,
  context: FaultContext,
  timer: Timer,
  activity: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const event = new EventLength();
  let first = true;
  return new ReadableStream({
    async pull(controller) {
      let read;
      try {
        read = await reader.read();
      } catch (error) {
        controller.error(lostFault(error, context));
        return;
      }
      if (read.done) return controller.close();
      activity();
      if (first && isForeign(read.value)) {
        const text = await readSome(reader, timer, read.value);
        controller.error(notAStreamFault(type, text, context));
        return;
      }
      first = false;
      const length = event.take(read.value);
      if (length > MAX_EVENT_BYTES) {
        controller.error(endlessEventFault(length, context));
        await reader.cancel();
        return;
      }
      controller.enqueue(read.value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/**
 * Whether a body begins as no event stream does: with a tag or with JSON, under a type that is wrong
 * or missing. A parser of events would read over it, and find the answer cut short.
 */
function isForeign(bytes: Uint8Array): boolean {
  const [begin] = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  return begin === "<" || begin === "{" || begin === "[";
}

/** How long the event is that is arriving: the bytes since the last empty line. */
class EventLength {
  #bytes = 0;
  #lineIsEmpty = true;

  take(chunk: Uint8Array): number {
    for (const byte of chunk) {
      this.#bytes++;
      if (byte === LINE_FEED) {
        if (this.#lineIsEmpty) this.#bytes = 0;
        this.#lineIsEmpty = true;
      } else if (byte !== CARRIAGE_RETURN) this.#lineIsEmpty = false;
    }
    return this.#bytes;
  }
}

/** The beginning of a body, as far as it arrives in time, behind what has been read of it. */
async function readSome(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  timer: Timer,
  before = new Uint8Array(0),
): Promise<string> {
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  const enough = new AbortController();
  let text = decoder.decode(before, { stream: true });
  let bytes = before.length;
  const drain = async () => {
    while (bytes < MAX_ERROR_BODY) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
      text += decoder.decode(value, { stream: true });
    }
  };
  try {
    await Promise.race([drain(), timer.sleep(ERROR_BODY_WAIT_MS, enough.signal)]);
  } catch {
    // A body that breaks off is quoted as far as it came: the status already says what is wrong.
  } finally {
    enough.abort();
    reader.cancel().catch(() => {});
  }
  return text;
}
