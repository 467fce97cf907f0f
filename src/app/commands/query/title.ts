/**
 * A conversation's title from a model. It is asked for once the answer is there, so that nothing of
 * the answer waits for it; it has its own bound, and whatever comes of it the turn's status stays.
 *
 * Source: reference-facts 3.6, interrupts.md "Shutdown and the watchdog" (a normal end).
 *
 * @module
 */

import { type ConversationEvent, isKnown } from "../../../core/conversation/mod.ts";
import type { Clock } from "../../../host/platform/port.ts";
import type { Printer } from "../../../host/printer/mod.ts";
import { type Config, requestParameters } from "../../../services/config/mod.ts";
import { type Model, ProviderError, streamWithLimits } from "../../../services/providers/mod.ts";
import { type ConversationRef, type Store, StoreError } from "../../../services/workspace/mod.ts";
import type { App } from "../../app.ts";
import { platformTimer } from "./timer.ts";
import { titleOf } from "./title_text.ts";

/** What a title is made for, and from. */
export interface Untitled {
  readonly ref: ConversationRef;
  readonly events: readonly ConversationEvent[];
  readonly config: Config;
  /** Who is asked. @throws {ProviderError} when there is no such model. */
  readonly model: () => Promise<Model>;
}

/** The end of the process waits so long for it, ms. */
const BOUND_MS = 10_000;
/** By then it is said what is waited for, ms. */
const QUIET_MS = 1000;
const REDRAW_MS = 100;
/** A title needs few words; a model that thinks first may need more, ms and bytes. */
const MOST_BYTES = 65_536;
/** How much of either side a model is shown, in UTF-16 code units. */
const REQUEST_SHOWN = 2000;
const ANSWER_SHOWN = 1000;

const SYSTEM = "You give conversations their titles. Answer with a title for the one you are " +
  "shown and with nothing else: at most six words, in the language of the request, no quotation " +
  "marks, no full stop.";

/** Gives it one, if all goes well; never rejects for what a disk, a network or a press may do. */
export async function giveTitle(app: App, store: Store, untitled: Untitled): Promise<void> {
  const { printer, platform, signal } = app;
  const bound = new AbortController();
  const timer = setTimeout(() => bound.abort(new Late()), BOUND_MS);
  using _shown = showWait(printer, platform.clock);
  try {
    const until = AbortSignal.any([signal, bound.signal]);
    await app.gate.pass(until);
    const title = await askForTitle(app, untitled, until);
    if (title === null) return;
    await app.gate.pass(until);
    await save(store, untitled.ref, title);
    app.log.write("info", "titled", { conversation: untitled.ref.id, title });
  } catch (error) {
    const expected = error instanceof ProviderError || error instanceof StoreError ||
      error instanceof Late || signal.aborted;
    if (!expected) throw error;
    const why = error instanceof Error ? error.message : String(error);
    app.log.write("info", "no title", { conversation: untitled.ref.id, why });
  } finally {
    clearTimeout(timer);
  }
}

class Late extends Error {
  override readonly name = "Late";

  constructor() {
    super(`not within ${BOUND_MS} ms`);
  }
}

async function askForTitle(
  app: App,
  { events, config, model }: Untitled,
  signal: AbortSignal,
): Promise<string | null> {
  const { generate } = config.conversation.title;
  const { stream_idle_timeout_secs: idle } = config.assistant.request;
  const request = {
    system: SYSTEM,
    messages: [{ role: "user", text: excerpt(events) }],
    tools: [],
    toolChoice: "auto",
    parameters: requestParameters(generate.model.parameters),
  } as const;
  const limits = { idleTimeoutMs: idle * 1000, maxResponseBytes: MOST_BYTES };
  const timer = platformTimer(app.platform.clock);
  let text = "";
  for await (const event of streamWithLimits(await model(), request, signal, limits, timer)) {
    if (event.kind === "text") text += event.text;
  }
  return titleOf(text);
}

/** The first request and the beginning of its answer. */
function excerpt(events: readonly ConversationEvent[]): string {
  const known = events.filter(isKnown);
  const request = known.find((event) => event.type === "chat_request");
  const answer = known.find((event) => event.type === "chat_response" && "message" in event);
  const asked = request?.type === "chat_request" ? request.content : "";
  const said = answer?.type === "chat_response" ? answer.message ?? "" : "";
  return `The request:\n\n${asked.slice(0, REQUEST_SHOWN)}\n\nThe answer begins:\n\n${
    said.slice(0, ANSWER_SHOWN)
  }`;
}

// Somebody else may have it by now, or have named it: then this is not needed any more.
async function save(store: Store, ref: ConversationRef, title: string): Promise<void> {
  const attempt = await store.locks.tryLock(ref.id);
  if (attempt.kind === "held") return;
  using lock = attempt.lock;
  if ((await store.conversations.metadata(ref)).title !== null) return;
  await store.conversations.update(ref, lock, { title });
}

function showWait(printer: Printer, clock: Clock): Disposable {
  if (printer.err.format !== "text-pretty") return { [Symbol.dispose]: () => {} };
  const began = clock.now();
  let timer = setTimeout(draw, QUIET_MS);
  function draw(): void {
    const seconds = ((clock.now() - began) / 1000).toFixed(1);
    printer.status(`⏱ Finishing background tasks… ${seconds}s`);
    timer = setTimeout(draw, REDRAW_MS);
  }
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      printer.status(null);
    },
  };
}
