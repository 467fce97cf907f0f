/**
 * A conversation as people read it, while it happens and afterwards: requests, answers, reasoning
 * and tools, each from a source of its own, in the format of its channel. Owns the blank lines and
 * headers between them, and the mark where an answer was cut off. Shows nothing under JSON.
 *
 * Source: product.md "Output", reference-facts 1.3, 2.3 and 6.4.
 *
 * @module
 */

import type { ChatResponse, Json } from "../../core/conversation/mod.ts";
import { type Channel, isJson, type Pace, type TextStream } from "../../host/printer/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import type { Config } from "../../services/config/mod.ts";
import { isInteractive, markdownFor, type RenderingApp, showsHyperlinks } from "./markdown.ts";
import { type ReasoningDisplay, ReasoningFilter } from "./reasoning.ts";
import { fenced, ToolView } from "./tool_view.ts";

/** What of a conversation is shown, and where. */
export interface ViewOptions {
  /** Where headers, reasoning and tools go; answers go to stdout. */
  readonly chrome: Channel;
  /** Reasoning, unless the configuration hides it. */
  readonly reasoning: boolean;
  /** Calls and results, unless the configuration hides them. */
  readonly tools: boolean;
  /** Headers and requests, also where chrome is plain text. */
  readonly transcript: boolean;
  /** It happens now: what is said is typed, if the configuration says so. */
  readonly live?: boolean;
}

type Part = "none" | "header" | "message" | "reasoning" | "tool";

/** Opens a view. */
export async function openView(
  app: RenderingApp,
  config: Config,
  options: ViewOptions,
): Promise<ConversationView> {
  const [answer, chrome] = await Promise.all([
    markdownFor(app, config, "out"),
    markdownFor(app, config, options.chrome),
  ]);
  const { printer } = app;
  printer.sanitize = config.style.sanitize;
  const { background, extend_across_tool_calls: goesOn } = config.style.reasoning;
  const base = backgroundOf(background);
  const pace = options.live === true ? paceOf(config) : null;
  const hyperlinks = chrome !== null && showsHyperlinks(app, config) &&
    await isInteractive(app, options.chrome);
  const tool = printer.stream(options.chrome, chrome?.({ files: true }) ?? null);
  return new ConversationView(app, config, { ...options, hyperlinks }, {
    answer: printer.stream("out", answer?.() ?? null, pace),
    reasoning: printer.stream(options.chrome, chrome?.({ base }) ?? null, pace),
    tool,
    thoughtful: goesOn && base !== ""
      ? printer.stream(options.chrome, chrome?.({ base, files: true }) ?? null)
      : tool,
    chrome: printer.stream(options.chrome),
  });
}

interface Streams {
  readonly answer: TextStream;
  readonly reasoning: TextStream;
  readonly tool: TextStream;
  /** Tools in the middle of reasoning. */
  readonly thoughtful: TextStream;
  /** Words of our own, and a user's. */
  readonly chrome: TextStream;
}

/** See {@linkcode openView}. Disposed of, what is unfinished is ended. */
export class ConversationView implements Disposable {
  /** Calls of tools. */
  readonly tools: ToolView;
  /** How reasoning is shown. */
  readonly reasoningDisplay: ReasoningDisplay;
  readonly #streams: Streams;
  readonly #options: ViewOptions;
  /** `assistant.name` and `user.name`. */
  readonly #names: { readonly name: string | null; readonly user: string | null };
  readonly #filter: ReasoningFilter;
  readonly #pretty: boolean;
  readonly #color: boolean;
  readonly #json: boolean;
  readonly #answerIsMarkup: boolean;
  #last: Part = "none";
  /** Whether reasoning was shown last, tools aside. */
  #thinking = false;
  /** Whether the last answer was cut off, and may still be gone on with. */
  #cut = false;

  constructor(
    app: Pick<RenderingApp, "printer">,
    config: Config,
    options: ViewOptions & { readonly hyperlinks: boolean },
    streams: Streams,
  ) {
    const { printer } = app;
    const chrome = printer[options.chrome];
    this.#streams = streams;
    this.#options = options;
    this.#names = { name: config.assistant.name, user: config.user.name };
    this.#json = isJson(printer.out.format);
    this.#answerIsMarkup = printer.out.format === "text-pretty";
    this.#pretty = chrome.format === "text-pretty";
    this.#color = chrome.color;
    this.reasoningDisplay = options.reasoning && this.#pretty && !this.#json
      ? config.style.reasoning.display
      : "hidden";
    this.#filter = new ReasoningFilter(this.reasoningDisplay);
    this.tools = new ToolView(config, {
      visible: options.tools && !isJson(chrome.format) && !this.#json,
      hyperlinks: options.hyperlinks,
      markdown: (text) => {
        this.#begin("tool", true);
        const stream = this.#thinking ? streams.thoughtful : streams.tool;
        // The blank line behind it is what comes next's to make.
        stream.write(text.replace(/\n+$/, "\n"));
        stream.end();
      },
    });
  }

  /** The next piece of an answer. */
  message(text: string): void {
    if (this.#json || text === "") return;
    if (this.#last !== "message") this.#begin("message", false);
    this.#cut = false;
    this.#streams.answer.write(text);
  }

  /** The next piece of reasoning. */
  reasoning(text: string): void {
    const shown = this.#filter.push(text);
    if (this.#json || shown === "") return;
    if (this.#last !== "reasoning") this.#begin("reasoning", false);
    this.#streams.reasoning.write(shown);
  }

  /** A structured answer. */
  data(value: Json): void {
    const pretty = this.#answerIsMarkup;
    this.message(
      pretty ? fenced(JSON.stringify(value, null, 2), "json") : JSON.stringify(value),
    );
  }

  /** Whether anything of a response is shown. */
  shows({ message, reasoning, data }: ChatResponse): boolean {
    return (message ?? "") !== "" || data !== undefined ||
      ((reasoning ?? "") !== "" && this.reasoningDisplay !== "hidden" &&
        this.reasoningDisplay !== "timer");
  }

  /** Whether something of what was said is left to type. */
  get typing(): boolean {
    return this.#streams.reasoning.typing || this.#streams.answer.typing;
  }

  /** Resolves when all of what was said is typed, or the signal aborts. */
  async typed(signal: AbortSignal): Promise<void> {
    await this.#streams.reasoning.typed(signal);
    await this.#streams.answer.typed(signal);
  }

  /** The block is whole: what comes next begins on a line of its own. */
  blockEnd(): void {
    const rest = this.#filter.end();
    if (this.#json) return;
    if (rest !== "") {
      if (this.#last !== "reasoning") this.#begin("reasoning", false);
      this.#streams.reasoning.write(rest);
    }
    this.#endTexts();
  }

  /** The answer was cut off here; said if nothing goes on from it. */
  interrupted(): void {
    this.#cut = this.#last === "message" || this.#last === "reasoning";
  }

  /** The model speaks next; null: which one it was is not known. */
  answerer(model: string | null): void {
    const { name } = this.#names;
    const shown = model ?? "assistant";
    this.#header(name === null ? shown : model === null ? name : `${name} (${model})`);
  }

  #header(name: string): void {
    if (!this.#headed) return;
    this.#begin("header", true);
    this.#say(this.#dim(`── ${safeName(name)} ──`) + "\n");
  }

  /** What the user said, as it was typed. */
  request(text: string): void {
    if (!this.#headed) return;
    this.#header(this.#names.user ?? "you");
    this.#say(text);
    this.#streams.chrome.end();
    this.#last = "message";
  }

  /** Ends what is unfinished. */
  end(): void {
    this.blockEnd();
    this.#mark();
    this.#streams.tool.end();
    this.#streams.thoughtful.end();
    this.#streams.chrome.end();
  }

  [Symbol.dispose](): void {
    this.end();
  }

  get #headed(): boolean {
    return !this.#json && (this.#pretty || this.#options.transcript);
  }

  /** Ends what came before, with a blank line where another kind of thing begins. */
  #begin(part: Part, always: boolean): void {
    // The filter has read the beginning of the reasoning that is about to be shown.
    if (part === "reasoning") this.#endTexts();
    else this.blockEnd();
    const before = this.#last;
    this.#mark();
    this.#last = part;
    const goesOn = this.#thinking && (part === "tool" || part === "reasoning");
    this.#thinking = part === "reasoning" || (part === "tool" && this.#thinking);
    if (before === "none" || before === "header" || (before === part && !always)) return;
    if (!this.#headed) return;
    if (goesOn) this.#streams.thoughtful.blank();
    else this.#say("\n");
  }

  #endTexts(): void {
    this.#streams.reasoning.end();
    this.#streams.answer.end();
  }

  #mark(): void {
    if (!this.#cut) return;
    this.#cut = false;
    if (this.#headed) this.#say(this.#dim("[interrupted]") + "\n");
  }

  #say(text: string): void {
    this.#streams.chrome.write(text);
  }

  #dim(text: string): string {
    return this.#color ? `\x1b[2m${text}\x1b[0m` : text;
  }
}

/** `style.typewriter`. */
function paceOf({ style }: Config): Pace {
  const { text_delay, code_delay, max_latency } = style.typewriter;
  return { textDelay: text_delay, codeDelay: code_delay, maxLatency: max_latency };
}

/** `style.reasoning.background` as SGR parameters. */
function backgroundOf(background: Config["style"]["reasoning"]["background"]): string {
  if (background === "off") return "";
  if (typeof background === "number") return `48;5;${background}`;
  const parts = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
  return `48;2;${parts.join(";")}`;
}
