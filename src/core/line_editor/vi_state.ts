/**
 * What vi mode remembers: its mode, a command being typed, the change `.` repeats, registers.
 *
 * @module
 */

import type { Kill } from "./kill_ring.ts";
import type { Step } from "./undo.ts";
import type { ActionName, MotionName, OperatorName } from "./vi_keymap.ts";

/** vi's modes. */
export type ViMode = "insert" | "replace" | "normal" | "visual" | "visual_line";

/** What the next key is an argument of. */
export type ViWait =
  | { readonly kind: "register" }
  | { readonly kind: "find"; readonly motion: MotionName }
  | { readonly kind: "replace_char" }
  /** The first key of a sequence that begins with `g`. */
  | { readonly kind: "g" }
  | { readonly kind: "object"; readonly around: boolean }
  | { readonly kind: "quoted" };

/** A command as far as it has been typed. */
export interface ViPending {
  readonly register: string | null;
  /** The count being typed. */
  readonly count: number | null;
  readonly operator: OperatorName | null;
  /** The count typed before the operator; the two multiply. */
  readonly operatorCount: number | null;
  readonly wait: ViWait | null;
}

/** No command begun. */
export const NO_PENDING: ViPending = {
  register: null,
  count: null,
  operator: null,
  operatorCount: null,
  wait: null,
};

/** What an operator acts on. */
export type Operand =
  | { readonly kind: "motion"; readonly motion: MotionName; readonly char: string | null }
  | { readonly kind: "object"; readonly around: boolean; readonly object: string }
  /** The current line and those below it: a doubled operator. */
  | { readonly kind: "lines" }
  /** What a visual selection covered, measured so that it can be repeated elsewhere. */
  | { readonly kind: "clusters"; readonly size: number }
  | { readonly kind: "rows"; readonly size: number };

/** A complete command that changes the text or stores part of it. */
export type ViCommand =
  | {
    readonly kind: "operate";
    readonly operator: OperatorName;
    readonly operand: Operand;
    readonly count: number;
    readonly explicit: boolean;
    readonly register: string | null;
  }
  | {
    readonly kind: "act";
    readonly action: ActionName;
    readonly char: string | null;
    readonly count: number;
    readonly explicit: boolean;
    readonly register: string | null;
  };

/** What `.` repeats. */
export interface Change {
  readonly command: ViCommand;
  /** Text typed in the insert mode it entered. */
  readonly typed: string;
}

/** Characters replace mode has typed over, the newest first, for Backspace to bring back. */
export interface Replaced {
  /** Where it was typed, a UTF-16 offset. */
  readonly at: number;
  readonly typed: string;
  /** The caret after it: elsewhere, or with another text there, it is no longer the last thing typed. */
  readonly end: number;
  /** What it replaced; empty past the end of the line. */
  readonly original: string;
  readonly older: Replaced | null;
}

/** One stay in insert or replace mode. */
export interface InsertSession {
  /** Where its undo step begins, the deletion of a `c` included. */
  readonly floor: Step | null;
  /** Where its typing begins: undo within the session stops there. */
  readonly typingFloor: Step | null;
  /** False for the session the editor begins in: readline undoes that one piece by piece. */
  readonly grouped: boolean;
  /** Where the text that `.` will type begins; it ends at the caret. */
  readonly typedFrom: number;
  /** The command that began it; null for the first session. */
  readonly command: ViCommand | null;
  readonly replaced: Replaced | null;
}

/** The last f, t, F or T, for `;` and `,`. */
export interface LastFind {
  readonly char: string;
  readonly forward: boolean;
  readonly till: boolean;
}

/** vi mode's part of the state. */
export interface ViState {
  readonly mode: ViMode;
  readonly pending: ViPending;
  readonly session: InsertSession;
  /** The other end of a visual selection. */
  readonly anchor: number;
  readonly lastFind: LastFind | null;
  readonly lastChange: Change | null;
  readonly registers: Readonly<Record<string, Kill>>;
  /** Esc was pressed once. */
  readonly escaped: boolean;
}

/** vi mode as it begins: inserting. */
export function initialVi(caret: number): ViState {
  return {
    mode: "insert",
    pending: NO_PENDING,
    session: {
      floor: null,
      typingFloor: null,
      grouped: false,
      typedFrom: caret,
      command: null,
      replaced: null,
    },
    anchor: caret,
    lastFind: null,
    lastChange: null,
    registers: {},
    escaped: false,
  };
}
