/**
 * Running a complete vi command, and running it again with `.`.
 *
 * @module
 */

import { closeGroup, type Editor, MAX_TEXT_LENGTH, openGroup } from "./editor.ts";
import { act } from "./vi_actions.ts";
import { leaveInsert, typeText } from "./vi_insert.ts";
import { operate } from "./vi_operators.ts";
import type { ViCommand, ViState } from "./vi_state.ts";

/** Runs a command and remembers it for `.`: in readline a yank too can be repeated. */
export function runViCommand(ed: Editor, vi: ViState, command: ViCommand): Editor {
  const done = command.kind === "operate" ? operate(ed, vi, command) : act(ed, vi, command);
  if (done.vi === null) return done;
  return { ...done, vi: { ...done.vi, lastChange: { command, typed: "" } } };
}

/** `.`: the last change here, with its text typed again, as one undo step. */
export function repeatChange(ed: Editor, vi: ViState, count: number, explicit: boolean): Editor {
  const change = vi.lastChange;
  if (change === null) return ed;
  const command = explicit ? { ...change.command, count, explicit } : change.command;
  const { ed: begun, floor } = openGroup(ed);
  const done = runViCommand(begun, vi, command);
  const typing = done.vi !== null && (done.vi.mode === "insert" || done.vi.mode === "replace");
  if (done.vi === null || !typing) return done;
  // A count before i, a, I, A or R means nothing, but before their `.` it repeats the text.
  const times = command.kind === "act" && explicit ? count : 1;
  const typed = typeText(done, done.vi, repeatText(change.typed, times));
  const left = leaveInsert(typed, typed.vi ?? vi);
  // After a repeated c or s the caret stays behind the text it typed (readline; vim goes back).
  const at = command.kind === "operate" ? typed.caret : left.caret;
  return closeGroup({
    ...left,
    caret: at,
    vi: { ...(left.vi ?? vi), lastChange: { ...change, command } },
  }, floor);
}

function repeatText(text: string, times: number): string {
  return text.length * times > MAX_TEXT_LENGTH ? text : text.repeat(times);
}
