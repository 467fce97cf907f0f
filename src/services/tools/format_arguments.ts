/**
 * Has a command of the user's say in words what a call was given (`style.parameters`). It gets the
 * arguments as JSON on stdin; what it prints is text that nobody trusts, and only an addition: a
 * command that fails, is slow or prints nothing leaves the arguments to be shown as they are.
 *
 * Source: reference-facts 2.3, 3.3 "Rendering order", 9.2 (`format_arguments`).
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import type { ToolSettings } from "../config/mod.ts";
import { failureOf } from "./command_failure.ts";
import { fillCommand, type FilledCommand } from "./local/command_template.ts";
import { type LocalSurroundings, startable, templateValues } from "./local/local_tool.ts";
import { OutputKeeper } from "./output_keeper.ts";
import { runCommand } from "./run_command.ts";
import { type ArgumentFormatter, type FormattedArguments, ToolError } from "./types.ts";

/** Longer nobody waits for words about a call, in milliseconds. */
const FORMAT_MS = 2000;

/** The command of a tool; null where its arguments are shown without one. */
export function formatterOf(
  name: string,
  { style, format, own }: ToolSettings,
  around: LocalSurroundings,
): ArgumentFormatter | null {
  const { parameters: command } = style;
  if (command === "json" || command === "function_call" || command === "off") return null;
  return {
    when: format,
    format: async (args, signal) => {
      const call = { name, options: own?.options ?? {}, access: own?.access.fs ?? [] };
      const values = templateValues(call, "format_arguments", args, {}, around);
      try {
        return await run(await fillCommand(command, values), args, around, signal);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        return { kind: "failed", why: error.message };
      }
    },
  };
}

async function run(
  filled: FilledCommand,
  args: JsonObject,
  around: LocalSurroundings,
  signal: AbortSignal,
): Promise<FormattedArguments> {
  const { host, slots, keeper } = around;
  // What is too long to be shown is not worth keeping either.
  const short = { ...keeper, spill: { directory: () => Promise.resolve(null) } };
  await using stdout = new OutputKeeper(short);
  await using stderr = new OutputKeeper(short);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), FORMAT_MS);
  try {
    const end = await runCommand(host, slots, {
      command: startable(filled, around),
      input: `${JSON.stringify(args)}\n`,
      stdout,
      stderr,
    }, AbortSignal.any([signal, late.signal]));
    if (end.kind === "cancelled") {
      return { kind: "failed", why: `stopped after ${FORMAT_MS / 1000} seconds` };
    }
    const failure = failureOf(end);
    if (failure !== null) return { kind: "failed", why: failure };
    const text = await stdout.text();
    return text.trim() === "" ? { kind: "failed", why: "no output" } : { kind: "formatted", text };
  } finally {
    clearTimeout(timer);
  }
}
