/**
 * A tool that does what a test says, and a desk whose user answers from a script.
 */
import type { Json, JsonObject } from "../../../../src/core/conversation/mod.ts";
import { PromptQueue } from "../../../../src/interaction/pending/mod.ts";
import {
  Composer,
  type ScriptedAnswer,
  ScriptedPrompts,
} from "../../../../src/interaction/prompts/mod.ts";
import {
  type Preview,
  type RunOutcome,
  type Tool,
  ToolError,
  type ToolQuestion,
} from "../../../../src/services/tools/mod.ts";
import { type Denied, type Inquire, ToolDesk } from "../../../../src/app/tool_calls/mod.ts";
import type { CallDecision, CallResult, Inquiry } from "../../../../src/app/turn/mod.ts";

export const DENY = { run: "deny", deliver: "deny", question: "deny" } as const;

export interface FakeOptions extends Partial<Omit<Tool, "prepare" | "definition">> {
  readonly preview?: (args: JsonObject) => Preview;
  /** What each run comes to, in order; the last one is what all further runs come to. */
  readonly outcomes?: readonly (
    | RunOutcome
    | ((answers: Readonly<Record<string, Json>>, signal: AbortSignal) => Promise<RunOutcome>)
  )[];
}

export const DONE: RunOutcome = { kind: "done", content: "output", isError: false };

/** The tool, and what it was prepared and run with. Arguments with a `bad` in them it refuses. */
export class FakeTool implements Tool {
  readonly name: string;
  readonly source: Tool["source"];
  readonly run: Tool["run"];
  readonly result: Tool["result"];
  readonly detached: Tool["detached"];
  readonly answers: Tool["answers"];
  readonly delegated: Tool["delegated"];
  readonly exclusive: Tool["exclusive"];
  readonly formatter = null;
  readonly cancellationResponse = "cancelled without a word";
  readonly definition: Tool["definition"];
  readonly prepared: JsonObject[] = [];
  readonly runs: Record<string, Json>[] = [];
  readonly #options: FakeOptions;

  constructor(options: FakeOptions = {}) {
    this.name = options.name ?? "tool";
    this.source = options.source ?? { kind: "local" };
    this.run = options.run ?? "ask";
    this.result = options.result ?? "unattended";
    this.detached = options.detached ?? DENY;
    this.answers = options.answers ?? {};
    this.delegated = options.delegated ?? new Set();
    this.exclusive = options.exclusive ?? new Set();
    this.definition = { name: this.name, description: "", parameters: {} };
    this.#options = options;
  }

  prepare(args: JsonObject): ReturnType<Tool["prepare"]> {
    this.prepared.push(args);
    if ("bad" in args) return Promise.reject(new ToolError("arguments", "bad is not taken"));
    const { preview, outcomes = [DONE] } = this.#options;
    return Promise.resolve({
      preview: preview?.(args) ?? { kind: "arguments" },
      run: (answers, signal) => {
        const outcome = outcomes[Math.min(this.runs.length, outcomes.length - 1)] ?? DONE;
        this.runs.push({ ...answers });
        return typeof outcome === "function" ? outcome(answers, signal) : Promise.resolve(outcome);
      },
    });
  }
}

export function needs(question: Partial<ToolQuestion> = {}): RunOutcome {
  return {
    kind: "needs input",
    question: {
      id: "q",
      text: "Really?",
      preamble: null,
      answer: { kind: "boolean" },
      default: null,
      ...question,
    },
  };
}

/** A desk with a scripted user, or with nobody. */
export class Desk {
  readonly prompts: ScriptedPrompts;
  readonly desk: ToolDesk;
  readonly queue: PromptQueue;
  readonly denied: Denied[] = [];
  readonly phases: string[] = [];
  readonly inquired: Inquiry[] = [];

  constructor(
    tools: readonly Tool[],
    script: readonly ScriptedAnswer[] | "nobody",
    inquire: Inquire | null = null,
  ) {
    this.prompts = new ScriptedPrompts(script === "nobody" ? [] : script, {
      available: script !== "nobody",
    });
    const composer = new Composer({
      prompts: this.prompts,
      editor: () => Promise.resolve(null),
      report: () => {},
    });
    this.queue = new PromptQueue({ prompts: this.prompts, composer, editMode: "emacs" });
    this.desk = new ToolDesk(tools, {
      queue: this.queue,
      inquire,
      denied: (what) => void this.denied.push(what),
    });
    this.desk.begin();
  }

  decide(
    args: JsonObject = {},
    { name = "tool", number = 0, seen, signal = new AbortController().signal }: {
      readonly name?: string;
      readonly number?: number;
      readonly seen?: "call" | "all" | undefined;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<CallDecision> {
    return this.desk.decide({ id: `id${number}`, name, arguments: args, number, seen }, signal);
  }

  run(
    args: JsonObject = {},
    { name = "tool", number = 0, signal = new AbortController().signal } = {},
  ): Promise<CallResult> {
    const call = { id: `id${number}`, name, arguments: args, number };
    return this.desk.run(call, {
      at: (phase) => void this.phases.push(phase),
      inquired: (exchange) => void this.inquired.push(exchange),
    }, signal);
  }

  /** Decides, and runs what may run. */
  async call(
    args: JsonObject = {},
    options: { name?: string; number?: number } = {},
  ): Promise<CallResult> {
    const decision = await this.decide(args, options);
    if (decision.kind === "run") return await this.run(args, options);
    const { content, isError } = decision;
    return { content, isError };
  }

  /** What was asked, in words. */
  get asked(): string[] {
    return this.prompts.asked.map(({ options }) => options.message);
  }
}
