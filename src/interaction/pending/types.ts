/**
 * What a tool can have to ask, as data: a permission, a question of its own, what is delivered of its
 * result. Everything a prompt shows is in here, so that it can be shown again as it was. The texts
 * are harmless for a terminal by the time they get here.
 *
 * Source: RFD 092 "Prompt ownership", RFD 018 (kinds of prompt).
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import type { Line } from "../../core/frame/mod.ts";
import type { Unanswered } from "../prompts/mod.ts";

/** Whether a call may run: `Run local NAME tool? [y,Y,n,N,p,r,e,?] `. */
export interface PermissionPrompt {
  readonly kind: "permission";
  /** `Run local NAME tool?`. */
  readonly message: string;
  /** What will be done: a command line, a diff, the call. */
  readonly preview: readonly Line[];
  /** What the call was given, as JSON to be read and edited. */
  readonly arguments: string;
  /** Begins with the arguments being edited (`run = "edit"`). */
  readonly edits: boolean;
  /** Why it is asked again; above the question. */
  readonly note?: string;
  /** Edited arguments that the tool did not take, and why: the edit goes on with them. */
  readonly refused?: { readonly text: string; readonly why: string };
}

/** What came of it. */
export type PermissionAnswer =
  | { readonly kind: "run"; readonly remember: boolean }
  | { readonly kind: "skip"; readonly remember: boolean; readonly reason: string | null }
  /** Not allowed yet: what would be done has changed, and has to be seen. `text`: as it was typed. */
  | { readonly kind: "edited"; readonly arguments: JsonObject; readonly text: string }
  | Unanswered;

/** A question of a tool's. */
export interface QuestionPrompt {
  readonly kind: "question";
  readonly text: string;
  /** Lines above it. */
  readonly preamble: readonly Line[];
  readonly answer:
    | { readonly kind: "boolean"; readonly default: boolean | null }
    | { readonly kind: "text"; readonly default: string | null }
    /** `options` as the tool takes them, `labels` as they are shown. */
    | {
      readonly kind: "select";
      readonly options: readonly string[];
      readonly labels: readonly string[];
      readonly default: number | null;
    };
}

/** What came of it. */
export type QuestionAnswer =
  | { readonly kind: "answered"; readonly value: Json; readonly remember: boolean }
  /** Backed out of. */
  | { readonly kind: "cancelled" }
  | Unanswered;

/** Whether the model reads a result: `Deliver NAME result to assistant? [y,n,e,?] `. */
export interface ResultPrompt {
  readonly kind: "result";
  /** `Deliver NAME result to assistant?`. */
  readonly message: string;
  /** The result as it is shown. */
  readonly preview: readonly Line[];
  /** The result itself. */
  readonly content: string;
  /** Begins with the result being edited (`result = "edit"`). */
  readonly edits: boolean;
}

/** What came of it. */
export type ResultAnswer =
  | { readonly kind: "deliver"; readonly content: string }
  | { readonly kind: "withhold" }
  | Unanswered;

/** A prompt that waits, or is asked. */
export type PendingPrompt = PermissionPrompt | QuestionPrompt | ResultPrompt;

/** The answer that goes with a prompt. */
export type AnswerTo<P extends PendingPrompt> = P extends PermissionPrompt ? PermissionAnswer
  : P extends QuestionPrompt ? QuestionAnswer
  : ResultAnswer;
