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
  | { readonly saves: string; readonly hasty?: boolean }
  | { readonly cancels: true; readonly keptAt?: string }
  | { readonly fails: "spawn" | "io" };

/** Plays its script; more openings than it has are an error. */
export class ScriptedEditor implements EditorBackend {
  readonly name = "scripted";
  /** What it was asked to open, in order. */
  readonly opened: (TextEdit | FileEdit)[] = [];
  readonly #script: ScriptedEdit[];

  constructor(script: readonly ScriptedEdit[]) {
    this.#script = [...script];
  }

  editText(edit: TextEdit, signal: AbortSignal): Promise<TextOutcome> {
    return this.#play(
      edit,
      signal,
      (step) =>
        "saves" in step
          ? { kind: "saved", text: step.saves, hasty: step.hasty ?? false }
          : { kind: "cancelled", keptAt: "keptAt" in step ? step.keptAt ?? null : null },
    );
  }

  editFile(edit: FileEdit, signal: AbortSignal): Promise<FileOutcome> {
    return this.#play(edit, signal, (step) => ({
      kind: "saves" in step ? "saved" : "cancelled",
    }));
  }

  // deno-lint-ignore require-await -- a rejection, never a throw, as of a real editor
  async #play<T>(
    edit: TextEdit | FileEdit,
    signal: AbortSignal,
    outcome: (step: Exclude<ScriptedEdit, { fails: unknown }>) => T,
  ): Promise<T> {
    signal.throwIfAborted();
    this.opened.push(edit);
    const step = this.#script.shift();
    if (step === undefined) throw new RangeError("the script has no more openings");
    if ("fails" in step) {
      throw new EditorError(step.fails, "scripted failure", { help: "Change the script." });
    }
    return outcome(step);
  }
}
