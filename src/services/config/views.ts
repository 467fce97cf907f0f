/**
 * The configuration as its users look at it: one tool with what counts for every tool filled in,
 * the providers without the aliases beside them, one parameter at the place where it belongs.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import type { Config } from "./schema.ts";
import { PARAMETER_NAMES } from "./schema_assistant.ts";
import type { KeyPath } from "./shape.ts";

type Tools = Config["conversation"]["tools"];
type EveryTool = Tools["*"];
/** One tool as it is configured; null where it follows `'*'`. */
export type ToolConfig = Extract<Tools[string], { readonly source: unknown }>;
/** One provider of models. */
export type ProviderConfig = Extract<
  Config["providers"]["llm"][string],
  { readonly chain_on_max_tokens: boolean }
>;
/** One MCP server. */
export type McpServerConfig = Config["providers"]["mcp"][string];

/** What counts for one tool. */
export interface ToolSettings {
  readonly enable: EveryTool["enable"];
  readonly run: EveryTool["run"];
  readonly result: EveryTool["result"];
  readonly detached: EveryTool["detached"];
  readonly cancellation_response: string;
  /** When a command that prints the arguments runs. */
  readonly format: "ask" | "unattended";
  readonly style: EveryTool["style"];
  /** The tool's own table; null when it has none. */
  readonly own: ToolConfig | null;
}

/** The names of the tools that have a table of their own. */
export function configuredTools(config: Config): string[] {
  return Object.keys(config.conversation.tools).filter((name) => name !== "*");
}

/** What counts for a tool: its own table over `'*'`. */
export function toolSettings(config: Config, name: string): ToolSettings {
  const { tools } = config.conversation;
  const every = tools["*"];
  const entry = name === "*" ? undefined : tools[name];
  const own = entry !== undefined && "source" in entry ? entry : null;
  const run = own?.run ?? every.run;
  const look = own?.style;
  return {
    enable: own?.enable ?? every.enable,
    run,
    result: own?.result ?? every.result,
    detached: own?.detached ?? every.detached,
    cancellation_response: own?.cancellation_response ?? every.cancellation_response,
    format: own?.format ?? every.format ??
      (run === "ask" || run === "edit" ? "ask" : "unattended"),
    style: {
      hidden: look?.hidden ?? every.style.hidden,
      inline_results: look?.inline_results ?? every.style.inline_results,
      results_file_link: look?.results_file_link ?? every.style.results_file_link,
      parameters: look?.parameters ?? every.style.parameters,
      error: {
        inline_results: look?.error.inline_results ?? every.style.error.inline_results,
        results_file_link: look?.error.results_file_link ?? every.style.error.results_file_link,
      },
    },
    own,
  };
}

/** The providers of models by name, built-in ones first. */
export function llmProviders(config: Config): ReadonlyMap<string, ProviderConfig> {
  const found = new Map<string, ProviderConfig>();
  for (const [name, entry] of Object.entries(config.providers.llm)) {
    if (name !== "aliases" && isProvider(entry)) found.set(name, entry);
  }
  return found;
}

function isProvider(entry: Config["providers"]["llm"][string]): entry is ProviderConfig {
  return typeof entry["chain_on_max_tokens"] === "boolean";
}

/** Where `--param NAME` belongs: beside its fellows, or under `other` when no provider shares it. */
export function parameterPath(name: string): KeyPath {
  const parent = ["assistant", "model", "parameters"];
  return PARAMETER_NAMES.includes(name) ? [...parent, name] : [...parent, "other", name];
}

/** The parameters of a request as providers are given them: those that are set, all on one level. */
export function requestParameters(
  parameters: Config["assistant"]["model"]["parameters"],
): JsonObject {
  const { other, ...known } = parameters;
  const set = Object.entries(known).filter(([, value]) => value !== null);
  return { ...other, ...Object.fromEntries(set) };
}
