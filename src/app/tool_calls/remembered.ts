/**
 * What the user wanted remembered, for one turn and no longer.
 *
 * Source: reference-facts 3.3 (`Y`, `N`).
 *
 * @module
 */

import type { Json } from "../../core/conversation/mod.ts";

/** The memory of a turn. */
export class Remembered {
  readonly #permissions = new Map<string, "run" | "skip">();
  readonly #answers = new Map<string, Json>();

  /** What was decided for a tool. */
  permission(tool: string): "run" | "skip" | null {
    return this.#permissions.get(tool) ?? null;
  }

  /** Keeps a decision. */
  permit(tool: string, decision: "run" | "skip"): void {
    this.#permissions.set(tool, decision);
  }

  /** What was answered to a question of a tool; undefined for nothing. */
  answer(tool: string, question: string): Json | undefined {
    return this.#answers.get(key(tool, question));
  }

  /** Keeps an answer. */
  keep(tool: string, question: string, answer: Json): void {
    this.#answers.set(key(tool, question), answer);
  }

  /** A new turn. */
  forget(): void {
    this.#permissions.clear();
    this.#answers.clear();
  }
}

function key(tool: string, question: string): string {
  return JSON.stringify([tool, question]);
}
