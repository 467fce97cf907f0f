/**
 * What a plugin says and what it is answered: one line after the other, each request answered with
 * its id, each line that is none with an error. Knows the messages; what they are about comes
 * through the ports.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import { assertNever } from "../../core/notices/mod.ts";
import { RequestError } from "./errors.ts";
import { linesOf } from "./lines.ts";
import {
  type ComposeRequest,
  echo,
  errorMessage,
  LOG_LEVELS,
  parseMessage,
  type PluginDescription,
  type PluginMessage,
  type PrintRequest,
} from "./protocol.ts";
import type { RunningPlugin } from "./running_plugin.ts";
import type { TerminalLoans } from "./terminal_loans.ts";

/** Bytes of a line, at most. */
export const LINE_LIMIT = 1_048_576;
/** Bytes it may print while it has the terminal, where nothing of it can be written. */
const LENT_LIMIT = 1_048_576;
/** Of what it writes to stderr the last lines are kept, to be shown when it fails. */
const LAST_WORDS = 3;

/** What came of a question. */
export type Composed =
  | { readonly outcome: "submitted"; readonly text: string; readonly values: readonly string[] }
  | { readonly outcome: "cancelled" | "unavailable" | "aborted"; readonly text: string };

/** What a plugin can ask for. */
export interface PluginPorts {
  /** @throws {RequestError} */
  listConversations(): Promise<readonly JsonObject[]>;
  /** @throws {RequestError} for one that is not there. */
  readEvents(conversation: string): Promise<readonly Json[]>;
  /** @throws {RequestError} for a key there is not. */
  readConfig(path: string | null): Promise<Json>;
  /** Prints; waits until there is room for more, unless it is told not to. */
  print(request: PrintRequest, wait: boolean): Promise<void>;
  log(level: (typeof LOG_LEVELS)[number], message: string, fields: JsonObject): void;
  /** Asks the user, until the signal aborts. */
  compose(request: ComposeRequest, signal: AbortSignal): Promise<Composed>;
}

/** How it said it would end. */
export interface PluginExit {
  readonly code: number;
  readonly reason: string | null;
}

/** One plugin's conversation with us. */
export class Session {
  readonly #plugin: RunningPlugin;
  readonly #ports: PluginPorts;
  readonly #loans: TerminalLoans;
  readonly #signal: AbortSignal;
  readonly #ready = Promise.withResolvers<void>();
  readonly #exit = Promise.withResolvers<PluginExit>();
  readonly #described = Promise.withResolvers<PluginDescription>();
  #exited = false;
  #asking: Promise<void> | null = null;
  #failed: { readonly error: unknown } | null = null;
  #waiting = true;
  #printedWhileLent = 0;
  #firstWords: string | null = null;
  readonly #lastWords: string[] = [];
  readonly #errors: Promise<void>;

  /** @param signal aborted when nobody is to be asked any more. */
  constructor(
    plugin: RunningPlugin,
    ports: PluginPorts,
    loans: TerminalLoans,
    signal: AbortSignal,
  ) {
    this.#plugin = plugin;
    this.#ports = ports;
    this.#loans = loans;
    this.#signal = signal;
    this.#errors = this.#readErrors();
  }

  /** Resolves when it has said `ready`, or anything else that is a message; may never. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves when it has said `exit`; may never. */
  get exit(): Promise<PluginExit> {
    return this.#exit.promise;
  }

  /** Resolves to what it says of itself; may never. */
  get described(): Promise<PluginDescription> {
    return this.#described.promise;
  }

  /** Whether it is the plugin's turn: nothing it has said waits for us. */
  get waiting(): boolean {
    return this.#waiting;
  }

  /** The first line it said that was no message; null when there was none. */
  get firstWords(): string | null {
    return this.#firstWords;
  }

  /** What it last wrote to stderr. */
  get lastWords(): readonly string[] {
    return this.#lastWords;
  }

  /** Reads what it says to the end. */
  async read(): Promise<void> {
    for await (const line of linesOf(this.#plugin.child.stdout, LINE_LIMIT)) {
      if (this.#exited) continue;
      this.#waiting = false;
      this.#loans.heard();
      if (line.kind === "too long") {
        await this.#complain(null, null, `a line is longer than ${LINE_LIMIT} bytes`);
      } else if (line.text.trim() !== "") await this.#line(line.text);
      this.#waiting = true;
    }
  }

  /** Waits for what is still under way when it has said everything. */
  async settled(): Promise<void> {
    await this.#asking;
    await this.#errors;
    if (this.#failed !== null) throw this.#failed.error;
  }

  async #line(text: string): Promise<void> {
    const parsed = parseMessage(text);
    if (parsed.kind === "malformed") {
      this.#firstWords ??= text;
      const { id, request, message } = parsed.complaint;
      this.#ports.log("debug", "a line of the plugin is no message", { message });
      return await this.#complain(id, request, message);
    }
    const { message } = parsed;
    // Whoever speaks the protocol is there, whether he says so or not.
    this.#ready.resolve();
    try {
      await this.#message(message);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      await this.#complain(message.id, message.type, error.message);
    }
  }

  async #message(message: PluginMessage): Promise<void> {
    const { id, type } = message;
    switch (type) {
      case "ready":
        return;
      case "list_conversations": {
        const data = await this.#ports.listConversations();
        return await this.#send({ type: "conversations", ...echo(id), data: [...data] });
      }
      case "read_events": {
        const { conversation } = message;
        const data = await this.#ports.readEvents(conversation);
        return await this.#send({ type: "events", ...echo(id), conversation, data: [...data] });
      }
      case "read_config": {
        const { path } = message;
        const data = await this.#ports.readConfig(path);
        const answer: JsonObject = { type: "config", ...echo(id), data };
        return await this.#send(path === null ? answer : { ...answer, path });
      }
      case "print":
        return await this.#print(message.print);
      case "log":
        return this.#ports.log(message.level, message.message, message.fields);
      case "describe":
        return this.#described.resolve(message.description);
      case "compose":
        return this.#compose(message.compose, message.id);
      case "terminal":
        return await this.#terminal(message.action, message.id);
      case "exit":
        this.#exited = true;
        return this.#exit.resolve({ code: message.code, reason: message.reason });
      default:
        return assertNever(type);
    }
  }

  async #print(request: PrintRequest): Promise<void> {
    const { lent } = this.#loans;
    // Held until the terminal is ours again: waiting for room would be waiting for ourselves.
    this.#printedWhileLent = lent ? this.#printedWhileLent + request.text.length : 0;
    if (this.#printedWhileLent > LENT_LIMIT) {
      throw new RequestError("release the terminal before you print more");
    }
    await this.#ports.print(request, !lent);
  }

  // Not awaited: what it says meanwhile is heard, its end above all.
  #compose(request: ComposeRequest, id: PluginMessage["id"]): void {
    if (this.#asking !== null) throw new RequestError("the last question is not answered yet");
    if (this.#loans.asked) throw new RequestError("release the terminal first");
    const ask = async (): Promise<void> => {
      const composed = await this.#ports.compose(request, this.#signal);
      this.#asking = null;
      const values = composed.outcome === "submitted" ? [...composed.values] : [];
      const { outcome, text } = composed;
      await this.#send({ type: "composed", ...echo(id), outcome, text, values });
    };
    this.#asking = ask().catch((error: unknown) => {
      this.#failed = { error };
      this.#plugin.kill();
    });
  }

  async #terminal(action: "acquire" | "release", id: PluginMessage["id"]): Promise<void> {
    if (action === "release") {
      this.#loans.release();
      return await this.#send({ type: "released", ...echo(id) });
    }
    if (this.#asking !== null) throw new RequestError("a question is on the screen");
    const refused = await this.#loans.acquire();
    if (refused !== null) throw new RequestError(refused);
    await this.#send({ type: "granted", ...echo(id) });
  }

  async #complain(
    id: PluginMessage["id"],
    request: string | null,
    message: string,
  ): Promise<void> {
    await this.#send(errorMessage({ id, request, message }));
  }

  async #send(message: JsonObject): Promise<void> {
    await this.#plugin.send(message);
  }

  async #readErrors(): Promise<void> {
    for await (const line of linesOf(this.#plugin.child.stderr, LINE_LIMIT)) {
      if (line.kind === "too long" || line.text.trim() === "") continue;
      this.#ports.log("trace", line.text, { stream: "stderr" });
      this.#lastWords.push(line.text);
      if (this.#lastWords.length > LAST_WORDS) this.#lastWords.shift();
    }
  }
}
