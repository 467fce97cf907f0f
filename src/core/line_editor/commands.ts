/**
 * All commands by name, and how one is run.
 *
 * Names are readline's where readline has the command. Two kinds: editing commands give a new
 * state; signals give an effect and leave the text alone.
 *
 * @module
 */

import type { Key } from "../keys/mod.ts";
import { EDIT_COMMANDS } from "./edit_commands.ts";
import { type Chain, type Editor, NO_CHAIN } from "./editor.ts";
import { KILL_COMMANDS } from "./kill_commands.ts";
import { MOTION_COMMANDS } from "./motion_commands.ts";
import type { LineEditorEffect, LineEditorUpdate, LineEditorView } from "./types.ts";

const COMMANDS = { ...MOTION_COMMANDS, ...EDIT_COMMANDS, ...KILL_COMMANDS };

const SIGNALS = {
  "accept-line": ({ text }) => ({ kind: "submit", text }),
  "open-editor": ({ text, caret }) => ({ kind: "open_editor", text, caret }),
  "interrupt": ({ text, caret }) => ({ kind: "interrupt", text, caret }),
  "cancel": ({ text, caret }) => ({ kind: "cancel", text, caret }),
  "suspend": () => ({ kind: "suspend" }),
  "quit": ({ text, caret }) => ({ kind: "quit", text, caret }),
  "clear-screen": () => ({ kind: "redraw" }),
} satisfies Record<string, (ed: Editor) => LineEditorEffect>;

/** Commands that change the state. */
export type EditCommandName = keyof typeof COMMANDS;
/** Commands that ask something of the owner. */
export type SignalName = keyof typeof SIGNALS;
/** Every command a key can be bound to. `end-of-file` cancels when there is no text. */
export type CommandName = EditCommandName | SignalName | "end-of-file" | "abort";

/** An argument typed before the command. */
export interface Count {
  readonly count: number;
  readonly explicit: boolean;
}

/** No argument. */
export const NO_COUNT: Count = { count: 1, explicit: false };

/** The state with the chain ended, and the chain it had. */
export function beginCommand(ed: Editor): { readonly ed: Editor; readonly previous: Chain } {
  return { ed: ed.chain === NO_CHAIN ? ed : { ...ed, chain: NO_CHAIN }, previous: ed.chain };
}

/** Runs a command. */
export function runCommand(
  from: Editor,
  name: CommandName,
  key: Key,
  count: Count,
  view: LineEditorView,
): LineEditorUpdate & { readonly state: Editor } {
  const { ed, previous } = beginCommand(from);
  const resolved = name === "end-of-file" ? (ed.text === "" ? "cancel" : "delete-char") : name;
  if (resolved === "abort") return { state: ed, effects: [] };
  if (isSignal(resolved)) return { state: ed, effects: [SIGNALS[resolved](ed)] };
  return { state: COMMANDS[resolved](ed, { key, ...count, previous, view }), effects: [] };
}

function isSignal(name: EditCommandName | SignalName): name is SignalName {
  return Object.hasOwn(SIGNALS, name);
}
