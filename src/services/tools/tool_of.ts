/**
 * A tool as the rest of the program sees it, from what it is and what is configured about it. Checks
 * the arguments before the tool sees them, and keeps keys out of what the tool answers.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import type { ToolSettings } from "../config/mod.ts";
import type { ToolDefinition } from "../providers/mod.ts";
import { redactText } from "./redact_bytes.ts";
import { checkArguments } from "./schema_check.ts";
import type { ArgumentFormatter, PreparedCall, RunOutcome, Tool, ToolSource } from "./types.ts";

/** A tool without its settings. */
export interface RawTool {
  readonly name: string;
  readonly source: ToolSource;
  readonly definition: ToolDefinition;
  /** What is to be told of it when somebody asks; null when the definition says it all. */
  readonly details: string | null;
  /** The arguments have been checked. @throws {ToolError} */
  prepare(args: JsonObject, signal: AbortSignal): Promise<PreparedCall>;
}

/** The tool. */
export function toolOf(
  raw: RawTool,
  settings: ToolSettings,
  secrets: readonly string[],
  formatter: ArgumentFormatter | null,
): Tool {
  const questions = Object.entries(settings.own?.questions ?? {});
  return {
    name: raw.name,
    source: raw.source,
    definition: raw.definition,
    run: settings.run,
    result: settings.result,
    cancellationResponse: settings.cancellation_response,
    detached: {
      run: settings.detached.run,
      deliver: settings.detached.deliver,
      question: settings.detached.tool,
    },
    answers: Object.fromEntries(
      questions.flatMap(([id, { answer }]): [string, Json][] =>
        answer === null ? [] : [[id, answer]]
      ),
    ),
    delegated: new Set(
      questions.filter(([, { target }]) => target === "assistant").map(([id]) => id),
    ),
    exclusive: new Set(questions.filter(([, { exclusive }]) => exclusive).map(([id]) => id)),
    formatter,
    prepare: async (args, signal) => {
      const checked = await checkArguments(raw.name, raw.definition.parameters, args);
      const { preview, run } = await raw.prepare(checked, signal);
      return { preview, run: async (...given) => redacted(await run(...given), secrets) };
    },
  };
}

function redacted(outcome: RunOutcome, secrets: readonly string[]): RunOutcome {
  return outcome.kind === "done"
    ? { ...outcome, content: redactText(outcome.content, secrets) }
    : outcome;
}
