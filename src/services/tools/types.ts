/**
 * What a tool is to the rest of the program: offered to the model, prepared so that what is asked
 * about is what is done, and run. How each kind does it stays in this folder.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import type { ToolDefinition } from "../providers/mod.ts";

/** Who brings it; the permission prompt says so. */
export type ToolSource =
  | { readonly kind: "builtin" }
  | { readonly kind: "local" }
  | { readonly kind: "mcp"; readonly server: string };

/** Whether a person is asked: before a run (`run`), or before the model reads (`result`). */
export type AskMode = "ask" | "edit" | "unattended" | "skip";

/** The three kinds of interaction that a detached policy decides on (RFD 049). */
export type Interaction = "run" | "deliver" | "question";
/** What happens with nobody to ask; `defaults` is for questions that have one. */
export type DetachedPolicy = "auto" | "defaults" | "deny";

/** A tool that the model may call. */
export interface Tool {
  /** As the model calls it; untrusted where a server named it. */
  readonly name: string;
  readonly source: ToolSource;
  readonly definition: ToolDefinition;
  /** `conversation.tools.NAME.run`. */
  readonly run: AskMode;
  /** `conversation.tools.NAME.result`. */
  readonly result: AskMode;
  /** The answer to a call that was cancelled without a word. */
  readonly cancellationResponse: string;
  /** What is decided with nobody to ask. */
  readonly detached: Readonly<Record<Interaction, DetachedPolicy>>;
  /** `questions.ID.answer`: given without asking. */
  readonly answers: Readonly<Record<string, Json>>;
  /** Ids of questions that a model answers, also where there is a person (`target`). */
  readonly delegated: ReadonlySet<string>;
  /** Ids of questions that only a person may answer, whatever else is said. */
  readonly exclusive: ReadonlySet<string>;
  /** Says in words what a call was given; null where that is shown as it is. */
  readonly formatter: ArgumentFormatter | null;
  /**
   * Checks the arguments and works out what exactly would be done, doing none of it.
   *
   * @throws {ToolError} for arguments the tool does not take, a path outside the workspace; its
   * message is for the model.
   */
  prepare(args: JsonObject, signal: AbortSignal): Promise<PreparedCall>;
}

/** A command that prints the arguments of calls (`style.parameters`). */
export interface ArgumentFormatter {
  /** Whether it runs at once, or only once the call may (`conversation.tools.NAME.format`). */
  readonly when: "ask" | "unattended";
  /** Runs it, for a bounded time, and with nothing of it left behind. Never rejects. */
  format(args: JsonObject, signal: AbortSignal): Promise<FormattedArguments>;
}

/** What it came to: text that is not sanitized yet, or why there is none, for a person. */
export type FormattedArguments =
  | { readonly kind: "formatted"; readonly text: string }
  | { readonly kind: "failed"; readonly why: string };

/** What a person is shown before they allow it. Texts are the tool's own, not yet sanitized. */
export type Preview =
  /** The call with its arguments says it all. */
  | { readonly kind: "arguments" }
  /** The exact command line, and where it runs. */
  | { readonly kind: "command"; readonly line: string; readonly cwd: string }
  /** The change against the file as it is now; `before` is null for a file that is new. */
  | {
    readonly kind: "change";
    readonly path: string;
    readonly before: string | null;
    readonly after: string;
  };

/** A call that is ready to run. */
export interface PreparedCall {
  readonly preview: Preview;
  /**
   * Runs it, from the start, with the answers to the questions it has asked so far. Abort kills its
   * whole process group, and the promise settles soon after, whatever the tool does. Never rejects.
   */
  run(answers: Readonly<Record<string, Json>>, signal: AbortSignal): Promise<RunOutcome>;
}

/** How a run ended. */
export type RunOutcome =
  | { readonly kind: "done"; readonly content: string; readonly isError: boolean }
  | { readonly kind: "needs input"; readonly question: ToolQuestion }
  /** What the preview showed is no longer what would happen: nothing was done, prepare and ask anew. */
  | { readonly kind: "stale"; readonly why: string }
  | { readonly kind: "cancelled" };

/** A question of a tool's to the user. Texts are the tool's own, not yet sanitized. */
export interface ToolQuestion {
  readonly id: string;
  readonly text: string;
  /** Printed above the question. */
  readonly preamble: string | null;
  readonly answer:
    | { readonly kind: "boolean" }
    | { readonly kind: "text" }
    | { readonly kind: "select"; readonly options: readonly string[] };
  readonly default: Json | null;
}

/** A call that cannot be made as it is; the message is for the model. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: "arguments" | "outside" | "unavailable" | "config" | "usage";
  /** What to do about it, for a person; null where the model is the one to act. */
  readonly help: string | null;

  constructor(
    code: ToolError["code"],
    message: string,
    options: { help?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.help = options.help ?? null;
  }
}
