/**
 * Emacs mode: key to command.
 *
 * readline's bindings, with reedline's where a reply box differs from a shell's line: M-< and M->
 * are the buffer's ends, Up and Down move by row first. Redo, which readline lacks, is M-_ beside
 * undo's C-_; reedline's C-z and C-g are Suspend and readline's abort here. Left out: completion,
 * history search and expansion, macros, everything under C-x.
 *
 * @module
 */

import type { CommandName } from "./commands.ts";
import { COMMON_KEYMAP, TYPING_KEYMAP } from "./common_keymap.ts";
import type { Keymap } from "./keymap.ts";

/** Names that only emacs mode itself understands: they wait for further keys. */
export type EmacsPrefixName =
  | "digit-argument"
  | "quoted-insert"
  | "character-search"
  | "character-search-backward"
  | "prefix-meta";

/** Key to command. */
export const EMACS_KEYMAP: Keymap<CommandName | EmacsPrefixName> = {
  ...TYPING_KEYMAP,
  ...COMMON_KEYMAP,
  "Escape": "prefix-meta",
  "M-Escape": "prefix-meta",
  "C-v": "quoted-insert",
  "C-]": "character-search",
  "C-M-]": "character-search-backward",
  "C-M-h": "backward-kill-word",
  "C-M-r": "revert-line",
  "C-M-_": "redo",
  "M-b": "backward-word",
  "M-c": "capitalize-word",
  "M-d": "kill-word",
  "M-f": "forward-word",
  "M-l": "downcase-word",
  "M-n": "next-history",
  "M-p": "previous-history",
  "M-r": "revert-line",
  "M-t": "transpose-words",
  "M-u": "upcase-word",
  "M-y": "yank-pop",
  "M-<": "beginning-of-buffer",
  "M->": "end-of-buffer",
  "M-\\": "delete-horizontal-space",
  "M-_": "redo",
  "M-Tab": "tab-insert",
  // The same three where a terminal reports the key and Shift, on a keyboard like the US one.
  "M-S-,": "beginning-of-buffer",
  "M-S-.": "end-of-buffer",
  "M-S--": "redo",
  "M--": "digit-argument",
  "M-0": "digit-argument",
  "M-1": "digit-argument",
  "M-2": "digit-argument",
  "M-3": "digit-argument",
  "M-4": "digit-argument",
  "M-5": "digit-argument",
  "M-6": "digit-argument",
  "M-7": "digit-argument",
  "M-8": "digit-argument",
  "M-9": "digit-argument",
};
