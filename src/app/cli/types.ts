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
  /** As typed; `off` for `-R`; null when not given. */
  readonly reasoning: string | null;
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
  /** Whether more than a screen goes through PAGER. */
  readonly pager: boolean;
}

export interface ConversationUseCommand {
  readonly kind: "conversation-use";
  /** As typed; null: let the user pick. */
  readonly target: string | null;
}

/** Conversations named by `targets`, as typed; none: the one active in this session. */
interface OnConversations<Kind extends string> {
  readonly kind: Kind;
  readonly targets: readonly string[];
}

export interface ConversationShowCommand extends OnConversations<"conversation-show"> {
  /** Whether more than a screen goes through PAGER. */
  readonly pager: boolean;
}
export interface ConversationArchiveCommand extends OnConversations<"conversation-archive"> {
  readonly range: ConversationRange;
}
/** At least one target. */
export type ConversationUnarchiveCommand = OnConversations<"conversation-unarchive">;
export type ConversationLabelListCommand = OnConversations<"conversation-label-ls">;

/** Which of the conversations meant are; times as typed. All null: every one. */
export interface ConversationRange {
  /** Made at this time or later. */
  readonly from: string | null;
  /** Made before this time. */
  readonly until: string | null;
  /** Nothing happened in it since. */
  readonly inactiveSince: string | null;
}

/** Targets or a range; neither is a mistake. */
export interface ConversationRemoveCommand extends OnConversations<"conversation-rm"> {
  readonly range: ConversationRange;
  /** Do not ask. */
  readonly yes: boolean;
}

/** What of a conversation `conversation path` names. */
export type ConversationPart = "directory" | "events" | "metadata" | "base-config";

export interface ConversationPathCommand extends OnConversations<"conversation-path"> {
  readonly part: ConversationPart;
}

export interface ConversationLabelAddCommand extends OnConversations<"conversation-label-add"> {
  /** As typed, at least one. */
  readonly labels: readonly string[];
}

export interface ConversationLabelRemoveCommand extends OnConversations<"conversation-label-rm"> {
  /** As typed. */
  readonly labels: readonly string[];
  readonly all: boolean;
}

export interface ConversationForkCommand {
  readonly kind: "conversation-fork";
  /** As typed; null: the conversation active in this session. */
  readonly target: string | null;
  readonly activate: boolean;
  /** How many turns to keep from the beginning; null keeps all. */
  readonly first: number | null;
  /** How many turns to keep from the end; null keeps all. */
  readonly last: number | null;
  /** A time as typed. */
  readonly from: string | null;
  /** A time as typed. */
  readonly until: string | null;
  readonly title: string | null;
}

export interface ConversationEditCommand {
  readonly kind: "conversation-edit";
  /** As typed; null: the conversation active in this session. */
  readonly target: string | null;
  /** What to open in the editor. */
  readonly files: readonly Exclude<ConversationPart, "directory">[];
  /** The new title; the empty text takes it away, null leaves it. */
  readonly title: string | null;
  /** Null leaves it as it is. */
  readonly pinned: boolean | null;
}

export interface ConversationGrepCommand {
  readonly kind: "conversation-grep";
  /** At least one; the caller joins them with single spaces. */
  readonly words: readonly string[];
  readonly ignoreCase: boolean;
  /** Lines around a hit. */
  readonly context: number;
  /** At least 1; null is no limit. */
  readonly limit: number | null;
  readonly archived: boolean;
}

export interface ConfigShowCommand {
  readonly kind: "config-show";
  /** A key or a table of keys; null: all. */
  readonly key: string | null;
  readonly defaults: boolean;
}

/** Which file `config set` changes. */
export type ConfigFile = "workspace" | "user-global" | "user-workspace" | "cwd";

export interface ConfigSetCommand {
  readonly kind: "config-set";
  /** `KEY=VALUE` and `KEY:=JSON` as typed, at least one. */
  readonly assignments: readonly string[];
  /** null: the workspace's, or the user's own outside of one. */
  readonly file: ConfigFile | null;
}

export interface ConfigUnsetCommand {
  readonly kind: "config-unset";
  /** As typed, at least one. */
  readonly keys: readonly string[];
  /** null: as for `config set`. */
  readonly file: ConfigFile | null;
}

export interface ConfigSchemaCommand {
  readonly kind: "config-schema";
}

export interface InitCommand {
  readonly kind: "init";
  /** As typed; null: the current directory. */
  readonly path: string | null;
}

export interface PluginListCommand {
  readonly kind: "plugin-ls";
}

export interface ConfigPathCommand {
  readonly kind: "config-path";
}

export interface DoctorCommand {
  readonly kind: "doctor";
  /** Show what each key press decodes to. */
  readonly keys: boolean;
}

export interface CompletionCommand {
  readonly kind: "completion";
  /** One of the shells there is a script for. */
  readonly shell: string;
}

/** `jp help` without a topic lists the topics; a command's help is answered by the parser. */
export interface HelpCommand {
  readonly kind: "help";
  readonly topic: string | null;
  /** The whole manual as a page for man(1). */
  readonly man: boolean;
}

/** A name that is no built-in: perhaps a plugin `jp-<name>`. */
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
  | ConversationShowCommand
  | ConversationForkCommand
  | ConversationEditCommand
  | ConversationRemoveCommand
  | ConversationPathCommand
  | ConversationGrepCommand
  | ConversationArchiveCommand
  | ConversationUnarchiveCommand
  | ConversationLabelAddCommand
  | ConversationLabelRemoveCommand
  | ConversationLabelListCommand
  | ConfigShowCommand
  | ConfigSetCommand
  | ConfigUnsetCommand
  | ConfigPathCommand
  | ConfigSchemaCommand
  | InitCommand
  | PluginListCommand
  | DoctorCommand
  | CompletionCommand
  | HelpCommand
  | ExternalCommand;

/** A run of what may be a plugin. */
export interface PluginRun {
  readonly kind: "run";
  readonly globals: Globals;
  readonly command: ExternalCommand;
}

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
    /** Only a name is wrong, and it is right if there is a plugin of that name. */
    readonly plugin?: PluginRun;
  };
