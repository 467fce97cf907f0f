/**
 * What a model gets to see of a conversation: alternating messages that every provider accepts,
 * whatever happened to the log. Decides what is replayed and what is not; knows no provider.
 *
 * @module
 */

import { isKnown } from "./codec.ts";
import type {
  ChatResponse,
  ConversationEvent,
  JsonObject,
  ToolCallRequest,
  ToolCallResponse,
} from "./events.ts";
import { repair } from "./repair.ts";

/** A message of the prompt, oldest first. */
export type PromptMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** What a tool call came to; answers the call of the same id in the message before. */
export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
}

/** A piece of what the model said earlier. */
export type AssistantPart =
  | { readonly kind: "text"; readonly text: string; readonly provider?: JsonObject }
  | { readonly kind: "reasoning"; readonly text: string; readonly provider?: JsonObject }
  | {
    readonly kind: "tool_call";
    readonly id: string;
    readonly name: string;
    readonly arguments: JsonObject;
    readonly provider?: JsonObject;
  };

/** How a prompt ends: whose move it is. */
export type PromptEnd =
  /** Nothing was asked yet. */
  | { readonly kind: "empty" }
  /** A request or tool results: the model is to answer. */
  | { readonly kind: "request" }
  /** An answer that was cut off; `text` is what there is of it. */
  | { readonly kind: "partial"; readonly text: string }
  /** A whole answer: the user is to speak. */
  | { readonly kind: "answered" };

/** How a cut-off answer is taken up again. */
export type Continuation =
  /** The prompt ends in the partial answer itself and the model goes on writing it. */
  | "prefill"
  /** A message asks for the rest; for models that refuse to begin inside an answer. */
  | "instruction";

/** What {@linkcode toPrompt} can be told. */
export interface PromptOptions {
  /** `provider/name` of the model asked: another provider's reasoning is not shown to it. */
  readonly model?: string;
  /** Goes on from a cut-off answer at the end; without it that answer is left as it stands. */
  readonly continuation?: Continuation;
  /** The text of results that are missing. */
  readonly interruptedResult?: string;
}

/** The messages of a conversation. */
export interface Prompt {
  readonly messages: readonly PromptMessage[];
  readonly end: PromptEnd;
}

/** The message of the continuation `"instruction"`. It is never part of the conversation. */
export const CONTINUE_INSTRUCTION =
  "Your answer was cut off. Go on from exactly where it stopped; repeat nothing of it.";

/**
 * Builds the prompt of a conversation.
 *
 * Cut-off reasoning is never sent: only a block the provider closed, and so can accept again, is
 * (PR-045). Cut-off text is sent as the text it is, and joined with what follows it. Call ids used
 * twice are told apart, in call and result alike.
 */
export function toPrompt(
  log: readonly ConversationEvent[],
  options: PromptOptions = {},
): Prompt {
  const builder = new Builder(options);
  for (const event of repair(log, options.interruptedResult).events) {
    if (!isKnown(event)) continue;
    switch (event.type) {
      case "chat_request":
        builder.user(event.content);
        break;
      case "chat_response":
        builder.answer(event);
        break;
      case "tool_call_request":
        builder.call(event);
        break;
      case "tool_call_response":
        builder.result(event);
        break;
      case "turn_start":
      case "turn_end":
      case "config_delta":
      case "inquiry_request":
      case "inquiry_response":
      case "discard":
        break;
    }
  }
  return builder.finish();
}

/** Gathers messages in order. Relies on the order {@linkcode repair} makes. */
class Builder {
  readonly #options: PromptOptions;
  readonly #messages: PromptMessage[] = [];
  readonly #ids = new CallIds();
  /** What the model said since the last user or tool message. */
  #parts: AssistantPart[] = [];
  #results: ToolResult[] = [];
  /** Calls whose results are still to come, oldest first. */
  #calls: { readonly id: string; readonly name: string }[] = [];
  /** The answer was cut off. */
  #cutOff = false;
  /** The last part is text that was cut off: text after it goes on where it stopped. */
  #open = false;

  constructor(options: PromptOptions) {
    this.#options = options;
  }

  user(text: string): void {
    this.#closeResults();
    if (text.trim() === "") return;
    this.#closeAnswer();
    const last = this.#messages.at(-1);
    // Two in a row, the first one unanswered: some providers insist on alternation.
    if (last?.role === "user") {
      this.#messages[this.#messages.length - 1] = {
        role: "user",
        text: `${last.text}\n\n${text}`,
      };
    } else this.#messages.push({ role: "user", text });
  }

  answer(event: ChatResponse): void {
    this.#closeResults();
    if (event.reasoning !== undefined) {
      if (this.#replayable(event)) {
        this.#parts.push({ kind: "reasoning", text: event.reasoning, provider: event.provider });
        this.#open = false;
      }
      this.#cutOff = event.interrupted === true;
      return;
    }
    const text = event.message ?? JSON.stringify(event.data);
    const last = this.#parts.at(-1);
    if (this.#open && last?.kind === "text") {
      this.#parts[this.#parts.length - 1] = { kind: "text", text: last.text + text };
    } else {
      const whole = event.provider !== undefined && event.interrupted !== true &&
        this.#sameProvider(event);
      this.#parts.push({ kind: "text", text, ...(whole ? { provider: event.provider } : {}) });
    }
    this.#open = this.#cutOff = event.interrupted === true;
  }

  call(event: ToolCallRequest): void {
    this.#closeResults();
    const id = this.#ids.unique(event.id);
    this.#parts.push({
      kind: "tool_call",
      id,
      name: event.name,
      arguments: event.arguments,
      ...(event.provider === undefined ? {} : { provider: event.provider }),
    });
    this.#calls.push({ id, name: event.name });
    this.#open = this.#cutOff = false;
  }

  result(event: ToolCallResponse): void {
    this.#closeAnswer();
    const call = this.#calls[this.#results.length];
    if (call === undefined) throw new RangeError(`no call for the result ${event.id}`);
    this.#results.push({ ...call, content: event.content, isError: event.is_error });
  }

  finish(): Prompt {
    this.#closeResults();
    const cutOff = this.#cutOff;
    this.#closeAnswer();
    return this.#continued(this.#end(cutOff));
  }

  #end(cutOff: boolean): PromptEnd {
    const last = this.#messages.at(-1);
    if (last === undefined) return { kind: "empty" };
    if (last.role !== "assistant") return { kind: "request" };
    const part = last.parts.at(-1);
    return cutOff && part?.kind === "text"
      ? { kind: "partial", text: part.text }
      : { kind: "answered" };
  }

  #continued(end: PromptEnd): Prompt {
    const messages = this.#messages;
    if (end.kind !== "partial") return { messages, end };
    if (this.#options.continuation === "instruction") {
      messages.push({ role: "user", text: CONTINUE_INSTRUCTION });
    }
    const last = messages.at(-1);
    if (this.#options.continuation === "prefill" && last?.role === "assistant") {
      // Providers refuse a beginning that ends in white space.
      const parts = last.parts.with(-1, { kind: "text", text: end.text.trimEnd() });
      messages[messages.length - 1] = { role: "assistant", parts };
    }
    return { messages, end };
  }

  #closeAnswer(): void {
    const parts = this.#parts.filter((part) => part.kind !== "text" || part.text.trim() !== "");
    // Reasoning with nothing after it is refused: it has to lead to a text or a call.
    while (parts.at(-1)?.kind === "reasoning") parts.pop();
    this.#parts = [];
    this.#open = this.#cutOff = false;
    if (parts.length > 0 && this.#messages.length > 0) {
      this.#messages.push({ role: "assistant", parts });
    }
  }

  #closeResults(): void {
    if (this.#results.length === 0) return;
    // Without a request before it the call was left out, too.
    if (this.#messages.length > 0) this.#messages.push({ role: "tool", results: this.#results });
    this.#results = [];
    this.#calls = [];
  }

  #replayable(event: ChatResponse): boolean {
    return event.interrupted !== true && event.provider !== undefined && this.#sameProvider(event);
  }

  #sameProvider(event: ChatResponse): boolean {
    const asked = this.#options.model;
    if (asked === undefined || event.model === undefined) return true;
    return asked.split("/", 1)[0] === event.model.split("/", 1)[0];
  }
}

/** Call ids as they go into one prompt: each once, and never empty. */
class CallIds {
  readonly #used = new Set<string>();
  readonly #next = new Map<string, number>();

  unique(id: string): string {
    const base = id === "" ? "call" : id;
    let candidate = base;
    let number = this.#next.get(base) ?? 1;
    while (this.#used.has(candidate)) candidate = `${base}_${++number}`;
    this.#next.set(base, number);
    this.#used.add(candidate);
    return candidate;
  }
}
