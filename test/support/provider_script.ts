/**
 * What the stand-in provider is to do with one request, as data, and the wire format of its
 * chunks: OpenAI-compatible chat completions, streamed as server-sent events.
 */

/** One step of an answer. They are carried out in order; after the last one `[DONE]` is sent. */
export type Step =
  /** A piece of the answer. */
  | { readonly text: string }
  /** A piece of the model's reasoning (`delta.reasoning_content`). */
  | { readonly reasoning: string }
  /** N numbered words ("w1 w2 …"), one every `intervalMs`, on a fixed schedule. */
  | { readonly pace: { readonly words: number; readonly intervalMs: number } }
  /** A tool call: its name, then its arguments in the given pieces. */
  | {
    readonly toolCall: {
      readonly id: string;
      readonly name: string;
      readonly argsChunks: readonly string[];
    };
  }
  | { readonly usage: { readonly promptTokens: number; readonly completionTokens: number } }
  /** The finish reason: "stop", "length", "tool_calls", "content_filter". */
  | { readonly finish: string }
  /** An error reported inside the stream. */
  | { readonly error: { readonly message: string; readonly type?: string } }
  /** Waits this long. */
  | { readonly delayMs: number }
  /** Says nothing until `release()`. */
  | { readonly stall: true }
  /** An SSE comment, as a provider sends to keep a connection open. */
  | { readonly keepAlive: true }
  /** These bytes as they are. */
  | { readonly raw: string | Uint8Array }
  /** Resets the TCP connection (RST). */
  | { readonly reset: true }
  /** Closes the connection without `[DONE]` and without the end of the body. */
  | { readonly close: true }
  /** Ends the body in good order but without `[DONE]`. */
  | { readonly end: true }
  /** As the first step: the connection is accepted, headers wait for `release()`. */
  | { readonly acceptOnly: true }
  /** As the only step besides `acceptOnly`, `delayMs` and `stall`: an answer that is no stream. */
  | {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | object;
  };

export type Script = readonly Step[];

/** The shortest complete answer. */
export function answer(...pieces: string[]): Script {
  return [...pieces.map((text) => ({ text })), { finish: "stop" }];
}

export function toolCalls(
  ...calls: { readonly id: string; readonly name: string; readonly args: unknown }[]
): Script {
  return [
    ...calls.map(({ id, name, args }) => ({
      toolCall: { id, name, argsChunks: [JSON.stringify(args)] },
    })),
    { finish: "tool_calls" },
  ];
}

type Delta = Readonly<Record<string, unknown>>;

/** Builds the `data:` events of one streamed answer. */
export class ChunkWriter {
  readonly #head: Readonly<Record<string, unknown>>;
  #toolIndex = 0;
  #first = true;

  constructor(id: string, model: string) {
    this.#head = { id, object: "chat.completion.chunk", created: 1_700_000_000, model };
  }

  text(content: string): string {
    return this.#delta({ content });
  }

  reasoning(text: string): string {
    return this.#delta({ reasoning_content: text });
  }

  toolCall(id: string, name: string, argsChunks: readonly string[]): string[] {
    const index = this.#toolIndex++;
    const call = { index, id, type: "function", function: { name, arguments: "" } };
    return [
      this.#delta({ tool_calls: [call] }),
      ...argsChunks.map((piece) =>
        this.#delta({ tool_calls: [{ index, function: { arguments: piece } }] })
      ),
    ];
  }

  finish(reason: string): string {
    return this.#delta({}, reason);
  }

  usage(promptTokens: number, completionTokens: number): string {
    return event({ ...this.#head, choices: [], usage: usage(promptTokens, completionTokens) });
  }

  #delta(delta: Delta, finish_reason: string | null = null): string {
    const role = this.#first ? { role: "assistant" } : {};
    this.#first = false;
    const choice = { index: 0, delta: { ...role, ...delta }, finish_reason };
    return event({ ...this.#head, choices: [choice] });
  }
}

export const DONE = "data: [DONE]\n\n";

export function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** The answer to a request that did not ask for a stream. */
export function completion(script: Script, model: string): object {
  let content = "";
  let reasoning = "";
  let finish = "stop";
  let used: object | undefined;
  const calls: object[] = [];
  for (const step of script) {
    if ("text" in step) content += step.text;
    else if ("reasoning" in step) reasoning += step.reasoning;
    else if ("finish" in step) finish = step.finish;
    else if ("usage" in step) used = usage(step.usage.promptTokens, step.usage.completionTokens);
    else if ("toolCall" in step) {
      const { id, name, argsChunks } = step.toolCall;
      calls.push({ id, type: "function", function: { name, arguments: argsChunks.join("") } });
    }
  }
  const message = {
    role: "assistant",
    content,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, finish_reason: finish }],
    ...(used === undefined ? {} : { usage: used }),
  };
}

function usage(prompt_tokens: number, completion_tokens: number): object {
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
