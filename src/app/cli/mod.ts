/**
 * Arguments to a command value.
 *
 * @module
 */

export { parseArguments } from "./parse_arguments.ts";
export {
  commandTable,
  COMPLETION_SHELLS,
  type CompletionShell,
  MANUAL_TOPICS,
  type ManualTopic,
} from "./command_table.ts";
export { findCommand } from "./find_command.ts";
export { flagTerm, helpText, usageLine } from "./help_text.ts";
export type { CommandPath } from "./fault.ts";
export type {
  CommandSpec,
  Completes,
  FlagSpec,
  FlagValue,
  ProgramSpec,
  WordsSpec,
} from "./spec.ts";
export type {
  ColorFlag,
  Command,
  CompletionCommand,
  ConfigFile,
  ConfigPathCommand,
  ConfigSchemaCommand,
  ConfigSetCommand,
  ConfigShowCommand,
  ConfigUnsetCommand,
  ConversationArchiveCommand,
  ConversationEditCommand,
  ConversationForkCommand,
  ConversationGrepCommand,
  ConversationLabelAddCommand,
  ConversationLabelListCommand,
  ConversationLabelRemoveCommand,
  ConversationListCommand,
  ConversationPart,
  ConversationPathCommand,
  ConversationPrintCommand,
  ConversationRange,
  ConversationRemoveCommand,
  ConversationShowCommand,
  ConversationSort,
  ConversationUnarchiveCommand,
  ConversationUseCommand,
  DoctorCommand,
  ExternalCommand,
  FormatFlag,
  Globals,
  HelpCommand,
  InitCommand,
  Parsed,
  PluginListCommand,
  PluginRun,
  QueryCommand,
  ToolSwitch,
} from "./types.ts";
