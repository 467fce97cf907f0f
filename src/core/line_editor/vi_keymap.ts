/**
 * vi mode: key (or two keys, `gg`) to motion, operator, action or command.
 *
 * readline's vi mode, with vim's multi-line commands, visual mode, text objects and registers for a
 * buffer that has several lines.
 *
 * @module
 */

import type { CommandName } from "./commands.ts";
import { COMMON_KEYMAP, TYPING_KEYMAP } from "./common_keymap.ts";
import type { Keymap } from "./keymap.ts";

/** Motions: where a key takes the caret, or what an operator covers. */
export type MotionName =
  | "char_left"
  | "char_right"
  | "line_start"
  | "line_end"
  | "first_non_blank"
  | "last_non_blank"
  | "column"
  | "word_right"
  | "word_left"
  | "word_end"
  | "word_end_left"
  | "WORD_right"
  | "WORD_left"
  | "WORD_end"
  | "WORD_end_left"
  | "find_right"
  | "find_left"
  | "till_right"
  | "till_left"
  | "repeat_find"
  | "reverse_find"
  | "matching_bracket"
  | "paragraph_up"
  | "paragraph_down"
  | "line_up"
  | "line_down"
  | "first_line"
  | "last_line";

/** Operators: what is done to the range a motion or text object covers. */
export type OperatorName =
  | "delete"
  | "change"
  | "yank"
  | "shift_right"
  | "shift_left"
  | "toggle_case"
  | "lower_case"
  | "upper_case";

/** Commands that are complete without a motion. */
export type ActionName =
  | "insert"
  | "append"
  | "insert_at_line_start"
  | "append_at_line_end"
  | "open_below"
  | "open_above"
  | "replace_mode"
  | "replace_char"
  | "toggle_case_char"
  | "put_after"
  | "put_before"
  | "join_lines"
  | "join_lines_unspaced";

/** Commands that concern the editor's own memory. */
export type ControlName =
  | "repeat"
  | "undo"
  | "undo_all"
  | "redo"
  | "visual"
  | "visual_line"
  | "register"
  | "quoted_insert";

/** Insert and replace mode. */
export const VI_INSERT_KEYMAP: Keymap<CommandName | "quoted_insert"> = {
  ...TYPING_KEYMAP,
  ...COMMON_KEYMAP,
  "C-w": "vi-unix-word-rubout",
  "C-v": "quoted_insert",
};

/** Normal mode: what is not vi's grammar. Keys that leave the editor are in the common table. */
export const VI_NORMAL_KEYMAP: Keymap<CommandName> = {
  ...COMMON_KEYMAP,
  "j": "next-row",
  "k": "previous-row",
  "+": "next-row",
  "-": "previous-row",
  "Down": "next-row",
  "Up": "previous-row",
  "C-n": "next-row",
  "C-p": "previous-row",
  "PageUp": "previous-history",
  "PageDown": "next-history",
  "C-Up": "previous-history",
  "C-Down": "next-history",
  "C-Left": "backward-word",
  "C-Right": "forward-word",
  "M-Left": "backward-word",
  "M-Right": "forward-word",
  "C-Home": "beginning-of-buffer",
  "C-End": "end-of-buffer",
  "Delete": "delete-char",
  "C-Delete": "kill-word",
  "M-Delete": "kill-word",
  "C-k": "kill-line",
  "C-l": "clear-screen",
  "C-t": "transpose-chars",
  "C-u": "unix-line-discard",
  "C-w": "vi-unix-word-rubout",
  "M-Backspace": "backward-kill-word",
  "C-Backspace": "backward-kill-word",
  "C-y": "yank",
};

/** Motions, alone or after an operator. */
export const VI_MOTIONS: Keymap<MotionName> = {
  "h": "char_left",
  "l": "char_right",
  "Left": "char_left",
  "Right": "char_right",
  "Backspace": "char_left",
  "C-h": "char_left",
  "Space": "char_right",
  "0": "line_start",
  "Home": "line_start",
  "$": "line_end",
  "End": "line_end",
  "^": "first_non_blank",
  "_": "first_non_blank",
  "g_": "last_non_blank",
  "|": "column",
  "w": "word_right",
  "b": "word_left",
  "e": "word_end",
  "ge": "word_end_left",
  "W": "WORD_right",
  "B": "WORD_left",
  "E": "WORD_end",
  "gE": "WORD_end_left",
  "f": "find_right",
  "F": "find_left",
  "t": "till_right",
  "T": "till_left",
  ";": "repeat_find",
  ",": "reverse_find",
  "%": "matching_bracket",
  "{": "paragraph_up",
  "}": "paragraph_down",
  "j": "line_down",
  "k": "line_up",
  "Down": "line_down",
  "Up": "line_up",
  "gg": "first_line",
  "G": "last_line",
};

/** Operators. Doubled (`dd`, `guu`) they act on lines. */
export const VI_OPERATORS: Keymap<OperatorName> = {
  "d": "delete",
  "c": "change",
  "y": "yank",
  ">": "shift_right",
  "<": "shift_left",
  "g~": "toggle_case",
  "gu": "lower_case",
  "gU": "upper_case",
};

/** The key that doubles an operator. */
export const VI_DOUBLES: Readonly<Record<OperatorName, string>> = {
  delete: "d",
  change: "c",
  yank: "y",
  shift_right: ">",
  shift_left: "<",
  toggle_case: "~",
  lower_case: "u",
  upper_case: "U",
};

/** An operator and its motion; null stands for lines, as the doubled operator does. */
export interface Shorthand {
  readonly operator: OperatorName;
  readonly motion: MotionName | null;
}

/** Keys that stand for an operator and its motion. */
export const VI_SHORTHANDS: Keymap<Shorthand> = {
  "x": { operator: "delete", motion: "char_right" },
  "X": { operator: "delete", motion: "char_left" },
  "D": { operator: "delete", motion: "line_end" },
  "s": { operator: "change", motion: "char_right" },
  "S": { operator: "change", motion: null },
  "C": { operator: "change", motion: "line_end" },
  "Y": { operator: "yank", motion: "line_end" },
};

/** Commands that change the text or begin to. */
export const VI_ACTIONS: Keymap<ActionName> = {
  "i": "insert",
  "a": "append",
  "I": "insert_at_line_start",
  "A": "append_at_line_end",
  "o": "open_below",
  "O": "open_above",
  "R": "replace_mode",
  "Insert": "insert",
  "r": "replace_char",
  "~": "toggle_case_char",
  "p": "put_after",
  "P": "put_before",
  "J": "join_lines",
  "gJ": "join_lines_unspaced",
};

/** Undo, repeat, registers, visual mode. */
export const VI_CONTROLS: Keymap<ControlName> = {
  ".": "repeat",
  "u": "undo",
  "C-_": "undo",
  "C-/": "undo",
  "C-7": "undo",
  "U": "undo_all",
  "C-r": "redo",
  "v": "visual",
  "V": "visual_line",
  '"': "register",
};

/** Visual mode: keys that act on the selection, beside the operators. */
export const VI_VISUAL_OPERATORS: Keymap<OperatorName> = {
  "x": "delete",
  "X": "delete",
  "D": "delete",
  "Delete": "delete",
  "s": "change",
  "S": "change",
  "C": "change",
  "R": "change",
  "Y": "yank",
  "~": "toggle_case",
  "u": "lower_case",
  "U": "upper_case",
};
