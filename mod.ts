/**
 * The parts of `jp` that other command-line programs can use: a ladder for Ctrl-C that always acts,
 * prompts and an inline editor that know it, the user's own editor, and the printer that holds its
 * tongue meanwhile.
 *
 * ```ts
 * import { runWithLadder } from "./mod.ts";
 *
 * await runWithLadder(async (ladder) => {
 *   for (const name of ["a", "b", "c"]) {
 *     await ladder.pass();
 *     ladder.print(`converted ${name}\n`);
 *   }
 * });
 * ```
 *
 * `runWithLadder` is the whole in one call. Under it, each usable by itself:
 *
 * - the ladder as a pure function: {@linkcode initialLadder}, {@linkcode step};
 * - the router that hears presses and tells the topmost scope: {@linkcode Router};
 * - the printer, with channels, formats and holds: {@linkcode Printer};
 * - prompts on the controlling terminal: {@linkcode TerminalPrompts}, and for tests
 *   {@linkcode ScriptedPrompts};
 * - the line editor, pure: {@linkcode createLineEditor}, {@linkcode updateLineEditor}, fed by the
 *   key decoder {@linkcode decode};
 * - the user's editor: {@linkcode buildEditor}, and for tests {@linkcode ScriptedEditor};
 * - the machine, as one port: {@linkcode openPlatform}.
 *
 * @module
 */

export {
  type Ladder,
  type LadderEdit,
  type LadderOptions,
  runWithLadder,
} from "./src/app/library.ts";

export {
  type EndSignal,
  initialLadder,
  type LadderEffect,
  type LadderEvent,
  type LadderSettings,
  type LadderState,
  nextRung,
  type OnScreen,
  type ShutdownReason,
  type ShutdownSettings,
  type Step,
  step,
  type TerminalOwner,
} from "./src/core/ladder/mod.ts";
export { type Notice, notice } from "./src/core/notices/mod.ts";
export type { Line, Measure, Reflow, Span } from "./src/core/frame/mod.ts";
export {
  type AttributesReply,
  type CursorReply,
  decode,
  type Decoded,
  type DecoderOptions,
  type DecoderState,
  describeKey,
  flush,
  type Focus,
  type FunctionKeyName,
  type InputEvent,
  type Key,
  type KeyName,
  type KittyFlagsReply,
  type Mode as DecoderMode,
  type ModeReply,
  type Mouse,
  type OtherReply,
  parseKeyName,
  type Paste,
  type PasteMode,
  type Reply,
  startDecoder,
  type StringKind,
  type StringReply,
  type Utf8Carry,
} from "./src/core/keys/mod.ts";
export {
  type Binding,
  type BindingGroup,
  caret,
  createLineEditor,
  type EditMode,
  keyBindings,
  type LineEditorEffect,
  type LineEditorEvent,
  type LineEditorOptions,
  type LineEditorState,
  type LineEditorUpdate,
  type LineEditorView,
  type Mode,
  mode,
  replaceText,
  type RowMapper,
  selection,
  setEscapeCancels,
  text,
  type TextRange,
  updateLineEditor,
} from "./src/core/line_editor/mod.ts";

export {
  type Channel,
  type ChannelStyle,
  channelStyle,
  type ColorChoice,
  type Format,
  type FormatChoice,
  type FormatInput,
  type Hold,
  type Pace,
  type PaceTimer,
  Printer,
  type PrinterOptions,
  type Sanitize,
  type TextRenderer,
  type TextStream,
  type UnfinishedRow,
} from "./src/host/printer/mod.ts";
export {
  isInteractive,
  type LentPresses,
  type LentTerminal,
  type Recorded,
  type RecordedSignal,
  Router,
  RouterError,
  type RouterOptions,
  type RouterVoice,
  type Scope,
  ScopeStack,
  type Sentinel,
  type SentinelWorker,
  type SharedMemory,
  type Shown,
  Shutdown,
  type Side,
  startSentinel,
} from "./src/host/signals/mod.ts";
export {
  type Borrower,
  type Discipline,
  type Keyboard,
  type KeyboardRead,
  type Loan,
  Terminal,
} from "./src/host/terminal/mod.ts";
export {
  type AppendFile,
  type BitChange,
  type ChildProcess,
  type Clock,
  type DirEntry,
  type FileInfo,
  type FileStamp,
  type FileSystem,
  type InputStream,
  type LockFile,
  type ModeChange,
  openPlatform,
  type Os,
  type OutputStream,
  type Platform,
  type PollResult,
  type SignalDisposition,
  type SignalName,
  type SpawnCommand,
  type Spawner,
  type System,
  type TerminalDevice,
  type TerminalModes,
  type TerminalRead,
  type WindowSize,
} from "./src/host/platform/port.ts";

export { Gate } from "./src/interaction/gate/mod.ts";
export {
  type Answer,
  ask,
  type AskedPrompt,
  type Asking,
  type ComposeInEditor,
  Composer,
  type ComposerPorts,
  type ConfirmAnswer,
  type EditRequest,
  type EditResult,
  type LineAnswer,
  type PickAnswer,
  type Place,
  type PromptBackend,
  type ReplyAnswer,
  type ReplyRequest,
  type ReplyResult,
  type ScriptedAnswer,
  type ScriptedKind,
  ScriptedPrompts,
  type ScriptedText,
  type SelectAnswer,
  TerminalPrompts,
  type Unanswered,
} from "./src/interaction/prompts/mod.ts";
export {
  buildEditor,
  chooseEditor,
  type EditorBackend,
  type EditorChoice,
  type EditorCommand,
  EditorError,
  type EditorSearch,
  type EditorSettings,
  type EditorStage,
  type FileEdit,
  type FileOutcome,
  resolveEditor,
  type ScriptedEdit,
  ScriptedEditor,
  shellWords,
  TerminalEditor,
  type TextEdit,
  type TextOutcome,
} from "./src/interaction/editor/mod.ts";
export {
  type Choice,
  type ConfirmOptions,
  type ConfirmState,
  type Draft,
  type InlineReplyOptions,
  type InlineReplyState,
  type InlineSelect,
  type LineInputOptions,
  type LineInputState,
  type ListPickerOptions,
  type ListPickerState,
  type PickerItem,
  type Question,
  type Stage,
  type TextState,
} from "./src/interaction/widgets/mod.ts";
export type { FrontStage } from "./src/interaction/front/mod.ts";
