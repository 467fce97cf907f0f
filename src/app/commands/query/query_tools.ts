/**
 * The tools of a query: which are offered, who is asked about their calls, and what is said when
 * there is nobody to ask.
 *
 * @module
 */

import { notice } from "../../../core/notices/mod.ts";
import type { JsonObject } from "../../../core/conversation/mod.ts";
import { announce } from "../../../host/printer/mod.ts";
import { safeName } from "../../../host/sanitize/mod.ts";
import { buildEditor } from "../../../interaction/editor/mod.ts";
import { PromptQueue } from "../../../interaction/pending/mod.ts";
import { Composer, TerminalPrompts } from "../../../interaction/prompts/mod.ts";
import type { Config, Resolved } from "../../../services/config/mod.ts";
import type { Model, ToolDefinition } from "../../../services/providers/mod.ts";
import {
  type ArgumentFormatter,
  type Toolbox,
  ToolError,
  type ToolSet,
} from "../../../services/tools/mod.ts";
import { outputDirectory } from "../../../services/workspace/mod.ts";
import { type App, CommandError } from "../../app.ts";
import type { QueryCommand } from "../../cli/mod.ts";
import { Waits } from "../../show/mod.ts";
import { type Denied, ToolDesk } from "../../tool_calls/mod.ts";
import { inquiry } from "./inquiry.ts";
import type { OpenConversation } from "./open_conversation.ts";
import { openToolbox } from "./open_toolbox.ts";

/** The status of a run in which something was refused since there was nobody to ask. */
export const NOBODY_TO_ASK = 3;

/** The tools of one query, once it is known what is asked of whom. */
export interface QueryTools {
  readonly offered: readonly ToolDefinition[];
  /** What flags changed of the tools, for later turns. */
  readonly overrides: readonly JsonObject[];
  readonly desk: ToolDesk;
  /** Commands that say in words what calls were given, by tool. */
  readonly formatters: ReadonlyMap<string, ArgumentFormatter>;
  /** What was refused since there was nobody to ask, in order. */
  readonly denied: readonly Denied[];
}

/** Tools on their way. Disposed of, nothing they started is left. */
export interface StartedTools extends AsyncDisposable {
  /**
   * Says early what is wrong with the flags, as far as that is known without waiting for servers.
   *
   * @throws {CommandError} for a flag that names no tool.
   */
  check(config: Config): Promise<void>;
  /**
   * Waits for the servers, and makes the tools.
   *
   * @param resolved what holds in this conversation.
   * @throws {CommandError} for a flag that names no tool, a server that has to be there and is not.
   */
  offer(resolved: Resolved, model: Model, conversation: OpenConversation): Promise<QueryTools>;
}

/** Starts what takes its time in the background. */
export async function startTools(
  app: App,
  config: Config,
  command: QueryCommand,
): Promise<StartedTools> {
  let place: OpenConversation | null = null;
  const toolbox = await openToolbox(app, {
    id: () => place?.ref.id ?? null,
    outputDirectory: () => place?.kept ? outputDirectory(place.ref) : null,
  });
  toolbox.start(config, command.tools);
  return {
    check: async (settled) => {
      if (command.tools.length === 0) return;
      toolbox.start(settled, command.tools);
      if (toolbox.starting.length === 0) await offered(app, toolbox, settled, command);
    },
    offer: async (resolved, model, conversation) => {
      const { config: settled } = resolved;
      place = conversation;
      const { tools, notices, overrides } = await offered(app, toolbox, settled, command);
      for (const each of notices) app.printer.notice(notice(`jp: ${safeName(each)}`));
      const denied: Denied[] = [];
      const desk = new ToolDesk(tools, {
        queue: promptQueue(app, settled),
        inquire: inquiry(app, resolved, model, conversation),
        denied: (what) => {
          denied.push(what);
          app.printer.notice(notice(`⚠ ${refusal(what)}`, { ...what }));
        },
      });
      const formatters = new Map(
        tools.flatMap(({ name, formatter }) =>
          formatter === null ? [] : [[name, formatter] as const]
        ),
      );
      const definitions = tools.map(({ definition }) => definition);
      return { offered: definitions, overrides, desk, formatters, denied };
    },
    [Symbol.asyncDispose]: () => toolbox[Symbol.asyncDispose](),
  };
}

async function offered(
  app: App,
  toolbox: Toolbox,
  config: Config,
  command: QueryCommand,
): Promise<ToolSet> {
  using waits = new Waits(app.printer, app.platform.clock, config.style);
  toolbox.start(config, command.tools);
  if (toolbox.starting.length > 0) waits.show({ kind: "servers", names: toolbox.starting });
  try {
    return await toolbox.tools(config, command.tools, app.signal);
  } catch (error) {
    if (!(error instanceof ToolError) || error.help === null) throw error;
    const code = error.code === "usage" ? 2 : 1;
    throw new CommandError(error.message, { help: error.help, code, cause: error });
  }
}

/** The error that a run ends with in which something was refused for want of somebody to ask. */
export function nobodyToAsk(denied: readonly Denied[]): CommandError {
  const [first] = denied;
  const { tool, interaction } = first ?? { tool: "*", interaction: "run" };
  const what = denied.length === 1 ? "a tool call" : `${denied.length} tool calls`;
  return new CommandError(`${what} had to be refused: there was nobody to ask`, {
    help: `Run it on a terminal, or set conversation.tools.${safeName(tool)}.detached.` +
      `${interaction} = "auto".`,
    code: NOBODY_TO_ASK,
  });
}

function refusal({ tool, interaction }: Denied): string {
  const name = safeName(tool);
  switch (interaction) {
    case "run":
      return `${name} was not run: it needs permission, and there is nobody to ask.`;
    case "deliver":
      return `The result of ${name} was not delivered: there is nobody to ask about it.`;
    case "tool":
      return `${name} asked a question, and there is nobody to answer it.`;
  }
}

function promptQueue(app: App, config: Config): PromptQueue {
  const prompts = new TerminalPrompts(app.stage, app.gate);
  const { cmd, envs, inline } = config.editor;
  const composer = new Composer({
    prompts,
    editor: () => buildEditor({ cmd, envs }, app),
    report: (words) => announce(app.printer, words, app.signal),
  });
  return new PromptQueue({ prompts, composer, editMode: inline.edit_mode });
}
