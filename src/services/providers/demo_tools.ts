/**
 * What `demo/tools` says and asks for next, from nothing but the request: which tools are offered,
 * which calls of this turn were answered, and how. Pure.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import { argumentsFor } from "./demo_arguments.ts";
import { TOUR_TOOLS, type TourResult, tourStep } from "./demo_tour.ts";
import type { ModelRequest, PromptMessage, ToolDefinition } from "./types.ts";

/** One answer of the demo. */
export interface ToolStep {
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: JsonObject;
  }[];
}

/** The first round asks for one tool, the next for two at once, the last for one. */
const ROUNDS = [1, 2, 1] as const;

/** Asked for first, in this order; `describe_tools` shows nothing and so comes last. */
const ORDER = ["fs_list", "fs_read", "shell", "fs_search"] as const;

/** These change files and are only asked for when the question is about it. */
const WRITING = /^fs_(write|edit)$/;
const WANTS_WRITING = /\b(writ\w*|edit\w*|chang\w*|creat\w*|diff\w*)\b/i;

/** The next step of the turn. The same request gets the same step. */
export function toolStep(request: ModelRequest): ToolStep {
  const start = request.messages.findLastIndex((message) => message.role === "user");
  const asked = request.messages[start];
  const question = asked?.role === "user" ? asked.text : "";
  const turn = request.messages.slice(start + 1);
  const rounds = turn.filter((message) => message.role === "tool");
  const results = rounds.flatMap((message) => message.role === "tool" ? message.results : []);

  if (request.tools.length === 0) {
    return plain(
      "I am jp's built-in demo for tools, not a language model, and this request offers me no " +
        'tools. Offer them with `-t`, for example `jp query -m demo/tools -t "List my files"`.',
    );
  }
  if (request.toolChoice === "none") {
    return plain(
      `I am jp's built-in demo for tools, not a language model. ${names(request.tools)} ` +
        "would be there, but `assistant.tool_choice` is `none`, so I ask for nothing.",
    );
  }

  const first = callsIn(request.messages) + 1;
  const latest = rounds.at(-1);
  const said = latest?.role === "tool" ? report(latest.results) : null;
  if (toursWith(request, question)) {
    const { text, call } = tourStep(said, results);
    return {
      text,
      calls: call === null ? [] : [{ id: `demo_call_${first}`, ...call }],
    };
  }

  const queue = queueOf(request, question)
    .filter((tool) => !results.some((result) => result.name === tool.name));
  const next = queue.slice(0, ROUNDS[rounds.length] ?? 0);
  if (next.length === 0) return plain(summary(results));

  const hints = { file: fileIn(results) };
  return {
    text: [
      said ?? INTRODUCTION,
      `I ask for ${names(next)}.`,
    ].join(" "),
    calls: next.map((tool, index) => ({
      // Unique within the conversation, and the same each time.
      id: `demo_call_${first + index}`,
      name: tool.name,
      arguments: argumentsFor(tool, hints),
    })),
  };
}

const INTRODUCTION =
  "I am jp's built-in demo for tools, not a language model: I ask for a few tools, whatever you " +
  "say, so that you can try what happens then.";

/** With all it needs, and nothing else asked for, it is a tour. */
function toursWith({ tools, toolChoice }: ModelRequest, question: string): boolean {
  return typeof toolChoice !== "object" && !tools.some(({ name }) => question.includes(name)) &&
    TOUR_TOOLS.every((name) => tools.some((tool) => tool.name === name));
}

/** The tools to ask for, in order. */
function queueOf(request: ModelRequest, question: string): ToolDefinition[] {
  const { tools, toolChoice } = request;
  if (typeof toolChoice === "object") return tools.filter((tool) => tool.name === toolChoice.tool);
  const rank = (tool: ToolDefinition): number => {
    if (question.includes(tool.name)) return 0;
    const order = ORDER.findIndex((name) => name === tool.name);
    if (order >= 0) return 2 + order;
    if (WRITING.test(tool.name)) return 1;
    return tool.name === "describe_tools" ? 99 : 10;
  };
  return tools
    .filter((tool) =>
      !WRITING.test(tool.name) || question.includes(tool.name) || WANTS_WRITING.test(question)
    )
    .toSorted((a, b) => rank(a) - rank(b));
}

function report(results: readonly TourResult[]): string {
  return results.map((result) => {
    if (result.isError) return `\`${result.name}\` did not run: ${firstLine(result.content)}`;
    const lines = result.content.split("\n").filter((line) => line.trim() !== "");
    return lines.length === 0
      ? `\`${result.name}\` answered with nothing.`
      : `\`${result.name}\` answered with ${count(lines.length, "line")}, ` +
        `the first of them ${firstLine(result.content)}`;
  }).join(" ");
}

function summary(results: readonly TourResult[]): string {
  if (results.length === 0) return `${INTRODUCTION} None of the tools offered suits a demo.`;
  const failed = results.filter((result) => result.isError).length;
  return `That was the round. ${report(results)}\n\nIn all: ${count(results.length, "call")}, ` +
    `${results.length - failed} answered, ${failed} refused or failed. A refusal is an answer, ` +
    "too: the model is told, and goes on from there.";
}

/** The first line with something in it, as inline code. */
function firstLine(content: string): string {
  const line = content.split("\n").map((text) => text.trim()).find((text) => text !== "") ?? "";
  const short = [...line.replaceAll("`", "'")].slice(0, 80).join("");
  return short === "" ? "(nothing)." : `\`${short}\`.`;
}

/** A file named in what came back, a readme if there is one. */
function fileIn(results: readonly TourResult[]): string | null {
  const files = results
    .filter((result) => result.name === "fs_list" && !result.isError)
    .flatMap((result) => result.content.match(/[\w./-]*\w\.\w+/g) ?? []);
  return files.find((file) => /readme/i.test(file)) ?? files[0] ?? null;
}

function callsIn(messages: readonly PromptMessage[]): number {
  return messages.flatMap((message) => message.role === "assistant" ? message.parts : [])
    .filter((part) => part.kind === "tool_call").length;
}

function plain(text: string): ToolStep {
  return { text, calls: [] };
}

function names(tools: readonly ToolDefinition[]): string {
  return tools.map((tool) => `\`${tool.name}\``).join(" and ");
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
