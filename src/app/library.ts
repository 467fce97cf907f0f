/**
 * The ladder for other programs: one call gives a command-line tool the menu, the graceful
 * shutdown, the hard end and the exit convention that `jp` has.
 *
 * @module
 */

import { DEFAULT_SETTINGS, type ShutdownSettings } from "../core/ladder/mod.ts";
import { type Notice, notice } from "../core/notices/mod.ts";
import type { EditMode } from "../core/line_editor/mod.ts";
import { openPlatform } from "../host/platform/port.ts";
import { announce, type ColorChoice, type FormatChoice } from "../host/printer/mod.ts";
import {
  isInteractive,
  Router,
  type Scope,
  type SentinelWorker,
  startSentinel,
} from "../host/signals/mod.ts";
import { buildEditor, type EditorBackend } from "../interaction/editor/mod.ts";
import { serveMenu } from "../interaction/menus/mod.ts";
import {
  Composer,
  type EditResult,
  type PromptBackend,
  TerminalPrompts,
} from "../interaction/prompts/mod.ts";
import type { InlineSelect } from "../interaction/widgets/mod.ts";
import { type RunningProcess, runProcess } from "./run_process.ts";

/** What the work of a program on the ladder can do. */
export interface Ladder {
  /** Whether anybody can be asked: there is a controlling terminal, and nobody said otherwise. */
  readonly interactive: boolean;
  /**
   * Aborted when the work is to wind up: at the second press, at SIGTERM, or when nobody reads
   * stdout any more. The reason says which.
   */
  readonly signal: AbortSignal;
  /**
   * Call it before each step that somebody could see: it waits while a menu is up, and throws the
   * signal's reason once the work is to wind up.
   */
  pass(): Promise<void>;
  /** Prints on stdout. Held while a menu is up; never lost, never out of order. */
  print(text: string): void;
  /** Says something on stderr, in the channel's format. */
  say(message: string, fields?: Notice["fields"]): void;
  /** Puts a scope of your own on the stack: first presses then notify it instead of the menu. */
  enter(name: string): Scope;
  /**
   * Puts a menu of your own on the stack until it is disposed: a first press shows it instead of
   * the one there is. `answered` gets the key, or null for ESC, which is to mean going on. A second
   * Ctrl-C shuts down whatever the menu says.
   */
  menu(name: string, select: InlineSelect, answered: (key: string | null) => void): Disposable;
  /** Begins the graceful shutdown, as a second press does. */
  leave(): void;
  /**
   * Asks on the controlling terminal, whatever the streams are. A Ctrl-C in a prompt leads to the
   * menu and back. Without a terminal every answer is `unavailable`.
   */
  readonly prompts: PromptBackend;
  /**
   * Text of several lines: typed inline, with Ctrl-X to the user's editor and back, or in the editor
   * at once; `compose` says which.
   */
  edit(request?: LadderEdit): Promise<EditResult>;
  /**
   * The user's editor: the first of `envs` (default `VISUAL`, `EDITOR`) that can run; null when
   * there is none.
   */
  editor(envs?: readonly string[]): Promise<EditorBackend | null>;
  /**
   * Registers a process group that is killed when the process is ended the hard way, until disposed.
   * There is room for 64; one more throws, and is yours to end.
   */
  killWithUs(group: number): Disposable;
}

/** What {@linkcode Ladder.edit} is to begin with; everything has a default. */
export interface LadderEdit {
  /** In front of the text. Default `> `. */
  readonly message?: string;
  /** What it begins with. Default nothing. */
  readonly text?: string;
  /** Default `emacs`. */
  readonly editMode?: EditMode;
  /** What the editor's file is called. Default `.md`. */
  readonly suffix?: ".md" | ".json";
}

/** How a program on the ladder is set up; everything has a default. */
export interface LadderOptions {
  /** How output is framed. Default `auto`: pretty on a terminal, plain elsewhere. */
  readonly format?: FormatChoice;
  /** When colour is used. Default `auto`. */
  readonly color?: ColorChoice;
  /** Milliseconds within which a second press is one; 0: only in a menu. Default 2000. */
  readonly cooldownMs?: number;
  /** The graceful shutdown: its countdown and its hard deadline. Default 10 s, shown after 1 s. */
  readonly shutdown?: ShutdownSettings;
  /**
   * The worker that watches while the main thread is busy. Default: made from this library's file,
   * which works from source; a compiled program makes it from its entry file and hands it in.
   */
  readonly sentinel?: SentinelWorker;
}

const SHUTDOWN: ShutdownSettings = {
  show: true,
  delaySecs: 1,
  intervalMs: 100,
  timeoutSecs: DEFAULT_SETTINGS.timeoutMs / 1000,
};

/**
 * Runs `work` on the ladder and ends the process: with the status it returns (0 for none), 1 when
 * it throws, by SIGINT when it was interrupted.
 */
export async function runWithLadder(
  work: (ladder: Ladder) => Promise<number | void>,
  options: LadderOptions = {},
): Promise<void> {
  const platform = await openPlatform();
  const shutdown = options.shutdown ?? SHUTDOWN;
  using router = new Router(platform, {
    interactive: isInteractive(platform),
    settings: {
      cooldownMs: options.cooldownMs ?? DEFAULT_SETTINGS.cooldownMs,
      timeoutMs: shutdown.timeoutSecs * 1000,
    },
  });
  using fallback = router.enter("fallback");
  using _sentinel = startSentinel(options.sentinel ?? ownSentinel(), router);
  const { format = "auto", color = "auto" } = options;
  const look = { format, color, shutdown: () => shutdown, kept: () => null };
  await runProcess(platform, router, fallback, look, async (running) => {
    const { signal, printer } = running;
    try {
      return await work(ladderOver(running)) ?? 0;
    } catch (error) {
      if (signal.aborted && error === signal.reason) return 0;
      printer.notice(notice(error instanceof Error ? error.stack ?? error.message : String(error)));
      return 1;
    }
  });
}

function ladderOver(running: RunningProcess): Ladder {
  const { platform, router, printer, stage, gate, signal, terminal } = running;
  const prompts = new TerminalPrompts(stage, gate);
  const editor = (envs: readonly string[] = ["VISUAL", "EDITOR"]) =>
    buildEditor({ cmd: null, envs }, { platform, terminal, printer, router });
  const composer = new Composer({
    prompts,
    editor: () => editor(),
    report: (said) => announce(printer, said, signal),
  });
  return {
    interactive: router.state.interactive,
    signal,
    pass: () => gate.pass(signal),
    print: (text) => printer.text(text),
    say: (message, fields) => printer.notice(notice(message, fields)),
    enter: (name) => router.enter(name),
    menu: (name, select, answered) => {
      const scope = router.enter(name);
      const ended = new AbortController();
      const until = AbortSignal.any([signal, ended.signal]);
      void serveMenu(stage, scope, gate, until, select, answered);
      return {
        [Symbol.dispose]: () => {
          ended.abort();
          scope[Symbol.dispose]();
        },
      };
    },
    leave: () => router.dispatch({ kind: "leave" }),
    prompts,
    edit: ({ message = "> ", text = "", editMode = "emacs", suffix = ".md" } = {}) =>
      composer.edit({ message, text, editMode, suffix, signal }),
    editor,
    killWithUs: (group) => router.registerGroup(group),
  };
}

function ownSentinel(): SentinelWorker {
  const url = new URL("../host/signals/sentinel.ts", import.meta.url);
  return new Worker(url.href, { type: "module" });
}
