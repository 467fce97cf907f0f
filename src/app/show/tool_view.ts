/**
 * How calls of tools and their results are shown: `style.tool_call`, `conversation.tools.*.style`.
 * Functions over events, as markdown; {@linkcode ToolView} prints them on the chrome channel. Knows
 * nothing of how a tool is asked about or run. All that a model or a tool said is put where it can
 * not be markup: names in code spans, arguments and results in fences.
 *
 * Whoever runs the tools calls `requested` when the call is known (before the permission prompt),
 * `answered` with what the model is told; the status line meanwhile is that of `Waits`.
 *
 * Source: reference-facts 2.3 and 6.4.
 *
 * @module
 */

import type { JsonObject, ToolCallRequest, ToolCallResponse } from "../../core/conversation/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import { type Config, toolSettings } from "../../services/config/mod.ts";

/** How the calls of one tool look. */
export interface ToolLook {
  /** Neither calls nor results are shown. */
  readonly hidden: boolean;
  readonly parameters: "json" | "function_call" | "off" | "command";
  /** Lines of a result that are shown. */
  readonly results: Lines;
  /** Lines of a result that is an error. */
  readonly errors: Lines;
}

/** How many lines: none, all, or so many. */
export type Lines = "off" | "full" | number;

/** A line of a result that is cut to so many lines is itself cut to so many code units. */
const MAX_LINE = 500;
/** Arguments are shown up to so many lines; the whole of them is in the conversation. */
const MAX_ARGUMENT_LINES = 40;

/** The look of a tool, by the name its settings stand under. */
export function toolLook(config: Config, name: string): ToolLook {
  const { style } = toolSettings(config, name);
  const { parameters } = style;
  const word = parameters === "json" || parameters === "function_call" || parameters === "off";
  return {
    hidden: style.hidden || !config.style.tool_call.show,
    parameters: word ? parameters : "command",
    results: style.inline_results,
    errors: style.error.inline_results ?? style.inline_results,
  };
}

/**
 * A call, as markdown; "" where it is hidden.
 *
 * @param formatted what the command of `parameters` printed; without it the arguments are JSON.
 */
export function callMarkdown(
  { name, arguments: args }: Pick<ToolCallRequest, "name" | "arguments">,
  look: ToolLook,
  formatted: string | null = null,
): string {
  if (look.hidden) return "";
  const shown = safeName(name);
  const calling = `Calling tool ${codeSpan(shown)}`;
  const style = look.parameters === "command" && formatted === null ? "json" : look.parameters;
  switch (style) {
    case "off":
      return `${calling}\n\n`;
    case "function_call":
      return `Calling tool ${codeSpan(`${shown}(${asParameters(args)})`)}\n\n`;
    case "command":
      return `${calling}\n\n${fenced(bounded(formatted ?? "", MAX_ARGUMENT_LINES), "")}`;
    case "json": {
      if (Object.keys(args).length === 0) return `${calling}\n\n`;
      const json = bounded(JSON.stringify(args, null, 2), MAX_ARGUMENT_LINES);
      return `${calling} with arguments:\n\n${fenced(json, "json")}`;
    }
  }
}

/**
 * What a tool answered, as markdown and bounded; "" where it is not shown.
 *
 * @param name the tool's, where the call is not the one that stands above.
 */
export function resultMarkdown(
  { content, is_error }: Pick<ToolCallResponse, "content" | "is_error">,
  look: ToolLook,
  name: string | null = null,
): string {
  const lines = is_error ? look.errors : look.results;
  const who = name === null ? "The tool" : codeSpan(safeName(name));
  if (look.hidden || lines === "off" || content.trim() === "") {
    return is_error && !look.hidden ? `${who} failed.\n\n` : "";
  }
  const text = lines === "full" ? content : bounded(content, lines);
  const label = is_error ? `${who} failed:\n\n` : name === null ? "" : `${who} answered:\n\n`;
  return `${label}${fenced(text, languageOf(content))}`;
}

/** The status while tools run: their names, in the order they were called. */
export function runningText(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const list = [...counts].map(([name, count]) =>
    count > 1 ? `${safeName(name)} ×${count}` : safeName(name)
  );
  return `Running ${list.join(", ")}…`;
}

/** Where a view prints: markdown on the chrome channel. */
export interface ToolViewOutput {
  /** A piece of markdown that is complete in itself. */
  markdown(text: string): void;
}

/** Prints the calls of a turn or of a stored conversation, in their order. */
export class ToolView {
  readonly #config: Config;
  readonly #output: ToolViewOutput;
  /** The tool each call asked for. */
  readonly #names = new Map<string, string>();
  /** The call whose answer needs no name: nothing else was shown since. */
  #above: string | null = null;

  constructor(config: Config, output: ToolViewOutput) {
    this.#config = config;
    this.#output = output;
  }

  /** Shows a call. */
  requested(
    event: Pick<ToolCallRequest, "id" | "name" | "arguments">,
    formatted: string | null = null,
  ): void {
    this.#names.set(event.id, event.name);
    this.#above = event.id;
    this.#print(callMarkdown(event, toolLook(this.#config, event.name), formatted));
  }

  /** Shows the answer to one that was shown before; the model reads the whole of it. */
  answered(event: Pick<ToolCallResponse, "id" | "content" | "is_error">): void {
    const name = this.#names.get(event.id);
    const label = this.#above === event.id ? null : name ?? null;
    this.#above = null;
    this.#print(resultMarkdown(event, toolLook(this.#config, name ?? "*"), label));
  }

  #print(markdown: string): void {
    if (markdown !== "") this.#output.markdown(markdown);
  }
}

function asParameters(args: JsonObject): string {
  const all = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const text = safeName(all.join(", "));
  return text.length > MAX_LINE ? `${cut(text, MAX_LINE)}…` : text;
}

/** The first lines, and how many more there are. */
function bounded(text: string, most: number): string {
  const lines = text.replace(/\n+$/, "").split("\n");
  const kept = lines.slice(0, most).map((line) =>
    line.length > MAX_LINE
      ? `${cut(line, MAX_LINE)}… (${line.length - MAX_LINE} more characters)`
      : line
  );
  const left = lines.length - kept.length;
  if (left > 0) kept.push(left === 1 ? "… (1 more line)" : `… (${left} more lines)`);
  return kept.join("\n");
}

/** Never half of a character. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

function languageOf(content: string): string {
  const text = content.trimStart();
  if (/^(diff --git |--- \S)/.test(text)) return "diff";
  return /^[{[]/.test(text) && isJson(text) ? "json" : "";
}

function isJson(text: string): boolean {
  if (text.length > 100_000) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Code in running text, whatever it contains. */
export function codeSpan(text: string): string {
  const mark = "`".repeat(longestRun(text, 0) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${mark}${pad}${text}${pad}${mark}`;
}

/** A block of code, whatever it contains. */
export function fenced(text: string, language: string): string {
  const mark = "`".repeat(Math.max(3, longestRun(text, 2) + 1));
  return `${mark}${language}\n${text.replace(/\n$/, "")}\n${mark}\n\n`;
}

function longestRun(text: string, least: number): number {
  let longest = least;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
