/**
 * vi mode: one key into the next state.
 *
 * Owns the grammar of normal and visual mode: register, count, operator, count, motion or object.
 * Insert mode is vi_insert's.
 *
 * @module
 */

import type { Key } from "../keys/mod.ts";
import { beginCommand, type CommandName, runCommand } from "./commands.ts";
import { COMMON_KEYMAP } from "./common_keymap.ts";
import { redoCommands, undoCommands } from "./edit_commands.ts";
import { type Editor, insertText, moveTo, openGroup, restore } from "./editor.ts";
import { MAX_ARGUMENT } from "./emacs_state.ts";
import { nextBoundary, previousBoundary } from "./graphemes.ts";
import { lookUp, typedCharacter } from "./keymap.ts";
import { lineEnd, lineStart } from "./text.ts";
import type { LineEditorView } from "./types.ts";
import { revert } from "./undo.ts";
import { insertKey, isInsertKey, leaveInsert } from "./vi_insert.ts";
import {
  type ActionName,
  type ControlName,
  type MotionName,
  type OperatorName,
  VI_ACTIONS,
  VI_CONTROLS,
  VI_DOUBLES,
  VI_MOTIONS,
  VI_NORMAL_KEYMAP,
  VI_OPERATORS,
  VI_SHORTHANDS,
  VI_VISUAL_OPERATORS,
} from "./vi_keymap.ts";
import { findOf, runMotion } from "./vi_motions.ts";
import { repeatChange, runViCommand } from "./vi_repeat.ts";
import { NO_PENDING, type Operand, type ViPending, type ViState, type ViWait } from "./vi_state.ts";
import {
  joinSelection,
  leaveVisual,
  operateOnSelection,
  putOverSelection,
  replaceSelection,
  selectObject,
  swapEnds,
  toggleVisual,
} from "./vi_visual.ts";

type Update = ReturnType<typeof runCommand>;

/** Handles one key. */
export function viKey(ed: Editor, vi: ViState, key: Key, view: LineEditorView): Update {
  const next = vi.mode === "insert" || vi.mode === "replace"
    ? insertModeKey(ed, vi, key, view)
    : commandModeKey(ed, vi, key, view);
  return { ...next, state: settle(next.state) };
}

/** In normal mode the caret is on a character wherever the line has one. */
export function settle(ed: Editor): Editor {
  const { vi, text, caret } = ed;
  if (vi === null || vi.mode === "insert" || vi.mode === "replace") return ed;
  if (caret !== lineEnd(text, caret) || caret === lineStart(text, caret)) return ed;
  return { ...ed, caret: previousBoundary(text, caret) };
}

function insertModeKey(ed: Editor, vi: ViState, key: Key, view: LineEditorView): Update {
  const quoting = vi.pending.wait !== null;
  if (quoting || isInsertKey(key)) return insertKey(ed, vi, key, view);
  if (key.name === "escape") return idle(leaveInsert(beginCommand(ed).ed, vi));
  if (!key.alt) return insertKey(ed, vi, key, view);
  // Alt is an ESC prefix on most terminals: readline's vi mode takes it as Esc and a command.
  const left = settle(leaveInsert(beginCommand(ed).ed, vi));
  return left.vi === null
    ? idle(left)
    : commandModeKey(left, left.vi, { ...key, alt: false }, view);
}

const idle = (state: Editor): Update => ({ state, effects: [] });

function commandModeKey(from: Editor, vi: ViState, pressed: Key, view: LineEditorView): Update {
  const { ed } = openGroup(from); // every command is an undo step of its own
  const common = lookUp(COMMON_KEYMAP, pressed);
  if (common !== undefined) return commonKey(ed, vi, common, pressed, view);
  if (pressed.name === "escape") return idle(escape(beginCommand(ed).ed, vi));
  const key = pressed.name === "char" && pressed.alt ? { ...pressed, alt: false } : pressed;
  const { wait } = vi.pending;
  if (wait !== null) return waitedKey(beginCommand(ed).ed, vi, key, wait);
  return grammarKey(ed, vi, key, view);
}

function withPending(ed: Editor, vi: ViState, pending: Partial<ViPending>): Editor {
  return { ...ed, vi: { ...vi, pending: { ...vi.pending, ...pending } } };
}

function escape(ed: Editor, vi: ViState): Editor {
  if (vi.pending !== NO_PENDING) return { ...ed, vi: { ...vi, pending: NO_PENDING } };
  return vi.mode === "normal" ? ed : leaveVisual(ed, vi);
}

/** Submit, newline, interrupt and the like, whatever has been typed of a command. */
function commonKey(
  ed: Editor,
  vi: ViState,
  name: CommandName,
  key: Key,
  view: LineEditorView,
): Update {
  const ready = leaveVisual(ed, vi);
  const count = countOf(vi.pending);
  // A newline goes where typing went on before Esc: after the character under the caret.
  return name === "insert-newline"
    ? idle(insertText(moveTo(beginCommand(ready).ed, afterCaret(ed)), "\n"))
    : runCommand(ready, name, key, count, view);
}

function afterCaret({ text, caret }: Editor): number {
  return caret === lineEnd(text, caret) ? caret : nextBoundary(text, caret);
}

function countOf(pending: ViPending): { readonly count: number; readonly explicit: boolean } {
  const { count, operatorCount } = pending;
  const product = Math.min((count ?? 1) * (operatorCount ?? 1), MAX_ARGUMENT);
  return { count: product, explicit: count !== null || operatorCount !== null };
}

function waitedKey(ed: Editor, vi: ViState, key: Key, wait: ViWait): Update {
  const char = typedCharacter(key);
  const ready: ViState = { ...vi, pending: { ...vi.pending, wait: null } };
  const cancelled = { ...ed, vi: { ...vi, pending: NO_PENDING } };
  if (char === null) return idle(cancelled);
  switch (wait.kind) {
    case "register":
      return idle(withPending(ed, ready, { register: char }));
    case "find":
      return idle(motionKey(ed, ready, wait.motion, char));
    case "replace_char":
      return idle(
        ready.mode === "normal"
          ? actionKey(ed, ready, "replace_char", char)
          : replaceSelection(ed, ready, char),
      );
    case "g":
      return idle(sequenceKey(ed, ready, "g" + char));
    case "object":
      return idle(objectKey(ed, ready, char, wait.around));
    case "quoted":
      return idle(cancelled);
  }
}

/** The key of a command at the place where a count, operator, motion or action may stand. */
function grammarKey(from: Editor, vi: ViState, key: Key, view: LineEditorView): Update {
  const { pending } = vi;
  const char = typedCharacter(key);
  if (char !== null && /^[0-9]$/.test(char) && (char !== "0" || pending.count !== null)) {
    const count = Math.min((pending.count ?? 0) * 10 + Number(char), MAX_ARGUMENT);
    return idle(withPending(beginCommand(from).ed, vi, { count }));
  }
  if (pending.operator === null && vi.mode === "normal") {
    const command = lookUp(VI_NORMAL_KEYMAP, key);
    if (command !== undefined) return normalCommand(from, vi, command, key, view);
  }
  const { ed } = beginCommand(from);
  if (char === "g") return idle(withPending(ed, vi, { wait: { kind: "g" } }));
  if (pending.operator !== null) return idle(operandKey(ed, vi, key, pending.operator));
  return vi.mode === "normal" ? idle(normalKey(ed, vi, key)) : visualKey(from, ed, vi, key, view);
}

function normalCommand(
  ed: Editor,
  vi: ViState,
  name: CommandName,
  key: Key,
  view: LineEditorView,
): Update {
  const ready = { ...ed, vi: { ...vi, pending: NO_PENDING } };
  const next = runCommand(ready, name, key, countOf(vi.pending), view);
  const { index, entries } = next.state.history;
  // As in readline an entry is entered at its start in normal mode.
  const arrived = index !== ed.history.index && index < entries.length;
  return arrived ? { ...next, state: moveTo(next.state, 0) } : next;
}

/** After an operator: a motion, an object, or the operator's own key for lines. */
function operandKey(ed: Editor, vi: ViState, key: Key, operator: OperatorName): Editor {
  const char = typedCharacter(key);
  if (char === VI_DOUBLES[operator]) return operateKey(ed, vi, operator, { kind: "lines" });
  if (char === "i" || char === "a") {
    return withPending(ed, vi, { wait: { kind: "object", around: char === "a" } });
  }
  const motion = lookUp(VI_MOTIONS, key);
  return motion === undefined ? cancelled(ed, vi) : motionOrWait(ed, vi, motion);
}

function cancelled(ed: Editor, vi: ViState): Editor {
  return { ...ed, vi: { ...vi, pending: NO_PENDING } };
}

function normalKey(ed: Editor, vi: ViState, key: Key): Editor {
  const operator = lookUp(VI_OPERATORS, key);
  if (operator !== undefined) return beginOperator(ed, vi, operator);
  const motion = lookUp(VI_MOTIONS, key);
  if (motion !== undefined) return motionOrWait(ed, vi, motion);
  const shorthand = lookUp(VI_SHORTHANDS, key);
  if (shorthand !== undefined) {
    const { operator: shortened, motion: covered } = shorthand;
    const operand: Operand = covered === null
      ? { kind: "lines" }
      : { kind: "motion", motion: covered, char: null };
    return operateKey(ed, vi, shortened, operand);
  }
  const action = lookUp(VI_ACTIONS, key);
  if (action === "replace_char") return withPending(ed, vi, { wait: { kind: "replace_char" } });
  if (action !== undefined) return actionKey(ed, vi, action, null);
  const control = lookUp(VI_CONTROLS, key);
  return control === undefined ? cancelled(ed, vi) : controlKey(ed, vi, control);
}

function beginOperator(ed: Editor, vi: ViState, operator: OperatorName): Editor {
  return withPending(ed, vi, {
    operator,
    operatorCount: vi.pending.count,
    count: null,
    wait: null,
  });
}

/** A sequence that began with `g`. */
function sequenceKey(ed: Editor, vi: ViState, sequence: string): Editor {
  const key: Key = {
    kind: "key",
    name: "char",
    char: sequence,
    ctrl: false,
    alt: false,
    shift: false,
  };
  const { operator } = vi.pending;
  const named = lookUp(VI_OPERATORS, key);
  if (named !== undefined) {
    if (vi.mode !== "normal") return operateOnSelection(ed, vi, named, vi.pending.register);
    if (operator === null) return beginOperator(ed, vi, named);
    return named === operator ? operateKey(ed, vi, named, { kind: "lines" }) : cancelled(ed, vi);
  }
  const motion = lookUp(VI_MOTIONS, key);
  if (motion !== undefined) return motionKey(ed, vi, motion, null);
  const action = lookUp(VI_ACTIONS, key);
  if (action === undefined || operator !== null) return cancelled(ed, vi);
  return vi.mode === "normal" ? actionKey(ed, vi, action, null) : joinSelection(ed, vi, false);
}

function motionOrWait(ed: Editor, vi: ViState, motion: MotionName): Editor {
  const finds = motion === "find_right" || motion === "find_left" || motion === "till_right" ||
    motion === "till_left";
  return finds
    ? withPending(ed, vi, { wait: { kind: "find", motion } })
    : motionKey(ed, vi, motion, null);
}

/** A complete motion: it moves the caret, or is the operand of the operator. */
function motionKey(from: Editor, before: ViState, motion: MotionName, char: string | null): Editor {
  const lastFind = findOf(motion, char) ?? before.lastFind;
  const vi = { ...before, lastFind };
  const ed = { ...from, vi };
  const { operator } = vi.pending;
  if (operator !== null) return operateKey(ed, vi, operator, { kind: "motion", motion, char });
  const { text, caret } = ed;
  const target = runMotion(motion, {
    text,
    caret,
    operator,
    char,
    lastFind,
    ...countOf(vi.pending),
  });
  const ready = cancelled(ed, vi);
  return target === null ? ready : moveTo(ready, target.to);
}

function operateKey(ed: Editor, vi: ViState, operator: OperatorName, operand: Operand): Editor {
  const { register } = vi.pending;
  const ready = { ...vi, pending: NO_PENDING };
  const command = { kind: "operate", operator, operand, register, ...countOf(vi.pending) } as const;
  return runViCommand({ ...ed, vi: ready }, ready, command);
}

function actionKey(ed: Editor, vi: ViState, action: ActionName, char: string | null): Editor {
  const { register } = vi.pending;
  const ready = { ...vi, pending: NO_PENDING };
  const command = { kind: "act", action, char, register, ...countOf(vi.pending) } as const;
  return runViCommand({ ...ed, vi: ready }, ready, command);
}

function objectKey(ed: Editor, vi: ViState, object: string, around: boolean): Editor {
  const { operator } = vi.pending;
  if (operator !== null) return operateKey(ed, vi, operator, { kind: "object", around, object });
  return selectObject(ed, vi, object, around, countOf(vi.pending).count);
}

function controlKey(ed: Editor, vi: ViState, control: ControlName): Editor {
  const { count, explicit } = countOf(vi.pending);
  const ready = { ...vi, pending: NO_PENDING };
  const now = { ...ed, vi: ready };
  switch (control) {
    case "repeat":
      return repeatChange(now, ready, count, explicit);
    case "undo":
      return undoCommands(now, count, null);
    case "redo":
      return redoCommands(now, count);
    case "undo_all": {
      const reverted = revert(now);
      return reverted === null ? now : moveTo(restore(now, reverted), 0);
    }
    case "visual":
    case "visual_line":
      return toggleVisual(now, ready, control);
    case "register":
      return withPending(ed, vi, { wait: { kind: "register" } });
    case "quoted_insert":
      return now;
  }
}

function visualKey(
  from: Editor,
  ed: Editor,
  vi: ViState,
  key: Key,
  view: LineEditorView,
): Update {
  const char = typedCharacter(key);
  const { register } = vi.pending;
  const row = lookUp(VI_MOTIONS, key);
  if (row === "line_up" || row === "line_down") {
    const ready = cancelled(from, vi);
    return runCommand(
      ready,
      row === "line_up" ? "row-up" : "row-down",
      key,
      countOf(vi.pending),
      view,
    );
  }
  if (char === "i" || char === "a") {
    return idle(withPending(ed, vi, { wait: { kind: "object", around: char === "a" } }));
  }
  if (char === "r") return idle(withPending(ed, vi, { wait: { kind: "replace_char" } }));
  if (char === "o" || char === "O") return idle(swapEnds(ed, vi));
  if (char === "p" || char === "P") return idle(putOverSelection(ed, vi, register));
  if (char === "J") return idle(joinSelection(ed, vi, true));
  const operator = lookUp(VI_OPERATORS, key) ?? lookUp(VI_VISUAL_OPERATORS, key);
  if (operator !== undefined) return idle(operateOnSelection(ed, vi, operator, register));
  const motion = lookUp(VI_MOTIONS, key);
  if (motion !== undefined) return idle(motionOrWait(ed, vi, motion));
  const control = lookUp(VI_CONTROLS, key);
  const selects = control === "visual" || control === "visual_line" || control === "register";
  return idle(selects ? controlKey(ed, vi, control) : cancelled(ed, vi));
}
