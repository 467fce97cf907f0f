/**
 * Connects a turn to the world: the model with its limits, the conversation's log, the printer in
 * its format, the gate.
 *
 * @module
 */

import {
  CONTINUE_INSTRUCTION,
  type ConversationEvent,
  isKnown,
  type KnownEvent,
  type PromptMessage,
  toPrompt,
} from "../../../core/conversation/mod.ts";
import { notice } from "../../../core/notices/mod.ts";
import { isJson } from "../../../host/printer/mod.ts";
import { type Config, requestParameters } from "../../../services/config/mod.ts";
import {
  type Model,
  type ModelRequest,
  ProviderError,
  streamWithLimits,
  withSchemaCheck,
} from "../../../services/providers/mod.ts";
import { type Drafts, outputDirectory, timestampOf } from "../../../services/workspace/mod.ts";
import type { App } from "../../app.ts";
import { ReaderGone } from "../../run_process.ts";
import type { QueryCommand } from "../../cli/mod.ts";
import { openView, Waits, waitText, WholeResults } from "../../show/mod.ts";
import type { TurnPorts } from "../../turn/mod.ts";
import type { OpenConversation } from "./open_conversation.ts";
import { readyForPress, turnInterrupts } from "./interrupts.ts";
import { ShownCalls } from "./shown_calls.ts";
import type { AnswerShape } from "./read_schema.ts";
import type { QueryTools } from "./query_tools.ts";
import { jsonRecord } from "./records.ts";
import { Retries } from "./retries.ts";
import { platformTimer, sleep } from "./timer.ts";

/** The ports of one turn; disposed of, the last line of the answer is ended. */
export interface QueryPorts extends TurnPorts, Disposable {}

/** Makes them. */
export async function turnPorts(
  app: App,
  config: Config,
  model: Model,
  conversation: OpenConversation,
  command: QueryCommand,
  drafts: Drafts,
  shape: AnswerShape | null,
  tools: QueryTools,
): Promise<QueryPorts> {
  const { printer, platform } = app;
  const { request } = config.assistant;
  const timer = platformTimer(platform.clock);
  const retries = new Retries({
    maxRetries: request.max_retries,
    baseBackoffMs: request.base_backoff_ms,
    maxBackoffMs: request.max_backoff_secs * 1000,
  });
  const json = isJson(printer.out.format);
  const view = await openView(app, config, {
    chrome: "err",
    reasoning: !command.hideReasoning,
    tools: !command.hideToolCalls,
    transcript: false,
    live: true,
  });
  const { ref } = conversation;
  const results = new WholeResults(
    platform.fs,
    () => conversation.kept ? outputDirectory(ref) : null,
  );
  const calls = new ShownCalls(app, view.tools, tools);
  const interrupts = turnInterrupts(app, config, {
    drafts,
    key: conversation.ref.id,
    get events() {
      return conversation.events;
    },
  });
  // What reads a pipe of ours may be in the middle of its own line on the terminal.
  const waits = new Waits(printer, platform.clock, config.style, await printer.isAlone());
  const timed = view.reasoningDisplay === "timer";
  const ended = new AbortController();
  void readyForPress(app, config, AbortSignal.any([ended.signal, app.signal]));

  return {
    model: model.id,
    ...(shape === null ? {} : { schema: shape.schema }),
    request: (goOn, signal) => {
      retries.asked(goOn);
      const events = streamWithLimits(
        model,
        {
          ...modelRequest(config, conversation.events, model, tools, goOn),
          ...(shape === null ? {} : { schema: shape.schema }),
        },
        signal,
        {
          idleTimeoutMs: request.stream_idle_timeout_secs * 1000,
          maxResponseBytes: request.max_response_bytes,
        },
        timer,
      );
      return shape === null ? events : withSchemaCheck(events, shape.check, model.id);
    },
    record: async (events, sync) => {
      await conversation.record(events, sync);
      // Whoever read enough and left has interrupted nothing.
      const left = app.signal.reason instanceof ReaderGone;
      if (
        !left && events.some((each) => each.type === "chat_response" && "interrupted" in each)
      ) {
        view.interrupted();
      }
      for (const event of events) {
        if (!isKnown(event)) continue;
        const record = json ? jsonRecord(event as KnownEvent) : null;
        if (record !== null) printer.record(record);
        if (!json && event.type === "chat_response" && event.data !== undefined) {
          view.blockEnd();
          printer.text(`${JSON.stringify(event.data, null, 2)}\n`);
        }
      }
    },
    show: async (block, part) => {
      if (json) return;
      if (block === "reasoning") view.reasoning(part);
      else if (shape === null) view.message(part);
      // Beside the data nothing is to be on stdout.
      else printer.chrome(part);
      await printer.room(app.signal);
    },
    blockEnd: async () => {
      if (view.typing) {
        // It is not the model that is waited for.
        waits.show(null);
        await view.typed(app.signal);
        waits.show({ kind: "more" });
      }
      view.blockEnd();
    },
    notice: (words) => printer.notice(notice(words)),
    waiting: (what) => {
      const quiet = what?.kind === "more" || what?.kind === "reasoning";
      if (what !== null && !quiet) app.log.write("debug", waitText(what, 0));
      waits.show(what?.kind === "reasoning" && !timed ? { kind: "more" } : what);
    },
    asProviderError: (error) => {
      if (!(error instanceof ProviderError)) return null;
      app.log.write("warning", error.message, { code: error.code, retryable: error.retryable });
      return error;
    },
    retryDelay: (attempt, error) => retries.delay(attempt, error),
    maxRetries: request.max_retries,
    sleep,
    pass: (signal) => app.gate.pass(signal),
    timestamp: () => timestampOf(platform.clock.now()),
    showCall: (event) => calls.requested(event),
    showResult: async (event) => {
      const link = view.tools.linkFor(event);
      const path = link === null ? null : await results.keep(event.content);
      view.tools.answered(event, link === null || path === null ? null : { link, path });
    },
    echo: (words) => {
      view.request(words);
      view.answerer(model.id);
    },
    tools: calls,
    interrupts: {
      ...interrupts,
      decide: async (scope) => {
        // Who presses does not wait for characters, whatever is configured to happen.
        printer.typeOut();
        return await interrupts.decide(scope);
      },
    },
    [Symbol.dispose]: () => {
      ended.abort();
      waits.show(null);
      view.end();
      if (!json) printer.endLine();
    },
  };
}

function modelRequest(
  config: Config,
  events: readonly ConversationEvent[],
  model: Model,
  { offered }: QueryTools,
  goOn: boolean,
): ModelRequest {
  const { assistant } = config;
  const { messages, end } = toPrompt(events, {
    model: model.id,
    ...(goOn ? { continuation: model.continuation } : {}),
  });
  // The connection was lost behind a whole block, in a tool call say: an answer that ends there is
  // not whole either, and a prompt that ends in an answer is none.
  const goesOn = goOn && end.kind === "answered";
  return {
    system: systemPrompt(config),
    messages: goesOn ? [...messages, { role: "user", text: CONTINUE_INSTRUCTION }] : messages,
    tools: offered,
    toolChoice: toolChoice(assistant.tool_choice, offered, messages.at(-1)),
    parameters: requestParameters(assistant.model.parameters),
    cache: assistant.request.cache,
  };
}

/** A tool that has to be called has been, once its result is there: then the model may speak. */
function toolChoice(
  wanted: string,
  offered: QueryTools["offered"],
  last: PromptMessage | undefined,
): ModelRequest["toolChoice"] {
  if (offered.length === 0 || wanted === "auto") return "auto";
  if (wanted === "none") return "none";
  if (last?.role === "tool") return "auto";
  return wanted === "required" ? "required" : { tool: wanted };
}

function systemPrompt({ assistant }: Config): string | null {
  const groups = assistant.instructions.map(({ title, description, items }) =>
    [title === null ? null : `# ${title}`, description, ...items.map((item) => `- ${item}`)]
      .filter((part) => part !== null).join("\n")
  );
  const text = [assistant.system_prompt, ...groups].filter((part) => part !== "").join("\n\n");
  return text === "" ? null : text;
}
