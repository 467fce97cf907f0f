/**
 * A tool of the user's own: a command, run once for each call, and again from the start for each
 * answer to a question it asks.
 *
 * @module
 */

import type { Json, JsonObject } from "../../../core/conversation/mod.ts";
import type { SessionCommand } from "../../../host/platform/port.ts";
import type { ToolConfig } from "../../config/mod.ts";
import type { Surroundings } from "../builtin/mod.ts";
import { failureOf } from "../command_failure.ts";
import { boundedText, OutputKeeper } from "../output_keeper.ts";
import { runCommand } from "../run_command.ts";
import { done, failed, settled } from "../settle.ts";
import type { RawTool } from "../tool_of.ts";
import { type RunOutcome, ToolError } from "../types.ts";
import { type CommandSetting, fillCommand, type FilledCommand } from "./command_template.ts";
import { argumentSchema } from "./parameters.ts";
import { readResult } from "./result_protocol.ts";

/** What a tool is told of where it runs. */
export interface LocalSurroundings extends Surroundings {
  /** The conversation it is called in; null while there is none. */
  readonly conversation: () => string | null;
}

/**
 * The tool.
 *
 * @param own its name in the table's `source`, when that is another than the one it is offered by.
 * @throws {ToolError} `config` for a table without a command.
 */
export function localTool(
  name: string,
  own: string,
  config: ToolConfig,
  around: LocalSurroundings,
): RawTool {
  const { command, summary, description, examples } = config;
  if (command === null) {
    throw new ToolError("config", `the tool ${name} has no command`, {
      help: `Set conversation.tools.${name}.command; see jp help tools.`,
    });
  }
  const short = summary ?? description ?? name;
  const details = [description, examples].filter((part) => part !== null && part !== short);
  const { options, access } = config;
  const call: Call = { name: own, command, options, access: access.fs, around };
  return {
    name,
    source: { kind: "local" },
    definition: { name, description: short, parameters: argumentSchema(config.parameters) },
    details: details.length === 0 ? null : [short, ...details].join("\n\n"),
    prepare: async (args) => {
      const { line } = await fillCommand(command, templateValues(call, "run", args, {}, around));
      return {
        preview: { kind: "command", line, cwd: around.workspace.root },
        run: (answers, signal) => settled(signal, () => run(call, args, answers, signal)),
      };
    },
  };
}

/** What of a tool the templates of its commands are filled in with. */
export interface TemplateSource {
  readonly name: string;
  readonly options: JsonObject;
  readonly access: ToolConfig["access"]["fs"];
}

interface Call extends TemplateSource {
  readonly command: CommandSetting;
  readonly around: LocalSurroundings;
}

type Answers = Readonly<Record<string, Json>>;

/** The values of the templates: `tool` and `context` (reference-facts 9.2). */
export function templateValues(
  { name, options, access }: TemplateSource,
  action: "run" | "format_arguments",
  args: JsonObject,
  answers: Answers,
  { workspace, conversation }: LocalSurroundings,
): JsonObject {
  return {
    tool: { name, arguments: args, answers, options },
    context: {
      action,
      root: workspace.root,
      access: { fs: access.map((rule) => ({ ...rule })) },
      workspace_id: workspace.id,
      conversation_id: conversation(),
    },
  };
}

/** A filled-in command as it is started: in the workspace, with the environment of tools. */
export function startable(
  { program, args, env: own }: FilledCommand,
  { env, workspace }: LocalSurroundings,
): SessionCommand {
  return { program, args, cwd: workspace.root, env: { ...env, ...own } };
}

async function run(
  call: Call,
  args: JsonObject,
  answers: Answers,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { host, slots, keeper } = call.around;
  const values = templateValues(call, "run", args, answers, call.around);
  const filled = await fillCommand(call.command, values);
  await using stdout = new OutputKeeper(keeper);
  await using stderr = new OutputKeeper(keeper);
  const end = await runCommand(host, slots, {
    command: startable(filled, call.around),
    input: `${JSON.stringify(values)}\n`,
    stdout,
    stderr,
  }, signal);
  if (end.kind === "cancelled") return { kind: "cancelled" };
  const failure = failureOf(end);
  const whole = await stdout.whole();
  const said = whole === null || end.kind === "flooded"
    ? { kind: "text" } as const
    : readResult(new TextDecoder().decode(whole));
  switch (said.kind) {
    case "success":
      return done(await boundedText(said.content, keeper));
    case "error":
      return failed(await boundedText(said.message, keeper));
    case "question":
      return { kind: "needs input", question: said.question };
    case "garbled":
      return failed(
        `The tool ${call.name} is broken: it answered with ${said.why}` +
          `${failure === null ? "" : ` (${failure})`}.\n${await stdout.text()}`,
      );
    case "text": {
      const text = (await stdout.text()).trimEnd();
      if (failure === null) return done(text === "" ? "[no output]" : text);
      const errors = (await stderr.text()).trimEnd();
      return failed([`[${failure}]`, errors, text].filter((part) => part !== "").join("\n"));
    }
  }
}
