/**
 * Commands that feed the kill ring and yank from it.
 *
 * @module
 */

import { type Command, deleteRange, type Editor, insertText, kill, moveTo } from "./editor.ts";
import { currentKill, rotateRing } from "./kill_ring.ts";
import { lineEnd, lineStart } from "./text.ts";
import { backwardPunctuatedWord, backwardSpacedWord, moveWords } from "./words.ts";

/** To the end of the line; at its end the newline, so that repeating it eats the lines below. */
function killTarget(ed: Editor): number {
  const end = lineEnd(ed.text, ed.caret);
  return end === ed.caret ? Math.min(end + 1, ed.text.length) : end;
}

/** To the start of the line; at its start the newline before it. */
function discardTarget(ed: Editor): number {
  const start = lineStart(ed.text, ed.caret);
  return start === ed.caret ? Math.max(start - 1, 0) : start;
}

function killWords(direction: 1 | -1): Command {
  return (ed, { count, previous }) => {
    return kill(ed, ed.caret, moveWords(ed.text, ed.caret, direction * count), previous);
  };
}

function rubout(backward: (text: string, at: number) => number): Command {
  return (ed, { count, previous }) => {
    let to = ed.caret;
    for (let n = Math.max(count, 1); n > 0 && to > 0; n--) to = backward(ed.text, to);
    return kill(ed, ed.caret, to, previous);
  };
}

function yank(ed: Editor): Editor {
  const entry = currentKill(ed.ring);
  if (entry === undefined) return ed;
  return { ...insertText(ed, entry.text), chain: { kind: "yank" } };
}

/** Only straight after a yank. Two undo steps, as in readline. */
const yankPop: Command = (ed, { previous }) => {
  const yanked = currentKill(ed.ring)?.text ?? "";
  const from = ed.caret - yanked.length;
  if (previous.kind !== "yank" || ed.text.slice(Math.max(from, 0), ed.caret) !== yanked) {
    return { ...ed, chain: previous }; // readline aborts it: as if the key had not been pressed
  }
  const without = deleteRange(ed, from, ed.caret);
  return yank(moveTo({ ...without, ring: rotateRing(ed.ring) }, from));
};

/** Command name to command. */
export const KILL_COMMANDS = {
  "kill-line": (ed, { count, previous }) =>
    kill(ed, ed.caret, count < 0 ? discardTarget(ed) : killTarget(ed), previous),
  "unix-line-discard": (ed, { previous }) => kill(ed, ed.caret, discardTarget(ed), previous),
  "kill-word": killWords(1),
  "backward-kill-word": killWords(-1),
  "unix-word-rubout": rubout(backwardSpacedWord),
  "vi-unix-word-rubout": rubout(backwardPunctuatedWord),
  "yank": yank,
  "yank-pop": yankPop,
} satisfies Record<string, Command>;
