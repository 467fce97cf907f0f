/**
 * Drives a line editor from symbolic key names, one entry per press: `C-a`, `M-b`, `Left`, `Esc`, a
 * single character, and `text:abc` (typed one by one) or `paste:abc` (one bracketed paste).
 */
import { type Key, parseKeyName } from "../../../../src/core/keys/mod.ts";
import {
  createLineEditor,
  type EditMode,
  type LineEditorEffect,
  type LineEditorEvent,
  type LineEditorOptions,
  type LineEditorState,
  type LineEditorView,
  updateLineEditor,
} from "../../../../src/core/line_editor/mod.ts";

/** One row, so that Up and Down are always at the edge. */
export const ONE_ROW: LineEditorView = { layout: { rowUp: () => null, rowDown: () => null } };

/** Rows are lines: a screen that never wraps. Aims at the column where the run began. */
export const LINE_ROWS: LineEditorView = {
  layout: {
    rowUp: (text, caret, from) => rowAway(text, caret, from, -1),
    rowDown: (text, caret, from) => rowAway(text, caret, from, 1),
  },
};

function rowAway(text: string, caret: number, from: number, by: number): number | null {
  const lines = text.split("\n");
  const row = text.slice(0, caret).split("\n").length - 1;
  const target = lines[row + by];
  if (target === undefined) return null;
  const column = from - (text.lastIndexOf("\n", from - 1) + 1);
  const start = lines.slice(0, row + by).reduce((sum, line) => sum + line.length + 1, 0);
  return start + Math.min(column, target.length);
}

/** The events of one entry. */
export function eventsOf(entry: string): LineEditorEvent[] {
  // Terminals send a line break of a paste as CR.
  if (entry.startsWith("paste:")) {
    return [{ kind: "paste", text: entry.slice(6).replaceAll("\n", "\r") }];
  }
  if (entry.startsWith("text:")) return [...entry.slice(5)].map(keyNamed);
  return [keyNamed(entry === "Esc" ? "Escape" : entry)];
}

function keyNamed(name: string): Key {
  const key = parseKeyName(name === " " ? "Space" : name);
  if (key === null) throw new Error(`no such key: ${name}`);
  return key;
}

/** State and effects after some presses. */
export interface Pressed {
  readonly state: LineEditorState;
  readonly effects: readonly LineEditorEffect[];
}

/** Presses keys on a state. */
export function press(
  state: LineEditorState,
  keys: readonly string[],
  view: LineEditorView = ONE_ROW,
): Pressed {
  let now = state;
  const effects: LineEditorEffect[] = [];
  for (const event of keys.flatMap(eventsOf)) {
    const update = updateLineEditor(now, event, view);
    now = update.state;
    effects.push(...update.effects);
  }
  return { state: now, effects };
}

/** An editor whose text is written with `|` where the caret is (at the end without one). */
export function editorAt(
  marked: string,
  editMode: EditMode = "emacs",
  options: Partial<LineEditorOptions> = {},
): LineEditorState {
  const at = marked.indexOf("|");
  const text = at < 0 ? marked : marked.slice(0, at) + marked.slice(at + 1);
  return createLineEditor({ editMode, text, caret: at < 0 ? text.length : at, ...options });
}

/** The text with `|` where the caret is. */
export function marked({ text, caret }: LineEditorState): string {
  return text.slice(0, caret) + "|" + text.slice(caret);
}

/** What emacs mode makes of a marked text. */
export function emacs(from: string, keys: string, view: LineEditorView = LINE_ROWS): string {
  return marked(press(editorAt(from), split(keys), view).state);
}

/**
 * What vi mode makes of a marked text, beginning in normal mode: the caret there is one place to
 * the right of where insert mode left it, so the mark is on the character meant.
 */
export function vi(from: string, keys: string, view: LineEditorView = LINE_ROWS): string {
  return marked(viState(from, keys, view).state);
}

/** As `vi`, with everything. */
export function viState(from: string, keys: string, view: LineEditorView = LINE_ROWS): Pressed {
  const begun = press(editorAt(from, "vi"), ["Esc"], view).state;
  const at = Math.max(from.indexOf("|"), 0);
  const onLine = from.replace("|", "").slice(0, at);
  const moved = onLine === "" || onLine.endsWith("\n") ? begun : press(begun, ["l"], view).state;
  return press(moved, split(keys), view);
}

/** Entries are parted by one blank; a blank within `text:` or `paste:` is written `␠`. */
export function split(keys: string): string[] {
  return keys === "" ? [] : keys.split(" ").map((entry) => entry.replaceAll("␠", " "));
}
