/**
 * What a plugin prints, on its way to the printer: framed in the run's format, rendered where it is
 * markup, in order with everything else, and never able to act on the terminal.
 *
 * @module
 */

import { notice } from "../../../core/notices/mod.ts";
import { type Channel, isJson, type TextStream } from "../../../host/printer/mod.ts";
import type { Config } from "../../../services/config/mod.ts";
import { type PrintRequest, RequestError } from "../../../services/plugins/mod.ts";
import { timestampOf } from "../../../services/workspace/mod.ts";
import type { App } from "../../app.ts";
import { fenced, markdownFor } from "../../show/mod.ts";

/** What may stand behind a fence. */
const LANGUAGE = /^[\w+#.-]{1,30}$/;

/** A channel's two sources. Markup is null where it is printed as it is. */
interface Streams {
  readonly plain: TextStream;
  readonly markup: TextStream | null;
}

/** Opens the output of a plugin. */
export async function pluginOutput(app: App, config: Config, name: string): Promise<PluginOutput> {
  const { printer } = app;
  printer.sanitize = config.style.sanitize;
  const streams = async (channel: Channel): Promise<Streams> => {
    const renderer = await markdownFor(app, config, channel);
    return {
      plain: printer.stream(channel),
      markup: renderer === null ? null : printer.stream(channel, renderer()),
    };
  };
  const [content, chrome] = await Promise.all([streams("out"), streams("err")]);
  return new PluginOutput(app, name, { content, chrome });
}

/** The output of one plugin. Dispose it to end what it may have left unfinished. */
export class PluginOutput implements Disposable {
  readonly #app: Pick<App, "printer" | "gate" | "signal" | "platform">;
  readonly #name: string;
  readonly #streams: Readonly<Record<PrintRequest["channel"], Streams>>;

  /** Made by {@linkcode pluginOutput}. */
  constructor(
    app: Pick<App, "printer" | "gate" | "signal" | "platform">,
    name: string,
    streams: Readonly<Record<PrintRequest["channel"], Streams>>,
  ) {
    this.#app = app;
    this.#name = name;
    this.#streams = streams;
  }

  /**
   * Prints; resolves when there is room for more, at once unless `wait`.
   *
   * @throws {RequestError} for JSON that is none.
   */
  async print(request: PrintRequest, wait: boolean): Promise<void> {
    const { printer, signal } = this.#app;
    const data = request.format === "json" ? parsed(request.text) : undefined;
    if (wait) await this.#app.gate.pass(signal).catch(() => {});
    const style = request.channel === "content" ? printer.out : printer.err;
    if (isJson(style.format)) this.#record(request, data);
    else this.#show(request, data);
    if (wait) await printer.room(signal);
  }

  [Symbol.dispose](): void {
    for (const { plain, markup } of Object.values(this.#streams)) {
      markup?.end();
      plain.end();
    }
  }

  #show({ text, channel, format, language }: PrintRequest, data: unknown): void {
    const { plain, markup } = this.#streams[channel];
    if (format === "plain" || markup === null) {
      markup?.end();
      return plain.write(format === "json" ? `${text.trim()}\n` : text);
    }
    plain.end();
    if (format === "markdown") return markup.write(text);
    // A block of its own, whatever came before.
    markup.end();
    markup.write(
      format === "json"
        ? fenced(JSON.stringify(data, null, 2), "json")
        : fenced(text, language !== null && LANGUAGE.test(language) ? language : ""),
    );
    markup.end();
  }

  #record({ text, channel, format, language }: PrintRequest, data: unknown): void {
    const { printer, platform } = this.#app;
    if (channel === "chrome") {
      return printer.notice(notice(text.trimEnd(), { plugin: this.#name }));
    }
    printer.record({
      timestamp: timestampOf(platform.clock.now()),
      type: "plugin_print",
      plugin: this.#name,
      format,
      ...language === null ? {} : { language },
      ...data === undefined ? { text } : { data },
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError("text is no JSON, and format says that it is");
  }
}
