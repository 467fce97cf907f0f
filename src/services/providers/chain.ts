/**
 * Goes on with an answer that reached the provider's limit of tokens, in further requests, so that
 * its reader sees one answer (`chain_on_max_tokens`).
 *
 * @module
 */

import {
  type AssistantPart,
  type Continuation,
  CONTINUE_INSTRUCTION,
  type PromptMessage,
} from "../../core/conversation/mod.ts";
import type { ModelEvent, ModelRequest } from "./types.ts";

/** What a provider calls the limit that another request begins anew. */
const LIMIT = "max_tokens";

/** More links than any answer has use for: the chain has to have an end of its own. */
const MAX_LINKS = 32;

type Answer = AsyncGenerator<ModelEvent, string | null>;

/**
 * The answer to `request`, gone on with as often as it is cut at the limit. Not where it called a
 * tool, nor where a request brought no text: there is nothing to go on from.
 */
export async function* chained(
  request: ModelRequest,
  ask: (request: ModelRequest) => Answer,
  continuation: Continuation,
): AsyncGenerator<ModelEvent> {
  let next: ModelRequest = request;
  for (let link = 1;; link++) {
    const last = new Link(link > 1, next);
    const events = ask(next);
    let raw: string | null = null;
    try {
      while (true) {
        const result = await events.next();
        if (result.done === true) {
          raw = result.value;
          break;
        }
        yield* last.take(result.value);
      }
    } finally {
      await events.return(null);
    }
    if (raw !== LIMIT || !last.canGoOn || link === MAX_LINKS) {
      yield* last.rest();
      return;
    }
    yield* last.usage();
    next = goingOn(next, last.parts, continuation);
  }
}

/** One request of the chain. What ends it is held back until it is known whether it goes on. */
class Link {
  readonly parts: AssistantPart[] = [];
  readonly #goesOn: boolean;
  #held: ModelEvent[] = [];
  #text = "";
  #reasoning = "";
  #called = false;
  /** White space trimmed off what this one goes on from: the model writes it once more. */
  #owed: string;

  constructor(goesOn: boolean, request: ModelRequest) {
    this.#goesOn = goesOn;
    this.#owed = goesOn ? trimmedOff(request) : "";
  }

  /** Whether there is text at its end to go on from. */
  get canGoOn(): boolean {
    return !this.#called && this.parts.at(-1)?.kind === "text";
  }

  /** What is passed on at once. */
  *take(event: ModelEvent): Generator<ModelEvent> {
    switch (event.kind) {
      case "connected":
        if (!this.#goesOn) yield event;
        return;
      case "text": {
        yield* this.#release();
        const text = this.#withoutOwed(event.text);
        this.#text += text;
        if (text !== "") yield { kind: "text", text };
        return;
      }
      case "reasoning":
        yield* this.#release();
        this.#reasoning += event.text;
        yield event;
        return;
      case "block_end":
        yield* this.#release();
        this.#remember(event);
        if (event.block === "text") this.#held.push(event);
        else yield event;
        return;
      case "usage":
      case "finish":
        this.#held.push(event);
        return;
      case "tool_call_start":
      case "tool_call":
        this.#called = true;
        yield* this.#release();
        yield event;
        return;
      case "tool_call_arguments":
      case "data_part":
      case "data":
        yield* this.#release();
        yield event;
    }
  }

  /** What was held back. */
  rest(): readonly ModelEvent[] {
    return this.#held;
  }

  usage(): readonly ModelEvent[] {
    return this.#held.filter((event) => event.kind === "usage");
  }

  #withoutOwed(text: string): string {
    let at = 0;
    while (this.#owed !== "" && text[at] === this.#owed[0]) {
      at++;
      this.#owed = this.#owed.slice(1);
    }
    if (at < text.length) this.#owed = "";
    return text.slice(at);
  }

  *#release(): Generator<ModelEvent> {
    yield* this.#held;
    this.#held = [];
  }

  #remember({ block, provider }: Extract<ModelEvent, { kind: "block_end" }>): void {
    const text = block === "text" ? this.#text : this.#reasoning;
    if (block === "text") this.#text = "";
    else this.#reasoning = "";
    if (block === "text" ? text.trim() === "" : provider === undefined) return;
    this.parts.push({ kind: block, text, ...(provider === undefined ? {} : { provider }) });
  }
}

function goingOn(
  request: ModelRequest,
  parts: readonly AssistantPart[],
  continuation: Continuation,
): ModelRequest {
  const messages = [...request.messages];
  const last = messages.at(-1);
  // Prefilled, the prompt ends in the answer so far; this only adds to it.
  if (last?.role === "assistant") messages[messages.length - 1] = joined(last.parts, parts);
  else messages.push({ role: "assistant", parts });
  if (continuation === "instruction") messages.push({ role: "user", text: CONTINUE_INSTRUCTION });
  return { ...request, messages };
}

function joined(
  before: readonly AssistantPart[],
  after: readonly AssistantPart[],
): PromptMessage {
  const [first, ...rest] = after;
  const end = before.at(-1);
  if (first?.kind !== "text" || end?.kind !== "text") {
    return { role: "assistant", parts: [...before, ...after] };
  }
  const text = end.text + first.text;
  return { role: "assistant", parts: [...before.slice(0, -1), { kind: "text", text }, ...rest] };
}

function trimmedOff({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  const part = last?.role === "assistant" ? last.parts.at(-1) : undefined;
  return part?.kind === "text" ? part.text.slice(part.text.trimEnd().length) : "";
}
