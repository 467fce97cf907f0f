/**
 * What a plugin prints, on its way to the printer: framed in the run's format, in order with
 * everything else, and never able to act on the terminal.
 *
 * @module
 */

import { notice } from "../../../core/notices/mod.ts";
import { isJson } from "../../../host/printer/mod.ts";
import { type PrintRequest, RequestError } from "../../../services/plugins/mod.ts";
import { timestampOf } from "../../../services/workspace/mod.ts";
import type { App } from "../../app.ts";

/** The output of one plugin. Dispose it to end the line it may have left unfinished. */
export class PluginOutput implements Disposable {
  readonly #app: Pick<App, "printer" | "gate" | "signal" | "platform">;
  readonly #name: string;
  #printed = false;

  constructor(app: Pick<App, "printer" | "gate" | "signal" | "platform">, name: string) {
    this.#app = app;
    this.#name = name;
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
    this.#printed = true;
    if (request.channel === "chrome") this.#chrome(request.text);
    else this.#content(request, data);
    if (wait) await printer.room(signal);
  }

  [Symbol.dispose](): void {
    if (this.#printed) this.#app.printer.endLine();
  }

  #chrome(text: string): void {
    const { printer } = this.#app;
    if (isJson(printer.err.format)) {
      printer.notice(notice(text.trimEnd(), { plugin: this.#name }));
    } else printer.chrome(text);
  }

  #content({ text, format, language }: PrintRequest, data: unknown): void {
    const { printer, platform } = this.#app;
    if (!isJson(printer.out.format)) {
      return printer.text(format === "json" ? `${text.trim()}\n` : text);
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
