/**
 * A user who answers what a script says: for tests of everything that asks.
 *
 * @module
 */

import {
  type ConfirmOptions,
  inlineReply,
  type InlineReplyOptions,
  type InlineSelect,
  type LineInputOptions,
  type ListPickerOptions,
} from "../widgets/mod.ts";
import type {
  Asking,
  ConfirmAnswer,
  LineAnswer,
  PickAnswer,
  Place,
  PromptBackend,
  ReplyAnswer,
  SelectAnswer,
} from "./types.ts";

/** Text as a script gives it: the caret is at its end unless it says otherwise. */
export interface ScriptedText<K extends string> {
  /** Which prompt it was. */
  readonly kind: K;
  /** Default: the text the prompt opened with, as of somebody who leaves without typing. */
  readonly text?: string;
  /** UTF-16 offset into `text`. */
  readonly caret?: number;
}

/** The answer to one prompt, by the kind of prompt that is expected. */
export type ScriptedAnswer =
  /** A key, or another end, of a menu. */
  | { readonly menu: string | SelectAnswer }
  /** A key, or another end, of a standalone single-key prompt. */
  | { readonly select: string | SelectAnswer }
  | { readonly reply: ScriptedText<ReplyAnswer["kind"]> }
  /** An inline reply that is a prompt of its own, such as a tool's arguments. */
  | { readonly edit: ScriptedText<ReplyAnswer["kind"]> }
  | { readonly line: ScriptedText<LineAnswer["kind"]> }
  | { readonly pick: string | PickAnswer }
  | { readonly confirm: boolean | ConfirmAnswer };

/** The kinds of prompt. */
export type ScriptedKind = "menu" | "select" | "reply" | "edit" | "line" | "pick" | "confirm";

/** A prompt that was shown. */
export type AskedPrompt =
  | { readonly kind: "menu" | "select"; readonly options: InlineSelect }
  | { readonly kind: "reply" | "edit"; readonly options: InlineReplyOptions }
  | { readonly kind: "line"; readonly options: LineInputOptions }
  | { readonly kind: "pick"; readonly options: ListPickerOptions }
  | { readonly kind: "confirm"; readonly options: ConfirmOptions };

/** Plays its script; a prompt that it does not have next is an error. */
export class ScriptedPrompts implements PromptBackend {
  readonly available: boolean;
  /** What was asked, in order. */
  readonly asked: AskedPrompt[] = [];
  readonly #script: ScriptedAnswer[];

  /** Answers by a script: what each prompt is answered with, in order. */
  constructor(script: readonly ScriptedAnswer[], { available = true } = {}) {
    this.#script = [...script];
    this.available = available;
  }

  /** Answers of the script that nobody has asked for. */
  get left(): number {
    return this.#script.length;
  }

  place(_signal: AbortSignal): Promise<Place> {
    return Promise.resolve({ [Symbol.dispose]: () => {} });
  }

  // deno-lint-ignore require-await -- a rejection, never a throw, as of a real backend
  async inlineSelect(
    options: InlineSelect,
    { signal, as }: Asking & { readonly as: "menu" | "prompt" },
  ): Promise<SelectAnswer> {
    const early = this.#early(signal);
    if (early !== null) return early;
    const kind = as === "menu" ? "menu" : "select";
    const answer = this.#next({ kind, options });
    return typeof answer === "string" ? { kind: "chosen", key: answer } : answer;
  }

  // deno-lint-ignore require-await -- see above
  async inlineReply(
    options: InlineReplyOptions,
    { signal, as }: Asking & { readonly as: "reply" | "prompt" },
  ): Promise<ReplyAnswer> {
    const before = inlineReply(options).initial;
    const kind = as === "reply" ? "reply" : "edit";
    const answer = this.#early(signal) ?? this.#next({ kind, options }) as ScriptedText<
      ReplyAnswer["kind"]
    >;
    const { text, caret } = typed(answer, before.editor);
    const state = text === before.editor.text && caret === before.editor.caret
      ? before
      : inlineReply({ ...withoutState(options), text, caret }).initial;
    return { kind: answer.kind, text, caret, state };
  }

  // deno-lint-ignore require-await -- see above
  async lineInput(options: LineInputOptions, { signal }: Asking): Promise<LineAnswer> {
    const answer = this.#early(signal) ?? this.#next({ kind: "line", options });
    const text = options.text ?? "";
    return { kind: answer.kind, ...typed(answer, { text, caret: options.caret ?? text.length }) };
  }

  // deno-lint-ignore require-await -- see above
  async listPicker(options: ListPickerOptions, { signal }: Asking): Promise<PickAnswer> {
    const answer = this.#early(signal) ?? this.#next({ kind: "pick", options });
    return typeof answer === "string" ? { kind: "chosen", id: answer } : answer;
  }

  // deno-lint-ignore require-await -- see above
  async confirm(options: ConfirmOptions, { signal }: Asking): Promise<ConfirmAnswer> {
    const answer = this.#early(signal) ?? this.#next({ kind: "confirm", options });
    return typeof answer === "boolean" ? { kind: "answered", yes: answer } : answer;
  }

  #early(signal: AbortSignal): ScriptedText<"aborted" | "unavailable"> | null {
    if (!this.available) return { kind: "unavailable" };
    return signal.aborted ? { kind: "aborted" } : null;
  }

  #next<K extends ScriptedKind>(
    asked: Extract<AskedPrompt, { readonly kind: K }>,
  ): AnswerOf<K> {
    this.asked.push(asked);
    const answer = this.#script.shift();
    const kind: ScriptedKind = asked.kind;
    if (answer === undefined || !(kind in answer)) {
      const next = answer === undefined ? "its end" : `{ ${Object.keys(answer)} }`;
      throw new RangeError(`a ${kind} is asked, and the script has ${next}`);
    }
    return (answer as Record<K, AnswerOf<K>>)[kind as K];
  }
}

type AnswerOf<K extends ScriptedKind> = ScriptedAnswer extends infer A
  ? A extends { readonly [key in K]: infer V } ? V : never
  : never;

function typed(
  answer: { readonly text?: string; readonly caret?: number },
  before: { readonly text: string; readonly caret: number },
): { readonly text: string; readonly caret: number } {
  const { text, caret } = answer;
  if (text === undefined) return { text: before.text, caret: caret ?? before.caret };
  return { text, caret: caret ?? text.length };
}

function withoutState({ state: _, ...options }: InlineReplyOptions): InlineReplyOptions {
  return options;
}
