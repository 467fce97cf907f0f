/**
 * What a reply asked for by a press may come to: `[interrupt.*] action` and `compose_in_editor`, as
 * data. The same table is held against the turn's machine, against scripted prompts and editors, and
 * against the program on a terminal.
 *
 * Source: interrupts.md "compose_in_editor", reference-facts 2.3 and 4.5.
 */

export type TableScope = "streaming" | "tool_call" | "turn";

/**
 * - sent: the reply goes to the model (as a message, or in place of the results of the tools).
 * - menu: back to the menu it was asked from, nothing decided.
 * - goes on: as if Continue had been chosen.
 * - canned: the tools are cancelled without a word of the user's.
 */
export type Ending = "sent" | "menu" | "goes on" | "canned";

/** A place from which a reply is asked for. */
export interface ReplyContext {
  readonly scope: TableScope;
  /** `prompt`: chosen in the menu; else the action that replaces it. */
  readonly action: "prompt" | "reply" | "respond";
  readonly emptyEnter: Ending;
  readonly ctrlC: Ending;
  /** An editor that was begun in and left empty, cancelled or (`"always"`) cannot run. */
  readonly editorGivenUp: Ending;
}

/** The table of interrupts.md, row by row. */
export const REPLY_CONTEXTS: readonly ReplyContext[] = [
  {
    scope: "streaming",
    action: "prompt",
    emptyEnter: "menu",
    ctrlC: "menu",
    editorGivenUp: "menu",
  },
  {
    scope: "streaming",
    action: "reply",
    emptyEnter: "goes on",
    ctrlC: "goes on",
    editorGivenUp: "goes on",
  },
  {
    scope: "tool_call",
    action: "prompt",
    emptyEnter: "canned",
    ctrlC: "menu",
    editorGivenUp: "menu",
  },
  {
    scope: "tool_call",
    action: "respond",
    emptyEnter: "canned",
    ctrlC: "canned",
    editorGivenUp: "canned",
  },
  {
    scope: "turn",
    action: "prompt",
    emptyEnter: "menu",
    ctrlC: "menu",
    editorGivenUp: "menu",
  },
  {
    scope: "turn",
    action: "reply",
    emptyEnter: "goes on",
    ctrlC: "goes on",
    editorGivenUp: "goes on",
  },
];

export const COMPOSE = [false, true, "always", "never"] as const;
export type Compose = (typeof COMPOSE)[number];

/** What one opening of the editor comes to. */
export type EditorDoes = { readonly saves: string } | "cancels" | "cannot run";

/** What happens in the widget: text typed, then a key. */
export interface Typing {
  readonly types: string;
  readonly then: "Enter" | "Ctrl-C" | "Ctrl-X";
}

/** What the user does with a reply, and which column of the table says what comes of it. */
export interface ReplyAct {
  readonly name: string;
  readonly compose: readonly Compose[];
  /** Openings of the editor and turns of the widget, as they come. */
  readonly steps: readonly (EditorDoes | Typing)[];
  readonly column: "sent" | "emptyEnter" | "ctrlC" | "editorGivenUp";
  /** The reply, when one is sent. */
  readonly text?: string;
  /** Whether a fault of the editor is told. */
  readonly told?: true;
}

const enter = (types: string): Typing => ({ types, then: "Enter" });
const ctrlC = (types: string): Typing => ({ types, then: "Ctrl-C" });
const ctrlX = (types: string): Typing => ({ types, then: "Ctrl-X" });

const INLINE: readonly Compose[] = [false, "never"];
const WIRED: readonly Compose[] = [false];
const EDITOR: readonly Compose[] = [true, "always"];

export const REPLY_ACTS: readonly ReplyAct[] = [
  {
    name: "typed and sent",
    compose: INLINE,
    steps: [enter("go on")],
    column: "sent",
    text: "go on",
  },
  { name: "Enter on nothing", compose: INLINE, steps: [enter("")], column: "emptyEnter" },
  { name: "Enter on blanks", compose: INLINE, steps: [enter("  ")], column: "emptyEnter" },
  { name: "Ctrl-C", compose: INLINE, steps: [ctrlC("half a")], column: "ctrlC" },
  {
    name: "Ctrl-X is not wired",
    compose: ["never"],
    steps: [ctrlX("go"), enter(" on")],
    column: "sent",
    text: "go on",
  },
  {
    name: "Ctrl-X, saved, sent",
    compose: WIRED,
    steps: [ctrlX("go"), { saves: "come" }, enter(" back")],
    column: "sent",
    text: "come back",
  },
  {
    name: "Ctrl-X, saved empty: the buffer is emptied",
    compose: WIRED,
    steps: [ctrlX("go"), { saves: "" }, enter("")],
    column: "emptyEnter",
  },
  {
    name: "Ctrl-X, cancelled: the buffer is kept",
    compose: WIRED,
    steps: [ctrlX("go"), "cancels", enter(" on")],
    column: "sent",
    text: "go on",
  },
  {
    name: "Ctrl-X, no editor to run: the buffer is kept",
    compose: WIRED,
    steps: [ctrlX("go"), "cannot run", enter(" on")],
    column: "sent",
    text: "go on",
    told: true,
  },
  {
    name: "written in the editor",
    compose: EDITOR,
    steps: [{ saves: "come back" }],
    column: "sent",
    text: "come back",
  },
  { name: "editor left empty", compose: EDITOR, steps: [{ saves: "" }], column: "editorGivenUp" },
  { name: "editor cancelled", compose: EDITOR, steps: ["cancels"], column: "editorGivenUp" },
  {
    name: "no editor to run, always",
    compose: ["always"],
    steps: ["cannot run"],
    column: "editorGivenUp",
    told: true,
  },
  {
    name: "no editor to run, inline instead, sent",
    compose: [true],
    steps: ["cannot run", enter("go on")],
    column: "sent",
    text: "go on",
    told: true,
  },
  {
    name: "no editor to run, inline instead, Enter on nothing",
    compose: [true],
    steps: ["cannot run", enter("")],
    column: "emptyEnter",
    told: true,
  },
  {
    name: "no editor to run, inline instead, Ctrl-C",
    compose: [true],
    steps: ["cannot run", ctrlC("half a")],
    column: "ctrlC",
    told: true,
  },
];

/** One cell of the matrix. */
export interface ReplyCell {
  readonly name: string;
  readonly context: ReplyContext;
  readonly compose: Compose;
  readonly act: ReplyAct;
  readonly ending: Ending;
}

/** Every cell: each place, each setting, each act that is possible there. */
export const REPLY_CELLS: readonly ReplyCell[] = REPLY_CONTEXTS.flatMap((context) =>
  COMPOSE.flatMap((compose) =>
    REPLY_ACTS.filter((act) => act.compose.includes(compose)).map((act) => ({
      name: `${context.scope}, action ${context.action}, compose_in_editor ${compose}: ${act.name}`,
      context,
      compose,
      act,
      ending: act.column === "sent" ? "sent" : context[act.column],
    }))
  )
);

/** Actions that ask nothing: what replaces the menu, and what comes of it. */
export const FIXED_ACTIONS: readonly {
  readonly scope: TableScope;
  readonly action: "continue" | "stop" | "abort" | "restart";
}[] = [
  { scope: "streaming", action: "continue" },
  { scope: "streaming", action: "stop" },
  { scope: "streaming", action: "abort" },
  { scope: "tool_call", action: "continue" },
  { scope: "tool_call", action: "restart" },
  { scope: "tool_call", action: "stop" },
  { scope: "turn", action: "continue" },
  { scope: "turn", action: "stop" },
];
