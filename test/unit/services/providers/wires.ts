/**
 * What each provider's server sends, event by event, as its own documentation shows it: the tests
 * answer in these formats, so that the packages read what they would read from the real thing.
 *
 * @module
 */

import type { JsonObject } from "../../../../src/core/conversation/mod.ts";
import {
  buildModel,
  type Model,
  type ModelDependencies,
  type ProviderSettings,
} from "../../../../src/services/providers/mod.ts";
import { ManualTimer } from "./fixtures.ts";
import { delta, finish, SSE_HEADERS } from "./sse_server.ts";

/** A provider's stream, in pieces of one or more whole events. */
export interface Wire {
  readonly provider: string;
  /** Its path below the base URL. */
  readonly path: (model: string) => string;
  /** The key of a request. */
  readonly keyOf: (headers: Headers) => string | null;
  /** Everything before the first word. */
  readonly start: string;
  readonly word: (text: string) => string;
  /** Everything behind the last word. */
  readonly end: string;
  /** The body of an answer with an error status. */
  readonly errorBody: (message: string) => JsonObject;
  /** An error in the stream: the provider is overloaded. */
  readonly overloaded: string;
  /** The role of the last message of a request. */
  readonly lastRole: (body: JsonObject) => unknown;
}

/** `event: NAME` and its data, as Anthropic and OpenAI's Responses API send them. */
export function named(data: JsonObject): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Data alone. */
export function plain(data: JsonObject): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** A whole answer. */
export function stream(...events: readonly string[]): Response {
  return new Response(events.join(""), { headers: SSE_HEADERS });
}

/** Anthropic's events. */
export const claude = {
  messageStart: (usage: JsonObject = { input_tokens: 10, output_tokens: 1 }) =>
    named({
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "claude-x",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    }),
  ping: named({ type: "ping" }),
  blockStart: (index: number, content_block: JsonObject) =>
    named({ type: "content_block_start", index, content_block }),
  blockDelta: (index: number, delta: JsonObject) =>
    named({ type: "content_block_delta", index, delta }),
  blockStop: (index: number) => named({ type: "content_block_stop", index }),
  end: (stop_reason: string, usage: JsonObject = { output_tokens: 5 }) =>
    named({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage }) +
    named({ type: "message_stop" }),
  /** A whole block of text. */
  text: (index: number, ...words: readonly string[]) =>
    claude.blockStart(index, { type: "text", text: "" }) +
    words.map((text) => claude.blockDelta(index, { type: "text_delta", text })).join("") +
    claude.blockStop(index),
  /** A whole block of thoughts. */
  thinking: (index: number, thinking: string, signature: string) =>
    claude.blockStart(index, { type: "thinking", thinking: "", signature: "" }) +
    (thinking === "" ? "" : claude.blockDelta(index, { type: "thinking_delta", thinking })) +
    claude.blockDelta(index, { type: "signature_delta", signature }) +
    claude.blockStop(index),
  /** A whole tool call, its arguments in the given pieces. */
  toolUse: (index: number, id: string, name: string, ...pieces: readonly string[]) =>
    claude.blockStart(index, { type: "tool_use", id, name, input: {} }) +
    pieces.map((partial_json) =>
      claude.blockDelta(index, { type: "input_json_delta", partial_json })
    ).join("") +
    claude.blockStop(index),
};

/** OpenAI's Responses API. */
export const responses = {
  created: named({
    type: "response.created",
    sequence_number: 0,
    response: { id: "resp_1", created_at: 1, model: "gpt-x", output: [] },
  }) + named({
    type: "response.in_progress",
    sequence_number: 1,
    response: { id: "resp_1", created_at: 1, model: "gpt-x", output: [] },
  }),
  added: (output_index: number, item: JsonObject) =>
    named({ type: "response.output_item.added", sequence_number: 2, output_index, item }),
  done: (output_index: number, item: JsonObject) =>
    named({ type: "response.output_item.done", sequence_number: 9, output_index, item }),
  messageStart: (output_index: number) =>
    responses.added(output_index, {
      type: "message",
      id: "msg_1",
      status: "in_progress",
      role: "assistant",
      content: [],
    }) + named({
      type: "response.content_part.added",
      sequence_number: 3,
      item_id: "msg_1",
      output_index,
      content_index: 0,
      part: { type: "output_text", text: "", annotations: [] },
    }),
  textDelta: (output_index: number, delta: string) =>
    named({
      type: "response.output_text.delta",
      sequence_number: 4,
      item_id: "msg_1",
      output_index,
      content_index: 0,
      delta,
    }),
  messageDone: (output_index: number, text = "", more: JsonObject = {}) =>
    responses.done(output_index, {
      type: "message",
      id: "msg_1",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", text, annotations: [] }],
      ...more,
    }),
  completed: (
    usage: JsonObject = { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  ) =>
    named({
      type: "response.completed",
      sequence_number: 10,
      response: { id: "resp_1", created_at: 1, model: "gpt-x", output: [], usage },
    }),
  incomplete: (reason: string) =>
    named({
      type: "response.incomplete",
      sequence_number: 10,
      response: {
        id: "resp_1",
        created_at: 1,
        model: "gpt-x",
        incomplete_details: { reason },
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    }),
};

/** One of Gemini's chunks. */
export function gemini(
  parts: readonly JsonObject[],
  finishReason: string | null = null,
  more: JsonObject = {},
): string {
  return plain({
    candidates: [{
      content: { role: "model", parts },
      index: 0,
      ...(finishReason === null ? {} : { finishReason }),
    }],
    modelVersion: "gemini-x",
    responseId: "r1",
    ...more,
  });
}

const chat = (provider: string): Wire => ({
  provider,
  path: () => "/chat/completions",
  keyOf: (headers) => headers.get("authorization")?.replace("Bearer ", "") ?? null,
  start: "",
  word: (content) => plain(delta({ content })),
  end: plain(finish("stop")) + "data: [DONE]\n\n",
  errorBody: (message) => ({ error: { message } }),
  overloaded: plain({ error: { message: "busy", code: 503 } }),
  lastRole: (body) => lastOf(body.messages, "role"),
});

/** All that can be asked. */
export const WIRES: readonly Wire[] = [
  {
    provider: "anthropic",
    path: () => "/messages",
    keyOf: (headers) => headers.get("x-api-key"),
    start: claude.messageStart() + claude.ping +
      claude.blockStart(0, { type: "text", text: "" }),
    word: (text) => claude.blockDelta(0, { type: "text_delta", text }),
    end: claude.blockStop(0) + claude.end("end_turn"),
    errorBody: (message) => ({ type: "error", error: { type: "some_error", message } }),
    overloaded: named({ type: "error", error: { type: "overloaded_error", message: "busy" } }),
    lastRole: (body) => lastOf(body.messages, "role"),
  },
  {
    provider: "openai",
    path: () => "/responses",
    keyOf: (headers) => headers.get("authorization")?.replace("Bearer ", "") ?? null,
    start: responses.created + responses.messageStart(0),
    word: (text) => responses.textDelta(0, text),
    end: responses.messageDone(0) + responses.completed(),
    errorBody: (message) => ({ error: { message, type: "some_error", param: null, code: null } }),
    overloaded: named({
      type: "error",
      sequence_number: 5,
      error: { type: "server_error", code: "server_is_overloaded", message: "busy", param: null },
    }),
    lastRole: (body) => lastOf(body.input, "role"),
  },
  {
    provider: "google",
    path: (model) => `/models/${model}:streamGenerateContent`,
    keyOf: (headers) => headers.get("x-goog-api-key"),
    start: "",
    word: (text) => gemini([{ text }]),
    end: gemini([{ text: "" }], "STOP"),
    errorBody: (message) => ({ error: { code: 500, message, status: "INTERNAL" } }),
    overloaded: plain({ error: { code: 503, message: "busy", status: "UNAVAILABLE" } }),
    lastRole: (body) => lastOf(body.contents, "role"),
  },
  chat("openrouter"),
  chat("ollama"),
  chat("llamacpp"),
];

function lastOf(list: unknown, member: string): unknown {
  const last: unknown = Array.isArray(list) ? list.at(-1) : undefined;
  return typeof last === "object" && last !== null ? Reflect.get(last, member) : undefined;
}

/** The variable each test provider's key is in. */
export const KEY_VARIABLE = "TEST_PROVIDER_KEY";

/** The provider's model at `baseUrl`, built as the program builds it. */
export function modelOf(
  provider: string,
  baseUrl: string,
  options: {
    readonly model?: string;
    readonly key?: string;
    readonly settings?: ProviderSettings;
    readonly dependencies?: Partial<ModelDependencies>;
  } = {},
): Model {
  const { model = "m", key = "key-0123456789", settings = {} } = options;
  const own: ProviderSettings = { base_url: baseUrl, api_key_env: KEY_VARIABLE, ...settings };
  return buildModel(
    `${provider}/${model}`,
    { model: null, aliases: {}, providers: { [provider]: own } },
    {
      env: (name) => name === KEY_VARIABLE ? key : undefined,
      timer: new ManualTimer(),
      fetch: globalThis.fetch,
      ...options.dependencies,
    },
  );
}
