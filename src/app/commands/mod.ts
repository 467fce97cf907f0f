/**
 * Runs a command; each is loaded when it is asked for.
 *
 * @module
 */

import { assertNever } from "../../core/notices/mod.ts";
import type { App } from "../app.ts";
import type { Command } from "../cli/mod.ts";

/** Runs the command to its exit status. */
export async function runCommand(app: App, command: Command): Promise<number> {
  switch (command.kind) {
    case "query":
      return await (await import("./query/mod.ts")).query(app, command);
    case "conversation-ls":
      return await (await import("./conversation_ls.ts")).listConversations(app, command);
    case "conversation-print":
      return await (await import("./conversation_print.ts")).printConversation(app, command);
    case "conversation-use":
      return await (await import("./conversation_use.ts")).useConversation(app, command);
    case "conversation-show":
      return await (await import("./conversation_show.ts")).showConversations(app, command);
    case "conversation-fork":
      return await (await import("./conversation_fork.ts")).forkConversation(app, command);
    case "conversation-edit":
      return await (await import("./conversation_edit.ts")).editConversation(app, command);
    case "conversation-rm":
      return await (await import("./conversation_rm.ts")).removeConversations(app, command);
    case "conversation-path":
      return await (await import("./conversation_path.ts")).showConversationPaths(app, command);
    case "conversation-grep":
      return await (await import("./conversation_grep.ts")).grepConversations(app, command);
    case "conversation-archive":
      return await (await import("./conversation_archive.ts")).archiveConversations(app, command);
    case "conversation-unarchive":
      return await (await import("./conversation_archive.ts")).unarchiveConversations(app, command);
    case "conversation-label-add":
      return await (await import("./conversation_label.ts")).addLabels(app, command);
    case "conversation-label-rm":
      return await (await import("./conversation_label.ts")).removeLabels(app, command);
    case "conversation-label-ls":
      return await (await import("./conversation_label.ts")).listLabels(app, command);
    case "config-show":
      return await (await import("./config_show.ts")).showConfig(app, command);
    case "config-path":
      return await (await import("./config_show.ts")).showConfigPaths(app);
    case "config-set":
      return await (await import("./config_set.ts")).setConfig(app, command);
    case "config-unset":
      return await (await import("./config_set.ts")).unsetConfig(app, command);
    case "config-schema":
      return await (await import("./config_schema.ts")).showConfigSchema(app);
    case "init":
      return await (await import("./init.ts")).init(app, command);
    case "doctor":
      return await (await import("./doctor.ts")).doctor(app, command);
    case "completion":
      return await (await import("./completion.ts")).completion(app, command);
    case "help":
      return await (await import("./help.ts")).help(app, command);
    case "plugin-ls":
      return await (await import("./plugin/mod.ts")).listPluginCommands(app);
    case "external":
      return await (await import("./plugin/mod.ts")).runExternal(app, command);
    default:
      return assertNever(command);
  }
}
