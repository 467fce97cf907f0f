/**
 * vi's insert and replace mode: entering, one key, leaving.
 *
 * Owns the session: everything between entering and Esc is one undo step, arrow keys or not
 * (readline), and `.` types again what was typed last.
 *
 * @module
 */

import type { Key } from "../keys/mod.ts";
import { beginCommand, NO_COUNT, runCommand } from "./commands.ts";
import { overtype, redoCommands, selfInsert, undoCommands } from "./edit_commands.ts";
import { closeGroup, type Editor, insertText, moveTo, openGroup, replaceRange } from "./editor.ts";
import { boundaryAtOrAfter, nextBoundary, previousBoundary } from "./graphemes.ts";
import { lookUp, typedCharacter } from "./keymap.ts";
import { quotedCharacter } from "./quoted_insert.ts";
import { lineEnd, lineStart } from "./text.ts";
import type { LineEditorView } from "./types.ts";
import { collapse, forgetTyping, type Step } from "./undo.ts";
import { VI_INSERT_KEYMAP } from "./vi_keymap.ts";
import { type InsertSession, NO_PENDING, type ViCommand, type ViState } from "./vi_state.ts";

type Update = ReturnType<typeof runCommand>;

/** Begins a session; `floor` is where its undo step begins, before any deletion of the command. */
export function enterInsert(
  from: Editor,
  vi: ViState,
  command: ViCommand,
  floor: Step | null,
  mode: "insert" | "replace" = "insert",
): Editor {
  const { ed, floor: typingFloor } = openGroup(from);
  const typedFrom = ed.caret;
  const session = { floor, typingFloor, grouped: true, typedFrom, command, replaced: null };
  return { ...ed, vi: { ...vi, mode, session, pending: NO_PENDING } };
}

/** Esc: closes the session; the caret goes back onto the character before it. */
export function leaveInsert(ed: Editor, vi: ViState): Editor {
  const { session } = vi;
  const typedFrom = boundaryAtOrAfter(ed.text, Math.min(session.typedFrom, ed.caret));
  const typed = ed.text.slice(typedFrom, ed.caret);
  const closed = session.grouped ? closeGroup(ed, session.floor) : ed;
  // R and Esc alone leave the caret where it is (readline).
  const stays = (vi.mode === "replace" && typed === "") ||
    closed.caret === lineStart(closed.text, closed.caret);
  const back = stays ? closed.caret : previousBoundary(closed.text, closed.caret);
  const command = session.command ?? (typed === "" ? null : FIRST_SESSION);
  return {
    ...closed,
    caret: back,
    undo: vi.escaped ? closed.undo : forgetTyping(closed.undo),
    vi: {
      ...vi,
      mode: "normal",
      pending: NO_PENDING,
      escaped: true,
      lastChange: command === null ? vi.lastChange : { command, typed },
    },
  };
}

/** What `.` repeats when all that was typed came before the first Esc. */
const FIRST_SESSION: ViCommand = {
  kind: "act",
  action: "insert",
  char: null,
  count: 1,
  explicit: false,
  register: null,
};

/** Types text as the session's mode has it: inserting, or over what is there. */
export function typeText(ed: Editor, vi: ViState, text: string): Editor {
  if (vi.mode !== "replace" || text.includes("\n")) return insertText(ed, text);
  let count = 0;
  for (let at = 0; at < text.length; at = nextBoundary(text, at)) count++;
  return overtype(ed, text, count);
}

/** One character over the one at the caret, which Backspace can bring back. */
function replaceOne(ed: Editor, char: string): Editor {
  const { vi, text, caret } = ed;
  if (vi === null) return ed;
  const original = caret === lineEnd(text, caret)
    ? ""
    : text.slice(caret, nextBoundary(text, caret));
  const typed = overtype(ed, char, 1);
  const place = { at: caret, typed: char, end: typed.caret };
  const replaced = { ...place, original, older: vi.session.replaced };
  return { ...typed, vi: { ...vi, session: { ...vi.session, replaced } } };
}

/** Backspace in replace mode brings back what was there; further back it only moves. */
function unreplace(ed: Editor, vi: ViState): Editor {
  const { replaced } = vi.session;
  // A paste or an undo may have come between.
  const isLast = replaced !== null && replaced.end === ed.caret &&
    ed.text.startsWith(replaced.typed, replaced.at);
  if (!isLast) {
    return ed.caret > lineStart(ed.text, ed.caret)
      ? moveTo(ed, previousBoundary(ed.text, ed.caret))
      : ed;
  }
  const { at, typed, original } = replaced;
  const restored = moveTo(replaceRange(ed, at, at + typed.length, original), at);
  return { ...restored, vi: { ...vi, session: { ...vi.session, replaced: replaced.older } } };
}

/** Handles a key that is neither Esc nor unbound with Alt. */
export function insertKey(from: Editor, vi: ViState, key: Key, view: LineEditorView): Update {
  const next = vi.pending.wait?.kind === "quoted"
    ? quotedKey(from, vi, key, view)
    : plainKey(from, vi, key, view);
  return { ...next, state: followCaret(from, next.state) };
}

/** True when a key does something in insert mode: typed, or bound. */
export function isInsertKey(key: Key): boolean {
  return typedCharacter(key) !== null || lookUp(VI_INSERT_KEYMAP, key) !== undefined;
}

function plainKey(from: Editor, vi: ViState, key: Key, view: LineEditorView): Update {
  const { ed } = beginCommand(from);
  const char = typedCharacter(key);
  if (char !== null) {
    const typed = vi.mode === "replace" ? replaceOne(ed, char) : selfInsert(ed, char, 1, false);
    return { state: typed, effects: [] };
  }
  const name = lookUp(VI_INSERT_KEYMAP, key);
  switch (name) {
    case undefined:
      return { state: ed, effects: [] };
    case "quoted_insert":
      return waiting(ed, vi);
    case "overwrite-mode":
      return { state: toggleReplace(ed, vi), effects: [] };
    case "undo":
      return { state: undoCommands(ed, 1, vi.session.typingFloor), effects: [] };
    case "redo":
      return { state: redoCommands(ed, 1), effects: [] };
    case "backward-delete-char":
      if (vi.mode === "replace") return { state: unreplace(ed, vi), effects: [] };
  }
  const next = runCommand(from, name, key, NO_COUNT, view);
  return next.state.history.index === from.history.index
    ? next
    : { ...next, state: changedPlace(from, vi, next.state) };
}

function waiting(ed: Editor, vi: ViState): Update {
  const pending = { ...NO_PENDING, wait: { kind: "quoted" as const } };
  return { state: { ...ed, vi: { ...vi, pending } }, effects: [] };
}

function quotedKey(from: Editor, vi: ViState, key: Key, view: LineEditorView): Update {
  const ready = { ...vi, pending: NO_PENDING };
  const { ed } = beginCommand({ ...from, vi: ready });
  const leaves = key.ctrl && key.char === "c";
  const char = leaves ? null : quotedCharacter(key);
  return char === null
    ? plainKey(ed, ready, key, view)
    : { state: typeText(ed, ready, char), effects: [] };
}

function toggleReplace(ed: Editor, vi: ViState): Editor {
  const mode = vi.mode === "replace" ? "insert" : "replace";
  return { ...ed, vi: { ...vi, mode, session: { ...vi.session, replaced: null } } };
}

/** The session goes on in another history entry, whose undo list is another one. */
function changedPlace(left: Editor, vi: ViState, arrived: Editor): Editor {
  const { history } = arrived;
  const slots = new Map(history.slots);
  const slot = slots.get(left.history.index);
  if (slot !== undefined && vi.session.grouped) {
    slots.set(left.history.index, { ...slot, undo: collapse(slot.undo, vi.session.floor) });
  }
  const { ed, floor } = openGroup({ ...arrived, history: { ...history, slots } });
  const place = { floor, typingFloor: floor, typedFrom: ed.caret };
  const session = { ...vi.session, ...place, replaced: null };
  return { ...ed, vi: { ...vi, session } };
}

/** Keeps `typedFrom` at the start of what was typed last: moving the caret begins anew. */
function followCaret(before: Editor, after: Editor): Editor {
  const { vi } = after;
  if (vi === null) return after;
  const edited = after.undo !== before.undo;
  const { typedFrom } = vi.session;
  const from = edited ? Math.min(typedFrom, after.caret) : after.caret;
  if (edited ? from === typedFrom : after.caret === before.caret) return after;
  const session: InsertSession = {
    ...vi.session,
    typedFrom: from,
    replaced: edited ? vi.session.replaced : null,
  };
  return { ...after, vi: { ...vi, session } };
}

/** A paste in insert or replace mode is inserted, whichever it is. */
export function pasteInSession(ed: Editor, text: string): Editor {
  return followCaret(ed, insertText(ed, text));
}
