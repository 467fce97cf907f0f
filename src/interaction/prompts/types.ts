/**
 * What asking the user is to the rest of the program: one interface for every kind of prompt, one
 * outcome for every cause. Nobody here knows a terminal, and no outcome is an exception.
 *
 * Source: RFD 088 "PromptBackend", RFD 092 "Ctrl-C inside active prompts".
 *
 * @module
 */

import type {
  ConfirmOptions,
  Draft,
  InlineReplyOptions,
  InlineReplyState,
  InlineSelect,
  LineInputOptions,
  ListPickerOptions,
} from "../widgets/mod.ts";

/** The ways in which a question can come to no answer, whatever it was. */
export type Unanswered =
  /** Nobody can be asked: there is no terminal, or it is not ours now. */
  | { readonly kind: "unavailable" }
  /** The signal aborted; its reason says why. */
  | { readonly kind: "aborted" }
  /** The terminal went away while it was shown; the ladder has been told. */
  | { readonly kind: "gone" };

/** How a single-key prompt ended. */
export type SelectAnswer =
  | { readonly kind: "chosen"; readonly key: string }
  /** ESC: in a menu Continue, else backed out. */
  | { readonly kind: "cancelled" }
  | Unanswered;

/** How a yes or no ended. */
export type ConfirmAnswer =
  | { readonly kind: "answered"; readonly yes: boolean }
  | { readonly kind: "cancelled" }
  | Unanswered;

/** How a choice from a list ended. */
export type PickAnswer =
  | { readonly kind: "chosen"; readonly id: string }
  | { readonly kind: "cancelled" }
  | Unanswered;

/** How one line of text ended; the text so far, whatever came of it. */
export type LineAnswer =
  & Draft
  & ({ readonly kind: "submitted" } | { readonly kind: "cancelled" } | Unanswered);

/** How an inline reply ended; the text so far, whatever came of it. */
export type ReplyAnswer =
  & Draft
  & {
    /** To go on from, undo and all. */
    readonly state: InlineReplyState;
  }
  & (
    /** Enter; the text may be empty. */
    | { readonly kind: "submitted" }
    /** Ctrl-D on an empty text, or ESC where it cancels. */
    | { readonly kind: "cancelled" }
    /** Ctrl-C in a reply. In a prompt it is the way to the menu and back, and no outcome. */
    | { readonly kind: "interrupted" }
    /** Ctrl-X. */
    | { readonly kind: "open_editor" }
    | Unanswered
  );

/** How a question is asked. */
export interface Asking {
  /** Ends the asking: the outcome is `aborted`. */
  readonly signal: AbortSignal;
  /** Held by the caller over several prompts in a row: no other comes between them. */
  readonly place?: Place;
}

/** The right to ask; dispose it to let others. Menus and replies need none. */
export type Place = Disposable;

/** Somebody who can be asked. */
export interface PromptBackend {
  /** Whether anybody is there at all. */
  readonly available: boolean;
  /**
   * Waits for the right to ask several prompts that belong together; hand it in with each. Whoever
   * holds it and asks without it waits for ever. Also resolves when the signal aborts.
   */
  place(signal: AbortSignal): Promise<Place>;
  /**
   * One key. As a `menu` it answers a press, now: Ctrl-C in it is rung 2, and if a prompt stands
   * behind it there is `b` besides, to be taken as Continue. As a `prompt` it waits its turn, and
   * Ctrl-C in it leads to the menu of the topmost scope and back.
   */
  inlineSelect(
    select: InlineSelect,
    asking: Asking & { readonly as: "menu" | "prompt" },
  ): Promise<SelectAnswer>;
  /** Text of several lines. As a `reply` it belongs to a menu: Ctrl-C in it is an outcome. */
  inlineReply(
    options: InlineReplyOptions,
    asking: Asking & { readonly as: "reply" | "prompt" },
  ): Promise<ReplyAnswer>;
  /** One line of text. */
  lineInput(options: LineInputOptions, asking: Asking): Promise<LineAnswer>;
  /** One of a list. */
  listPicker(options: ListPickerOptions, asking: Asking): Promise<PickAnswer>;
  /** Yes or no. */
  confirm(options: ConfirmOptions, asking: Asking): Promise<ConfirmAnswer>;
}
