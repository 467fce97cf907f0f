/**
 * What a command line means, as data.
 *
 * Owns the types that `parseArguments` returns and that `boot.ts` and the commands read. It must
 * never hold behaviour or import anything: a command can be written and tested against a
 * `Command` value without any parser being loaded.
 */

/** How output is framed. `auto` is resolved by the printer, which knows where it writes. */
export type FormatFlag = "auto" | "text" | "text-pretty" | "json" | "json-pretty";

/** When to colour. `auto` follows the channel and NO_COLOR. */
export type ColorFlag = "auto" | "always" | "never";

/** Flags accepted by every command, before and after its name. */
export interface Globals {
  /** `-c/--cfg` values in the order given; each still unparsed (`k=v`, a path, `@path`, JSON). */
  readonly cfg: string[];
  readonly format: FormatFlag;
  /** How often `-v` was given: 0 error, 1 warn, 2 info, 3 debug, 4 trace, 5 and up wider targets. */
  readonly verbose: number;
  readonly quiet: boolean;
  readonly nonInteractive: boolean;
  readonly noPersist: boolean;
  /** Workspace id or path as typed; null: look upwards from the current directory. */
  readonly workspace: string | null;
  /** Path as typed; `-` is stderr. */
  readonly logFile: string | null;
  readonly color: ColorFlag;
  /** Columns, in cells. 0 is "treat as unknown"; null when not given. */
  readonly width: number | null;
}

/** One `-t` or `-T`, kept in the order typed because the last word about a tool wins. */
export interface ToolSwitch {
  readonly enable: boolean;
  /** null is the bare flag: all tools. */
  readonly name: string | null;
}

export interface QueryCommand {
  readonly kind: "query";
  /** Positional words; the caller joins them with single spaces. */
  readonly words: string[];
  /**
   * Index into `words` of the first one that came after `--` (`words.length` when none did). Words
   * before it may mean more than their letters: `-` is stdin, `@path` is a file.
   */
  readonly literalFrom: number;
  readonly new: boolean;
  /** A conversation target as typed: an id, a keyword, or a filter for the picker. */
  readonly id: string | null;
  /** How many turns to keep; true for `--fork` without a number; null when not given. */
  readonly fork: number | true | null;
  readonly edit: boolean;
  readonly noEdit: boolean;
  readonly model: string | null;
  /** `-p K=V`, in the order given. */
  readonly params: [string, string][];
  readonly tools: ToolSwitch[];
  readonly schema: string | null;
  readonly replay: boolean;
  readonly title: string | null;
  readonly noTitle: boolean;
  readonly hideReasoning: boolean;
  readonly hideToolCalls: boolean;
  readonly noStdin: boolean;
}

/** What `conversation ls` orders by. */
export type ConversationSort = "activity" | "created" | "turns" | "title";

export interface ConversationListCommand {
  readonly kind: "conversation-ls";
  readonly sort: ConversationSort;
  readonly descending: boolean;
  /** At least 1; null is no limit. */
  readonly limit: number | null;
  /** List the archived conversations instead of the live ones. */
  readonly archived: boolean;
}

export interface ConversationPrintCommand {
  readonly kind: "conversation-print";
  /** As typed; null: the conversation active in this session. */
  readonly target: string | null;
}

export interface ConversationUseCommand {
  readonly kind: "conversation-use";
  /** As typed; null: let the user pick. */
  readonly target: string | null;
}

export interface ConfigShowCommand {
  readonly kind: "config-show";
}

export interface ConfigPathCommand {
  readonly kind: "config-path";
}

export interface DoctorCommand {
  readonly kind: "doctor";
  /** Show what each key press decodes to. */
  readonly keys: boolean;
}

/** `jp help` without a topic lists the topics; a command's help is answered by the parser. */
export interface HelpCommand {
  readonly kind: "help";
  readonly topic: string | null;
}

/** A name that is no built-in and no likely misspelling of one: perhaps a plugin `jp-<name>`. */
export interface ExternalCommand {
  readonly kind: "external";
  readonly name: string;
  /** Everything after the name, untouched; global flags are only read before it. */
  readonly args: string[];
  /** One line to act on when no plugin has that name either. */
  readonly hint: string;
}

export type Command =
  | QueryCommand
  | ConversationListCommand
  | ConversationPrintCommand
  | ConversationUseCommand
  | ConfigShowCommand
  | ConfigPathCommand
  | DoctorCommand
  | HelpCommand
  | ExternalCommand;

export type Parsed =
  | { readonly kind: "run"; readonly globals: Globals; readonly command: Command }
  | { readonly kind: "version" }
  | {
    readonly kind: "help";
    /** Canonical command names, outermost first; empty for the program itself. */
    readonly path: string[];
    /** Ready to print: at most 80 columns, no escape bytes, ends with a newline. */
    readonly text: string;
  }
  | {
    readonly kind: "usage";
    /** One line that says what is wrong, with no trailing newline. Exit status 2. */
    readonly message: string;
    /** One line to act on: the nearest right name, or how to see the usage. */
    readonly help: string;
  };
