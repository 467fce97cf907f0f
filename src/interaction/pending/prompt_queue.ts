/**
 * The one queue of prompts that tools have waiting: asked one at a time, in the order they came. The
 * one that is asked stays at the front until it is answered, also while a menu stands in for it, so
 * that there is something to come back to. Owns the order; what is drawn is the prompt backend's.
 *
 * Source: RFD 092 "Prompt ownership", interrupts.md "Prompts".
 *
 * @module
 */

import type { EditMode } from "../../core/line_editor/mod.ts";
import type { Composer, PromptBackend } from "../prompts/mod.ts";
import { askPermission } from "./permission.ts";
import { askQuestion } from "./question.ts";
import { askResult } from "./result.ts";
import type { AnswerTo, PendingPrompt } from "./types.ts";

/** What a queue asks with. */
export interface QueuePorts {
  readonly prompts: PromptBackend;
  readonly composer: Composer;
  /** `editor.inline.edit_mode`. */
  readonly editMode: EditMode;
}

interface Entry {
  readonly prompt: PendingPrompt;
  readonly signal: AbortSignal;
  /** Resolves when it is at the front, or its signal aborts. */
  readonly turn: PromiseWithResolvers<void>;
}

/** A queue of prompts. */
export class PromptQueue {
  readonly #ports: QueuePorts;
  #entries: readonly Entry[] = [];

  constructor(ports: QueuePorts) {
    this.#ports = ports;
  }

  /** Whether there is anybody to ask. */
  get available(): boolean {
    return this.#ports.prompts.available;
  }

  /** The prompts that have no answer yet; the first one is being asked. */
  get waiting(): readonly PendingPrompt[] {
    return this.#entries.map(({ prompt }) => prompt);
  }

  /** Asks when it is its turn. Resolves to `aborted` when the signal aborts first. */
  async ask<P extends PendingPrompt>(prompt: P, signal: AbortSignal): Promise<AnswerTo<P>> {
    const entry: Entry = { prompt, signal, turn: Promise.withResolvers() };
    this.#entries = [...this.#entries, entry];
    this.#wakeFirst();
    const wake = (): void => entry.turn.resolve();
    signal.addEventListener("abort", wake, { once: true });
    try {
      if (signal.aborted) wake();
      await entry.turn.promise;
      if (signal.aborted) return { kind: "aborted" } as AnswerTo<P>;
      // Held over the steps of one prompt: an edit and what it was opened from belong together.
      using place = await this.#ports.prompts.place(signal);
      return await ask(prompt, { ...this.#ports, asking: { signal, place } }) as AnswerTo<P>;
    } finally {
      signal.removeEventListener("abort", wake);
      this.#entries = this.#entries.filter((other) => other !== entry);
      this.#wakeFirst();
    }
  }

  #wakeFirst(): void {
    this.#entries[0]?.turn.resolve();
  }
}

/** What one prompt is asked with. */
export interface AskPorts extends QueuePorts {
  readonly asking: { readonly signal: AbortSignal; readonly place: Disposable };
}

async function ask(prompt: PendingPrompt, ports: AskPorts): Promise<AnswerTo<PendingPrompt>> {
  switch (prompt.kind) {
    case "permission":
      return await askPermission(prompt, ports);
    case "question":
      return await askQuestion(prompt, ports);
    case "result":
      return await askResult(prompt, ports);
  }
}
