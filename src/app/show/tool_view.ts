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

import type {
  CallEnd,
  JsonObject,
  ToolCallRequest,
  ToolCallResponse,
} from "../../core/conversation/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import { type Config, toolSettings } from "../../services/config/mod.ts";
import { fileUrl } from "./whole_results.ts";

/** How the calls of one tool look. */
export interface ToolLook {
  /** Neither calls nor results are shown. */
  readonly hidden: boolean;
  readonly parameters: "json" | "function_call" | "off" | "command";
  /** Lines of a result that are shown. */
  readonly results: Lines;
  /** Lines of a result that is an error. */
  readonly errors: Lines;
  /** How the whole of a result is linked that is cut; and of an error. */
  readonly links: { readonly results: FileLink; readonly errors: FileLink };
}
/** Not at all, as a terminal's hyperlink, with its path. */
export type FileLink = "off" | "osc8" | "full";

/** How many lines: none, all, or so many. */
export type Lines = "off" | "full" | number;

/** A line of a result that is cut to so many lines is itself cut to so many code units. */
const MAX_LINE = 500;
/** Arguments are shown up to so many lines; the whole of them is in the conversation. */
const MAX_ARGUMENT_LINES = 40;
/** What stands around arguments that are asked about: the call, blank rows, the question. */
const QUESTION_ROWS = 6;

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
    links: {
      results: style.results_file_link,
      errors: style.error.results_file_link ?? style.results_file_link,
    },
  };
}

/** What of a call is shown, where that is not what the model gave. */
export type CallShown =
  /** What the command of `parameters` printed. */
  | { readonly kind: "formatted"; readonly text: string }
  /** The arguments come below, once it may run. */
  | { readonly kind: "later" }
  /** The arguments are the user's. */
  | { readonly kind: "edited" };

/** A call, as markdown; "" where it is hidden. */
export function callMarkdown(
  { name, arguments: args }: Pick<ToolCallRequest, "name" | "arguments">,
  look: ToolLook,
  how: CallShown | null = null,
): string {
  if (look.hidden) return "";
  const shown = safeName(name);
  const edited = how?.kind === "edited" ? "edited " : "";
  const calling = `Calling tool ${codeSpan(shown)}`;
  if (how?.kind === "later") return `${calling}\n\n`;
  if (how?.kind === "formatted") {
    return `${calling}:\n\n${fenced(bounded(how.text, MAX_ARGUMENT_LINES), "")}`;
  }
  switch (look.parameters) {
    case "off":
      return `${calling}${edited && " with edited arguments"}\n\n`;
    case "function_call":
      return `Calling tool ${codeSpan(`${shown}(${asParameters(args)})`)}${
        edited && " (edited)"
      }\n\n`;
    case "command":
    case "json": {
      if (Object.keys(args).length === 0) return `${calling}\n\n`;
      const json = bounded(JSON.stringify(args, null, 2), MAX_ARGUMENT_LINES);
      return `${calling} with ${edited}arguments:\n\n${fenced(json, "json")}`;
    }
  }
}

/** The whole of a result, for whoever wants to see it. */
export interface WholeResult {
  readonly link: Exclude<FileLink, "off">;
  readonly path: string;
}

/**
 * What a tool answered, as markdown and bounded; "" where it is not shown.
 *
 * @param name the tool's, where the call is not the one that stands above.
 * @param whole where the rest is, if it is cut.
 */
export function resultMarkdown(
  { content, is_error, ended }: Pick<ToolCallResponse, "content" | "is_error" | "ended">,
  look: ToolLook,
  name: string | null = null,
  whole: WholeResult | null = null,
): string {
  const lines = is_error ? look.errors : look.results;
  const label = labelOf(is_error, ended, name);
  if (look.hidden || lines === "off" || content.trim() === "") {
    return is_error && !look.hidden ? `${label}.\n\n` : "";
  }
  // What is said in place of a result is a sentence.
  if (ended !== undefined && content.length <= MAX_LINE && !content.trim().includes("\n")) {
    return `${label}: ${codeSpan(safeName(content.trim()))}\n\n`;
  }
  const text = lines === "full" ? content : bounded(content, lines);
  const head = is_error || name !== null ? `${label}:\n\n` : "";
  return head + fenced(text, languageOf(content)) + linkTo(whole);
}

function labelOf(isError: boolean, ended: CallEnd | undefined, name: string | null): string {
  const who = name === null ? "The tool" : codeSpan(safeName(name));
  switch (ended) {
    case "skipped":
      return `${who} was skipped`;
    case "withheld":
      return name === null ? "The result was withheld" : `The result of ${who} was withheld`;
    case "cancelled":
      return `${who} was cancelled`;
    case undefined:
      return `${who} ${isError ? "failed" : "answered"}`;
  }
}

function linkTo(whole: WholeResult | null): string {
  if (whole === null) return "";
  return whole.link === "full"
    ? `The whole of it: ${codeSpan(safeName(whole.path))}\n\n`
    : `[The whole of it](<${fileUrl(whole.path)}>)\n\n`;
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
  /** Whether anything is printed at all. */
  readonly visible: boolean;
  /** Whether hyperlinks can be shown. */
  readonly hyperlinks: boolean;
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
  /** The lines of its arguments, if they stand there just as they are. */
  #whole: readonly string[] | null = null;

  constructor(config: Config, output: ToolViewOutput) {
    this.#config = config;
    this.#output = output;
  }

  /** Whether calls of this tool are shown. */
  shows(name: string): boolean {
    return this.#output.visible && !toolLook(this.#config, name).hidden;
  }

  /** Shows a call. */
  requested(
    event: Pick<ToolCallRequest, "id" | "name" | "arguments">,
    how: CallShown | null = null,
  ): void {
    const look = toolLook(this.#config, event.name);
    const named = this.#above === event.id;
    this.#names.set(event.id, event.name);
    this.#above = event.id;
    this.#whole = this.shows(event.name) && how === null ? linesOf(event.arguments, look) : null;
    const text = callMarkdown(event, look, how);
    // Right below the call its name is not repeated.
    this.#print(named && how?.kind === "formatted" ? text.slice(text.indexOf("\n\n") + 2) : text);
  }

  /** What of a call stands right above, on a screen of this size: all it was given only if it fits. */
  seen(
    id: string,
    { columns, rows }: { readonly columns: number; readonly rows: number },
  ): "call" | "all" | undefined {
    if (this.#above !== id || !this.shows(this.#names.get(id) ?? "*")) return undefined;
    if (this.#whole === null) return "call";
    // About, and with room for the question: rather shown twice than not at all.
    const taken = this.#whole.reduce((sum, line) => {
      const cells = /^[\x20-\x7e]*$/.test(line) ? line.length : 2 * line.length;
      return sum + Math.ceil((cells + 1) / columns);
    }, 0);
    return taken + QUESTION_ROWS <= rows ? "all" : "call";
  }

  /** How the whole of a result is to be linked; null where all of it is shown, or nothing. */
  linkFor({ id, content, is_error, ended }: ToolCallResponse): WholeResult["link"] | null {
    const name = this.#names.get(id) ?? "*";
    const { links, results, errors } = toolLook(this.#config, name);
    const [lines, link] = is_error ? [errors, links.errors] : [results, links.results];
    if (!this.shows(name) || ended !== undefined || typeof lines !== "number") return null;
    if (link === "off" || (link === "osc8" && !this.#output.hyperlinks)) return null;
    return bounded(content, lines) === content.replace(/\n+$/, "") ? null : link;
  }

  /** Shows the answer to one that was shown before; the model reads the whole of it. */
  answered(
    event: Pick<ToolCallResponse, "id" | "content" | "is_error" | "ended">,
    whole: WholeResult | null = null,
  ): void {
    const name = this.#names.get(event.id);
    const label = this.#above === event.id ? null : name ?? null;
    this.#above = null;
    this.#print(resultMarkdown(event, toolLook(this.#config, name ?? "*"), label, whole));
  }

  #print(markdown: string): void {
    if (markdown !== "" && this.#output.visible) this.#output.markdown(markdown);
  }
}

/** The lines in which arguments are shown, if nothing of them is cut or hidden. */
function linesOf(args: JsonObject, { parameters }: ToolLook): readonly string[] | null {
  if (Object.keys(args).length === 0) return [];
  if (parameters !== "json") return null;
  const lines = JSON.stringify(args, null, 2).split("\n");
  const whole = lines.length <= MAX_ARGUMENT_LINES &&
    lines.every((line) => line.length <= MAX_LINE && safeName(line) === line);
  return whole ? lines : null;
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
