/**
 * Asks a model what a tool wants to know, where the policy lets one answer in the user's place: a
 * request of its own beside the conversation, whose answer has the shape the tool wants.
 *
 * Source: reference-facts 3.3 "Questions", 3.5; `conversation.inquiry`.
 *
 * @module
 */

import type { Json, JsonObject } from "../../../core/conversation/mod.ts";
import { toPrompt } from "../../../core/conversation/mod.ts";
import { notice } from "../../../core/notices/mod.ts";
import { safeName } from "../../../host/sanitize/mod.ts";
import { requestParameters, type Resolved } from "../../../services/config/mod.ts";
import {
  type Model,
  type ModelRequest,
  ProviderError,
  retryDelay,
  schemaCheck,
  streamWithLimits,
} from "../../../services/providers/mod.ts";
import type { ToolQuestion } from "../../../services/tools/mod.ts";
import type { App } from "../../app.ts";
import type { Inquire } from "../../tool_calls/mod.ts";
import { chooseModel } from "./choose_model.ts";
import type { OpenConversation } from "./open_conversation.ts";
import { platformTimer, sleep } from "./timer.ts";

const MAX_RETRIES = 3;
const MAX_BACKOFF_MS = 30_000;
const INSTRUCTIONS =
  "A tool that you have called asks a question before it goes on, and there is " +
  "no user to ask. Answer it in the user's interest, as the conversation has it.";

/** Makes it; which model is asked is looked up with the first question. */
export function inquiry(
  app: App,
  resolved: Resolved,
  model: Model,
  conversation: OpenConversation,
): Inquire {
  const { config } = resolved;
  const { assistant } = config.conversation.inquiry;
  const timer = platformTimer(app.platform.clock);
  let chosen: Promise<Model> | undefined;
  const modelToAsk = (): Promise<Model> =>
    chosen ??= assistant.model.id === null ? Promise.resolve(model) : chooseModel(app, resolved, {
      id: assistant.model.id,
      key: ["conversation", "inquiry", "assistant", "model", "id"],
    }).then((found) => found.model);

  return async ({ id, tool }, question, signal) => {
    const schema = schemaOf(question);
    try {
      const asked = await modelToAsk();
      const fits = await schemaCheck(schema);
      const { messages } = toPrompt(conversation.events, {
        model: asked.id,
        interruptedResult: "The tool has not finished: it asks a question first.",
      });
      const request: ModelRequest = {
        system: assistant.system_prompt ?? INSTRUCTIONS,
        messages: [...messages, { role: "user", text: questionText(id, tool, question) }],
        tools: [],
        toolChoice: "auto",
        parameters: requestParameters({
          ...config.assistant.model.parameters,
          ...given(assistant.model.parameters),
        }),
        schema,
      };
      const data = await ask(asked, request, signal);
      if (data === null || fits(data) !== null) return null;
      const answer = (data as JsonObject)["answer"] ?? null;
      const words = [tool, question.text, asked.id, JSON.stringify(answer)].map(safeName);
      const [name, text, who, told] = words;
      app.printer.notice(notice(`${name} asked: ${text} ${who} answered: ${told}`));
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderError)) throw error;
      app.log.write("warning", `a question of ${tool} was not answered: ${error.message}`);
      return null;
    }
  };

  async function ask(
    asked: Model,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<Json | null> {
    const { stream_idle_timeout_secs, max_response_bytes, base_backoff_ms } =
      config.assistant.request;
    const limits = {
      idleTimeoutMs: stream_idle_timeout_secs * 1000,
      maxResponseBytes: max_response_bytes,
    };
    for (let attempt = 1;; attempt++) {
      try {
        await app.gate.pass(signal);
        let data: Json | null = null;
        for await (const event of streamWithLimits(asked, request, signal, limits, timer)) {
          if (event.kind === "data") data = event.data;
        }
        return data;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ProviderError)) throw error;
        const delay = retryDelay(attempt, error, {
          maxRetries: MAX_RETRIES,
          baseBackoffMs: base_backoff_ms,
          maxBackoffMs: MAX_BACKOFF_MS,
        });
        if (delay === null) throw error;
        await sleep(delay, signal);
      }
    }
  }
}

/** One member, `answer`: providers want an object. */
function schemaOf({ answer }: ToolQuestion): JsonObject {
  return {
    type: "object",
    properties: { answer: shapeOf(answer) },
    required: ["answer"],
    additionalProperties: false,
  };
}

function shapeOf(answer: ToolQuestion["answer"]): JsonObject {
  switch (answer.kind) {
    case "boolean":
      return { type: "boolean" };
    case "text":
      return { type: "string" };
    case "select":
      return { type: "string", enum: answer.options };
  }
}

function questionText(id: string, tool: string, { text, preamble }: ToolQuestion): string {
  const about = preamble === null ? "" : `${preamble}\n\n`;
  return `The tool ${tool} (call ${id}) asks:\n\n${about}${text}`;
}

function given<T extends object>(values: T): Partial<T> {
  const set = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(set) as Partial<T>;
}
