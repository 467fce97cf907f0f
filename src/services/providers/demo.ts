/**
 * The built-in provider `demo`: no network, no key, and honest about not being a language model.
 * It behaves like a provider in everything else (pace, tool calls, abort), so that whatever jp does
 * around a model can be tried and tested without one.
 *
 * @module
 */

import { CONTINUE_INSTRUCTION, type JsonObject } from "../../core/conversation/mod.ts";
import { abortable } from "./abortable.ts";
import { pieces, sized } from "./demo_filler.ts";
import { demoAnswer } from "./demo_knowledge.ts";
import { toolStep } from "./demo_tools.ts";
import { countParameter, numberParameter } from "./parameters.ts";
import type { Timer } from "./timer.ts";
import {
  type Model,
  type ModelEvent,
  type ModelRequest,
  type PromptMessage,
  ProviderError,
} from "./types.ts";

/** The models of the provider. */
export const DEMO_MODELS = ["chat", "tools"] as const;

/** 30 words a second: a little faster than most people read. */
const DEFAULT_INTERVAL_MS = 33;

/** At full speed the event loop gets its turn after so many words: a press must be heard. */
const WORDS_PER_TURN = 64;

/** How many characters of a tool call's arguments arrive at a time. */
const ARGUMENT_CHUNK = 8;

/**
 * `demo/chat` answers questions about jp; parameters: `words`, the exact length of the answer, and
 * `interval_ms`, the time between two words (0: as fast as possible). `demo/tools` asks for tools.
 *
 * @throws {ProviderError} `config` for any other name.
 */
export function demoModel(name: string, timer: Timer): Model {
  const id = `demo/${name}`;
  switch (name) {
    case "chat":
      return {
        id,
        continuation: "prefill",
        stream: (request, signal) => abortable(signal, (inner) => chat(request, timer, inner)),
      };
    case "tools":
      return {
        id,
        continuation: "prefill",
        stream: (request, signal) => abortable(signal, (inner) => tools(request, timer, inner)),
      };
  }
  throw new ProviderError("config", `The demo has no model "${name}".`, {
    help: `There are ${DEMO_MODELS.map((model) => `demo/${model}`).join(" and ")}.`,
    retryable: false,
  });
}

async function* chat(
  request: ModelRequest,
  timer: Timer,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  refuseSchema(request);
  const pace = new Pace(request.parameters, timer, signal);
  const words = countParameter(request.parameters, "words");
  const { question, begun } = positionOf(request.messages);
  const answer = demoAnswer(question);
  const whole = words === undefined ? answer : sized(answer, words);
  yield { kind: "connected" };
  yield* spoken(whole.startsWith(begun) ? whole.slice(begun.length) : whole, pace);
  yield { kind: "finish", reason: "complete" };
}

async function* tools(
  request: ModelRequest,
  timer: Timer,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  refuseSchema(request);
  const pace = new Pace(request.parameters, timer, signal);
  const { text, calls } = toolStep(request);
  yield { kind: "connected" };
  yield* spoken(text, pace);
  for (const { id, name, arguments: args } of calls) {
    yield { kind: "tool_call_start", id, name };
    const json = JSON.stringify(args);
    for (let at = 0; at < json.length; at += ARGUMENT_CHUNK) {
      await pace.step();
      yield { kind: "tool_call_arguments", id, text: json.slice(at, at + ARGUMENT_CHUNK) };
    }
    yield { kind: "tool_call", id, name, arguments: args };
  }
  yield { kind: "finish", reason: calls.length > 0 ? "tool_calls" : "complete" };
}

/** Prepared sections match nobody's schema, and making data up would be a lie. */
function refuseSchema({ schema }: ModelRequest): void {
  if (schema === undefined) return;
  throw new ProviderError("config", "The built-in demo cannot answer to a schema.", {
    help: "Choose a real model (-m PROVIDER/NAME); `jp help config` says how.",
    retryable: false,
  });
}

/** Says a text word by word; the first word comes at once. */
async function* spoken(text: string, pace: Pace): AsyncGenerator<ModelEvent> {
  const words = pieces(text);
  for (const [index, word] of words.entries()) {
    if (index > 0) await pace.step();
    yield { kind: "text", text: word };
  }
  if (words.length > 0) yield { kind: "block_end", block: "text" };
}

/** The time between two words. */
class Pace {
  readonly #intervalMs: number;
  readonly #timer: Timer;
  readonly #signal: AbortSignal;
  #steps = 0;

  constructor(parameters: JsonObject, timer: Timer, signal: AbortSignal) {
    this.#intervalMs = numberParameter(parameters, "interval_ms") ?? DEFAULT_INTERVAL_MS;
    this.#timer = timer;
    this.#signal = signal;
  }

  async step(): Promise<void> {
    if (this.#intervalMs > 0) return await this.#timer.sleep(this.#intervalMs, this.#signal);
    if (++this.#steps % WORDS_PER_TURN === 0) await this.#timer.sleep(0, this.#signal);
  }
}

/** What was asked, and how much of the answer is there when one was cut off and is taken up again. */
function positionOf(messages: readonly PromptMessage[]): { question: string; begun: string } {
  const last = messages.at(-1);
  const instructed = last?.role === "user" && last.text === CONTINUE_INSTRUCTION;
  const rest = instructed ? messages.slice(0, -1) : messages;
  const partial = rest.at(-1);
  const begun = partial?.role === "assistant"
    ? partial.parts.map((part) => part.kind === "text" ? part.text : "").join("")
    : "";
  const asked = rest.findLast((message) => message.role === "user");
  return { question: asked?.role === "user" ? asked.text : "", begun };
}
