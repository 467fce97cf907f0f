/**
 * Commands that only move the caret, in both modes.
 *
 * @module
 */

import { type Command, type Editor, moveInHistory, moveTo } from "./editor.ts";
import { stepBoundaries } from "./graphemes.ts";
import { lineEnd, lineStart } from "./text.ts";
import type { RowMapper } from "./types.ts";
import { moveWords } from "./words.ts";

/** Limits the rows and history places one key walks: each may cost a look at the whole layout. */
const MAX_ROWS = 10_000;

function rows(direction: 1 | -1, useHistory: boolean): Command {
  return (ed, { count, previous, view }) => {
    const from = previous.kind === "vertical" ? previous.from : ed.caret;
    const down = direction * count > 0;
    let now: Editor = { ...ed, chain: { kind: "vertical", from } };
    for (let n = Math.min(Math.abs(count), MAX_ROWS); n > 0; n--) {
      const next = oneRow(now, down, from, view.layout, useHistory);
      if (next === now) break;
      now = next;
    }
    return now;
  };
}

function oneRow(
  ed: Editor,
  down: boolean,
  from: number,
  layout: RowMapper,
  useHistory: boolean,
): Editor {
  // The column of a run is meaningless in another text.
  const aim = ed.chain.kind === "vertical" ? from : ed.caret;
  const to = down ? layout.rowDown(ed.text, ed.caret, aim) : layout.rowUp(ed.text, ed.caret, aim);
  if (to !== null) return moveTo(ed, to);
  return useHistory ? leave(moveInHistory(ed, down ? 1 : -1), ed) : ed;
}

function leave(arrived: Editor, left: Editor): Editor {
  return arrived === left ? left : { ...arrived, chain: { kind: "none" } };
}

function history(offset: 1 | -1): Command {
  return (ed, { count }) => {
    let now = ed;
    for (let n = Math.min(Math.abs(count), MAX_ROWS); n > 0; n--) {
      const next = moveInHistory(now, count < 0 ? -offset : offset);
      if (next === now) break;
      now = next;
    }
    return now;
  };
}

/** Command name to command. */
export const MOTION_COMMANDS = {
  "forward-char": (ed, { count }) => moveTo(ed, stepBoundaries(ed.text, ed.caret, count)),
  "backward-char": (ed, { count }) => moveTo(ed, stepBoundaries(ed.text, ed.caret, -count)),
  "forward-word": (ed, { count }) => moveTo(ed, moveWords(ed.text, ed.caret, count)),
  "backward-word": (ed, { count }) => moveTo(ed, moveWords(ed.text, ed.caret, -count)),
  "beginning-of-line": (ed) => moveTo(ed, lineStart(ed.text, ed.caret)),
  "end-of-line": (ed) => moveTo(ed, lineEnd(ed.text, ed.caret)),
  "beginning-of-buffer": (ed) => moveTo(ed, 0),
  "end-of-buffer": (ed) => moveTo(ed, ed.text.length),
  /** A screen row up, then the reply before. */
  "previous-row": rows(-1, true),
  /** A screen row down, then the reply after. */
  "next-row": rows(1, true),
  /** A screen row up, never leaving the text. */
  "row-up": rows(-1, false),
  /** A screen row down, never leaving the text. */
  "row-down": rows(1, false),
  "previous-history": history(-1),
  "next-history": history(1),
} satisfies Record<string, Command>;
