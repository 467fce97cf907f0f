/**
 * The SDK's transport over a program in a session of its own: the SDK's own one starts servers in
 * our session and group, where a terminal's Ctrl-C reaches them, and kills only their first process.
 *
 * Owns the server's process: when it ends, or is closed, nothing it started is left.
 *
 * @module
 */

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types";
import type { SessionProcess } from "../../../host/platform/port.ts";
import { concat } from "../redact_bytes.ts";
import { within } from "../within.ts";

/** How long a server has to end once its input has ended, and once it is asked to, ms. */
const GRACE_MS = 200;
/** A longer message is none, in bytes. */
const MAX_MESSAGE = 10 * 1024 * 1024;
const NEWLINE = 10;
/** What is kept of its stderr, to say why it ended. */
const MAX_ERRORS = 2000;

type Stdio = typeof import("@modelcontextprotocol/sdk/shared/stdio");

/** A server's stdin and stdout as messages. */
export class SessionTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #process: SessionProcess;
  readonly #stdio: Stdio;
  readonly #registered: Disposable;
  #errors = "";
  #ending: Promise<void> | null = null;
  #how: string | null = null;
  #reading: Promise<void> = Promise.resolve();

  /** @param registered its place in the kill registry, given up when nothing of it is left. */
  constructor(process: SessionProcess, stdio: Stdio, registered: Disposable) {
    this.#process = process;
    this.#stdio = stdio;
    this.#registered = registered;
  }

  /** Why it has ended, with the last it said; null while it runs. */
  get ended(): string | null {
    if (this.#how === null) return null;
    const errors = this.#errors.trim();
    return errors === "" ? this.#how : `${this.#how}: ${errors}`;
  }

  start(): Promise<void> {
    void this.#readErrors();
    this.#reading = this.#readMessages();
    void this.#process.ended.then(({ code, signal }) => {
      this.#how ??= signal === null ? `exit status ${code}` : `ended by ${signal}`;
      return this.#end();
    });
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#ending !== null) throw new Error("the server has ended");
    await this.#process.write(new TextEncoder().encode(this.#stdio.serializeMessage(message)));
  }

  /** Ends the server: first as it likes to be ended, then at once. */
  async close(): Promise<void> {
    this.#how ??= "closed";
    this.#process.closeInput();
    await within(this.#process.ended, GRACE_MS);
    this.#process.terminate();
    await within(this.#process.ended, GRACE_MS);
    await this.#end();
  }

  #end(): Promise<void> {
    return this.#ending ??= (async () => {
      await this.#process.killAll();
      // What it still answered counts.
      await within(this.#reading, GRACE_MS);
      this.#process.release();
      this.#registered[Symbol.dispose]();
      this.onclose?.();
    })();
  }

  async #readMessages(): Promise<void> {
    // The SDK's own buffer copies all of a long line with every chunk of it.
    let line: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.#process.stdout) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        this.#deliver(concat([...line, chunk.subarray(from, at)]));
        [line, size, from] = [[], 0, at + 1];
      }
      line.push(chunk.slice(from));
      size += chunk.length - from;
      if (size <= MAX_MESSAGE) continue;
      this.#how ??= "it sent a message without end";
      void this.#end();
      return;
    }
  }

  #deliver(line: Uint8Array): void {
    try {
      this.onmessage?.(this.#stdio.deserializeMessage(new TextDecoder().decode(line)));
    } catch (error) {
      // A line that is no message, a greeting on stdout say; the next one may be.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #readErrors(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.#process.stderr) {
      const text = decoder.decode(chunk.subarray(-MAX_ERRORS), { stream: true });
      this.#errors = (this.#errors + text).slice(-MAX_ERRORS);
    }
  }
}
