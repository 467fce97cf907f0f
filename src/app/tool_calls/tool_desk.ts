/**
 * Where the calls of a turn are decided on, run and brought to their result. What was prepared is
 * kept here between the two; what runs is decided by the turn, from what is recorded.
 *
 * Source: reference-facts 3.3, RFD 049, interrupts.md "Prompts".
 *
 * @module
 */

import type { Json } from "../../core/conversation/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import type { PromptQueue } from "../../interaction/pending/mod.ts";
import type { Tool, ToolQuestion } from "../../services/tools/mod.ts";
import type { CallDecision, CallNews, CallResult, NumberedCall, TurnTools } from "../turn/mod.ts";
import { type PermissionPorts, permit, type Permitted, type Refused } from "./permissions.ts";
import { plainLines } from "./preview.ts";
import { type Answered, answerTo, type Inquire, type QuestionPorts } from "./questions.ts";
import { Remembered } from "./remembered.ts";
import {
  changedArguments,
  deliveryQuestion,
  failed,
  left,
  NOBODY_TO_DELIVER,
  refused,
  RESULT_SKIPPED,
  RESULT_SKIPPED_BY_CONFIG,
  unknownTool,
} from "./words.ts";

/** A tool that asks more often is not going to be satisfied. */
const MAX_QUESTIONS = 50;
/** What has changed so often between being worked out and being done changes all the time. */
const MAX_STALE = 5;

/** What a desk works with. */
export interface ToolDeskPorts {
  readonly queue: PromptQueue;
  /** Asks a model what there is nobody to ask; null where none may be. */
  readonly inquire: Inquire | null;
  /** Something was refused since nobody could be asked about it. */
  denied(what: Denied): void;
}

/** What was refused for want of somebody to ask. */
export interface Denied {
  readonly tool: string;
  readonly interaction: "run" | "deliver" | "tool";
}

/** A call between its decision and its result. */
interface Work extends Permitted {
  readonly tool: Tool;
}

/** The desk of one run; what is remembered is a turn's. */
export class ToolDesk implements TurnTools {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #ports: ToolDeskPorts;
  readonly #remembered = new Remembered();
  /** Prepared work by the number of its call. */
  readonly #work = new Map<number, Work>();

  constructor(tools: readonly Tool[], ports: ToolDeskPorts) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#ports = ports;
  }

  begin(): void {
    this.#remembered.forget();
    this.#work.clear();
  }

  async decide(call: NumberedCall, signal: AbortSignal): Promise<CallDecision> {
    this.#work.delete(call.number);
    const tool = this.#tools.get(call.name);
    if (tool === undefined) return refused(unknownTool(call.name, [...this.#tools.keys()]), false);
    const { arguments: given, seen } = call;
    const asked = { given, arguments: given, seen };
    const permitted = await permit(tool, asked, this.#permissions, signal);
    if (permitted.kind === "refused") return refused(permitted.content, permitted.skipped);
    this.#work.set(call.number, { ...permitted, tool });
    return {
      kind: "run",
      cancelled: tool.cancellationResponse,
      ...(permitted.edited ? { edited: permitted.arguments } : {}),
    };
  }

  async run(call: NumberedCall, news: CallNews, signal: AbortSignal): Promise<CallResult> {
    let work = this.#work.get(call.number);
    if (work === undefined) return failed("The tool was not prepared, and was not run.");
    const { tool } = work;
    const answers: Record<string, Json> = {};
    let asked = 0;
    let stale = 0;
    for (;;) {
      const outcome = await work.prepared.run(answers, signal);
      switch (outcome.kind) {
        case "done":
          if (asksForResult(tool)) news.at("awaiting result edit");
          return await this.#deliver(work, outcome, signal);
        case "cancelled":
          signal.throwIfAborted();
          return left(tool.cancellationResponse, "cancelled");
        case "stale": {
          if (++stale > MAX_STALE) return failed(`The tool was not run: ${outcome.why}`);
          news.at("awaiting input");
          const again = await this.#permitAgain(work, call, outcome.why, signal);
          if (again.kind === "refused") {
            return again.skipped ? left(again.content, "skipped") : failed(again.content);
          }
          work = { ...again, tool };
          break;
        }
        case "needs input": {
          if (++asked > MAX_QUESTIONS) {
            return failed(`The tool asked more than ${MAX_QUESTIONS} questions, and was given up.`);
          }
          news.at("awaiting input");
          const { question } = outcome;
          const answer = await this.#answer(tool, call, question, answers, signal);
          if (answer.kind === "unanswered") return left(answer.content, "skipped");
          if (answer.inquired) {
            const id = `${call.id}.${question.id}`;
            news.inquired({ id, question: question.text, answer: answer.value });
          }
          answers[question.id] = answer.value;
        }
      }
      news.at("running");
    }
  }

  /** The change is shown and asked about as it would be now; what was not asked about is not. */
  async #permitAgain(
    { tool, arguments: args }: Work,
    call: NumberedCall,
    why: string,
    signal: AbortSignal,
  ): Promise<Permitted | Refused> {
    const note = `${safeName(why)} This is what would be done now:`;
    const asked = { given: call.arguments, arguments: args, note };
    return await permit(tool, asked, this.#permissions, signal);
  }

  async #answer(
    tool: Tool,
    call: NumberedCall,
    question: ToolQuestion,
    answers: Readonly<Record<string, Json>>,
    signal: AbortSignal,
  ): Promise<Answered> {
    const again = Object.hasOwn(answers, question.id);
    return await answerTo(tool, call, question, again, this.#questions, signal);
  }

  async #deliver(
    { tool, arguments: args, edited }: Work,
    { content, isError }: CallResult,
    signal: AbortSignal,
  ): Promise<CallResult> {
    const whole = edited ? changedArguments(JSON.stringify(args), content) : content;
    switch (tool.result) {
      case "unattended":
        return { content: whole, isError };
      case "skip":
        return left(RESULT_SKIPPED_BY_CONFIG, "withheld");
      case "ask":
      case "edit":
        return await this.#review(tool, { content: whole, isError }, signal);
    }
  }

  async #review(
    tool: Tool,
    { content, isError }: CallResult,
    signal: AbortSignal,
  ): Promise<CallResult> {
    const { queue } = this.#ports;
    if (queue.available) {
      const answer = await queue.ask({
        kind: "result",
        message: deliveryQuestion(tool),
        preview: plainLines(content),
        content,
        edits: tool.result === "edit",
      }, signal);
      signal.throwIfAborted();
      if (answer.kind === "deliver") return { content: answer.content, isError };
      if (answer.kind === "withhold") return left(RESULT_SKIPPED, "withheld");
    }
    if (tool.detached.deliver !== "deny") return { content, isError };
    this.#ports.denied({ tool: tool.name, interaction: "deliver" });
    return left(NOBODY_TO_DELIVER, "withheld");
  }

  get #permissions(): PermissionPorts {
    const { queue, denied } = this.#ports;
    return {
      remembered: this.#remembered,
      available: () => queue.available,
      ask: (prompt, signal) => queue.ask(prompt, signal),
      denied: ({ name }) => denied({ tool: name, interaction: "run" }),
    };
  }

  get #questions(): QuestionPorts {
    const { queue, inquire, denied } = this.#ports;
    return {
      remembered: this.#remembered,
      available: () => queue.available,
      ask: (prompt, signal) => queue.ask(prompt, signal),
      inquire,
      denied: ({ name }) => denied({ tool: name, interaction: "tool" }),
    };
  }
}

function asksForResult({ result }: Tool): boolean {
  return result === "ask" || result === "edit";
}
