/**
 * The fetch that is handed to the provider package. Owns everything between the request and the
 * event stream: connection faults, HTTP statuses, answers that are not a stream, signs of life.
 * It adds no delay: what has arrived goes on, and together only what is there together.
 *
 * @module
 */

import { BodyReader } from "./body_reader.ts";
import { connectFault } from "./connect_fault.ts";
import { endlessEventFault, lostFault } from "./errors.ts";
import type { FaultContext } from "./fault_context.ts";
import { notAStreamFault, statusFault } from "./http_faults.ts";
import { type Growing, JoinedDeltas } from "./joined_deltas.ts";
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
 * @param growing which events may be made one; null for none.
 */
export function guardedFetch(
  fetch: Fetch,
  context: FaultContext,
  timer: Timer,
  activity: () => void,
  growing: Growing | null,
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
    const reader = response.body === null ? null : new BodyReader(response.body, timer);
    if (!response.ok) {
      const body = await readSome(reader, timer);
      throw statusFault({ status: response.status, headers: response.headers, body }, context);
    }
    const type = response.headers.get("content-type");
    // A server that names no type is given the benefit of the doubt.
    if (reader === null || (type !== null && !/^\s*text\/event-stream\b/i.test(type))) {
      throw notAStreamFault(type ?? "", await readSome(reader, timer), context);
    }
    return new Response(watched(reader, type ?? "", context, timer, activity, growing), {
      status: response.status,
      headers: response.headers,
    });
  };
}

function watched(
  body: BodyReader,
  type: string,
  context: FaultContext,
  timer: Timer,
  activity: () => void,
  growing: Growing | null,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const event = new EventLength();
  const pieces = growing === null ? null : new Pieces(growing);
  let first = true;
  return new ReadableStream({
    async pull(controller) {
      for (let passed = false; !passed;) {
        let read;
        try {
          read = await body.read();
        } catch (error) {
          controller.error(lostFault(error, context));
          return;
        }
        if (read === null) {
          const rest = pieces?.end();
          if (rest !== undefined && rest.length > 0) controller.enqueue(rest);
          return controller.close();
        }
        activity();
        if (first && isForeign(read)) {
          const text = await readSome(body, timer, read);
          controller.error(notAStreamFault(type, text, context));
          return;
        }
        first = false;
        const length = event.take(read);
        if (length > MAX_EVENT_BYTES) {
          controller.error(endlessEventFault(length, context));
          await body.cancel(undefined);
          return;
        }
        const piece = pieces?.push(read) ?? read;
        // Of less than a character there is nothing to pass on.
        passed = piece.length > 0;
        if (passed) controller.enqueue(piece);
      }
    },
    cancel: (reason) => body.cancel(reason),
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

/** {@linkcode JoinedDeltas} for bytes. */
class Pieces {
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();
  readonly #deltas: JoinedDeltas;

  constructor(growing: Growing) {
    this.#deltas = new JoinedDeltas(growing);
  }

  push(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    return this.#encoder.encode(this.#deltas.push(this.#decoder.decode(bytes, { stream: true })));
  }

  end(): Uint8Array<ArrayBuffer> {
    return this.#encoder.encode(this.#deltas.push(this.#decoder.decode()));
  }
}

/** How long the event is that is arriving: the bytes since the last empty line. */
class EventLength {
  #bytes = 0;
  #lineIsEmpty = true;

  take(chunk: Uint8Array): number {
    const end = endOfLastEmptyLine(chunk, this.#lineIsEmpty);
    this.#bytes = end === null ? this.#bytes + chunk.length : chunk.length - end;
    const line = chunk.lastIndexOf(LINE_FEED) + 1;
    this.#lineIsEmpty = (line > 0 || this.#lineIsEmpty) && isBlank(chunk, line, chunk.length);
    return this.#bytes;
  }
}

/** Looked for from the end: that is near, and most of what was read is not looked at. */
function endOfLastEmptyLine(chunk: Uint8Array, begunEmpty: boolean): number | null {
  for (let end = chunk.lastIndexOf(LINE_FEED); end >= 0;) {
    const before = end === 0 ? -1 : chunk.lastIndexOf(LINE_FEED, end - 1);
    if ((before >= 0 || begunEmpty) && isBlank(chunk, before + 1, end)) return end + 1;
    end = before;
  }
  return null;
}

function isBlank(chunk: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (chunk[at] !== CARRIAGE_RETURN) return false;
  return true;
}

/** The beginning of a body, as far as it arrives in time, behind what has been read of it. */
async function readSome(
  reader: BodyReader | null,
  timer: Timer,
  before = new Uint8Array(0),
): Promise<string> {
  if (reader === null) return "";
  const decoder = new TextDecoder();
  const enough = new AbortController();
  let text = decoder.decode(before, { stream: true });
  let bytes = before.length;
  const drain = async () => {
    while (bytes < MAX_ERROR_BODY) {
      const piece = await reader.read();
      if (piece === null) return;
      bytes += piece.length;
      text += decoder.decode(piece, { stream: true });
    }
  };
  try {
    await Promise.race([drain(), timer.sleep(ERROR_BODY_WAIT_MS, enough.signal)]);
  } catch {
    // A body that breaks off is quoted as far as it came: the status already says what is wrong.
  } finally {
    enough.abort();
    reader.cancel(undefined).catch(() => {});
  }
  return text;
}
