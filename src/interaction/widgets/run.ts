/**
 * What showing a widget is, however it is shown: how it is asked for and how it ends.
 *
 * @module
 */

import type { OnScreen } from "../../core/ladder/mod.ts";
import type { Stage } from "./stage.ts";

/** The ways out that every widget shares; each may carry more. */
export interface Ending {
  readonly kind: string;
}

/** How showing a widget ended. The state is the one it had then, to be gone on from. */
export type Run<S, O> =
  /** It ended by itself. `interrupted` is among its own outcomes only in a reply. */
  | { readonly kind: "ended"; readonly outcome: O; readonly state: S }
  /** A press swapped it for the menu of the topmost scope; it is to be shown again, as it was. */
  | { readonly kind: "swapped"; readonly state: S }
  /** The signal aborted: the ladder went on without an answer. */
  | { readonly kind: "aborted"; readonly state: S }
  /** There is no terminal, or it is somebody else's: nothing was shown. */
  | { readonly kind: "unavailable"; readonly state: S }
  /** The terminal went away while it was shown. */
  | { readonly kind: "gone"; readonly state: S };

/** How it is shown. */
export interface RunOptions<S, O> {
  /** What a press meets while it is up. */
  readonly screen: Exclude<OnScreen, "nothing">;
  readonly signal: AbortSignal;
  /** Goes on from this state instead of the widget's own. */
  readonly state?: S;
  /**
   * Looked at once a press would meet this prompt. False: a press came before, and its menu is to be
   * shown first; the run is then over, `swapped`, with nothing drawn.
   */
  readonly isReady?: () => boolean;
  /**
   * Whether an outcome is an answer: the next press is then a first one. Decided the moment it is
   * given, before the screen is put in order.
   */
  readonly answers: (outcome: O) => boolean;
}

/**
 * Drops what was typed before a question that nobody has read yet: it answers nothing. A menu is
 * asked for by its press, and keys that follow the press are meant for it; a prompt that comes back
 * has been read.
 *
 * Before a press of the key the kernel drops what was typed; before one that was sent (kill -INT)
 * only whole lines are dropped, where the press is heard. From here the two look alike, and dropping
 * for both would take the keys that follow a press: what is left counts.
 */
export function dropTypedAhead<S, O>({ terminal }: Stage, options: RunOptions<S, O>): void {
  if (options.screen !== "prompt" || options.state !== undefined) return;
  terminal.device?.discardInput();
  terminal.keyboard.forget();
}
