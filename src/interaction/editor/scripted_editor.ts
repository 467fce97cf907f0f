/**
 * An editor that does what a script says: for tests of everything that opens one.
 *
 * @module
 */

import {
  type EditorBackend,
  EditorError,
  type FileEdit,
  type FileOutcome,
  type TextEdit,
  type TextOutcome,
} from "./types.ts";

/** What happens at one opening. */
export type ScriptedEdit =
  | { readonly saves: string }
  /** Gone at once, with the text as it was and its file kept there. */
  | { readonly hastyAt: string }
  | { readonly cancels: true; readonly keptAt?: string }
  | { readonly aborts: true; readonly keptAt?: string }
  | { readonly fails: "spawn" | "io" };

/** Plays its script; more openings than it has are an error. */
export class ScriptedEditor implements EditorBackend {
  readonly name = "scripted";
  /** What it was asked to open, in order. */
  readonly opened: (TextEdit | FileEdit)[] = [];
  readonly #script: ScriptedEdit[];

  /** Answers by a script: what each call comes to, in order. */
  constructor(script: readonly ScriptedEdit[]) {
    this.#script = [...script];
  }

  /** The next of the script; what was to be edited is kept for a test to look at. */
  // deno-lint-ignore require-await -- a rejection, never a throw, as of a real editor
  async editText(edit: TextEdit, signal: AbortSignal): Promise<TextOutcome> {
    if (signal.aborted) return { kind: "aborted", keptAt: null };
    const step = this.#next(edit);
    if ("saves" in step) return { kind: "saved", text: step.saves, hastyAt: null };
    if ("hastyAt" in step) return { kind: "saved", text: edit.content, hastyAt: step.hastyAt };
    return { kind: "cancels" in step ? "cancelled" : "aborted", keptAt: step.keptAt ?? null };
  }

  /** The next of the script. */
  // deno-lint-ignore require-await -- a rejection, never a throw, as of a real editor
  async editFile(edit: FileEdit, signal: AbortSignal): Promise<FileOutcome> {
    if (signal.aborted) return { kind: "aborted" };
    const step = this.#next(edit);
    if ("saves" in step || "hastyAt" in step) return { kind: "saved" };
    return { kind: "cancels" in step ? "cancelled" : "aborted" };
  }

  /** Openings of the script that have not come about. */
  get left(): number {
    return this.#script.length;
  }

  #next(edit: TextEdit | FileEdit): Exclude<ScriptedEdit, { readonly fails: unknown }> {
    this.opened.push(edit);
    const step = this.#script.shift();
    if (step === undefined) throw new RangeError("the script has no more openings");
    if ("fails" in step) {
      throw new EditorError(step.fails, "scripted failure", { help: "Change the script." });
    }
    return step;
  }
}
