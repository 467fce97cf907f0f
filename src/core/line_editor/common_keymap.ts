/**
 * Keys that mean the same in every mode (PR-036), and those that do while text is typed.
 *
 * Ctrl-Q is left to terminals that use it for flow control (RFD 088).
 *
 * @module
 */

import type { CommandName } from "./commands.ts";
import type { Keymap } from "./keymap.ts";

/** In every mode, also in the middle of a command: they leave the editor or break the line. */
export const COMMON_KEYMAP: Keymap<CommandName> = {
  "Enter": "accept-line",
  "C-Enter": "accept-line",
  "C-m": "accept-line",
  "M-Enter": "insert-newline",
  "S-Enter": "insert-newline",
  "C-j": "insert-newline",
  "C-x": "open-editor",
  "C-c": "interrupt",
  "C-d": "end-of-file",
  "C-z": "suspend",
  "C-\\": "quit",
};

/** While text is typed: emacs mode and vi insert mode. */
export const TYPING_KEYMAP: Keymap<CommandName> = {
  "C-a": "beginning-of-line",
  "C-b": "backward-char",
  "C-e": "end-of-line",
  "C-f": "forward-char",
  "C-g": "abort",
  "C-h": "backward-delete-char",
  "C-i": "tab-insert",
  "C-k": "kill-line",
  "C-l": "clear-screen",
  "C-n": "next-row",
  "C-p": "previous-row",
  "C-t": "transpose-chars",
  "C-u": "unix-line-discard",
  "C-w": "unix-word-rubout",
  "C-y": "yank",
  "C-_": "undo",
  "C-/": "undo",
  "C-7": "undo", // what some terminals call 0x1f
  "Tab": "tab-insert",
  "Backspace": "backward-delete-char",
  "Delete": "delete-char",
  "Insert": "overwrite-mode",
  "Left": "backward-char",
  "Right": "forward-char",
  "Up": "previous-row",
  "Down": "next-row",
  "Home": "beginning-of-line",
  "End": "end-of-line",
  "PageUp": "previous-history",
  "PageDown": "next-history",
  "C-Left": "backward-word",
  "C-Right": "forward-word",
  "M-Left": "backward-word",
  "M-Right": "forward-word",
  "C-Home": "beginning-of-buffer",
  "C-End": "end-of-buffer",
  "C-Up": "previous-history",
  "C-Down": "next-history",
  "C-Delete": "kill-word",
  "M-Delete": "kill-word",
  "C-Backspace": "backward-kill-word",
  "M-Backspace": "backward-kill-word",
};
