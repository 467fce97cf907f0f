/**
 * The one writer of stdout and stderr: answers on the first, chrome on the second, each in its
 * channel's format, asynchronously and in order. It holds everything while a prompt is up and
 * continues on the same row; it owns the one status line. What is said is decided elsewhere.
 *
 * Source: RFD 048 (channels), RFD 092 "Output discipline", product.md "Output".
 *
 * @module
 */

import type { Measure } from "../../core/frame/mod.ts";
import { formatNotice, type Notice } from "../../core/notices/mod.ts";
import type { OutputStream, WindowSize } from "../platform/port.ts";
import { type ChannelStyle, isJson } from "./format.ts";
import { OutputQueue } from "./output_queue.ts";
import { TerminalRow, type UnfinishedRow } from "./terminal_row.ts";

const CLEAR = "\r\x1b[2K";

/** Where something is printed. */
export type Channel = "out" | "err";

/** What a printer is made of. */
export interface PrinterOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly out: ChannelStyle;
  readonly err: ChannelStyle;
  /** The terminal's size now, for rows that wrap. */
  readonly size: () => WindowSize;
  /** Cells of a grapheme. */
  readonly measure: Measure;
  /** Told once when a channel can take no more; `code` is `EPIPE`, `EIO`, … */
  readonly onGone: (channel: Channel, code: string) => void;
}

/** A pause of all output, with the row it stopped on. Disposing it writes that row again. */
export interface Hold extends Disposable {
  readonly row: UnfinishedRow;
}

/** The printer of a process. */
export class Printer {
  readonly out: ChannelStyle;
  readonly err: ChannelStyle;
  readonly #options: PrinterOptions;
  readonly #onTerminal: Readonly<Record<Channel, boolean>>;
  readonly #queues: Readonly<Record<Channel, OutputQueue>>;
  /** The row as it will be once everything queued is written; what decides about line ends. */
  readonly #queuedRow = new TerminalRow();
  /** The row as it is on the screen. */
  readonly #shownRow = new TerminalRow();
  readonly #encoder = new TextEncoder();
  #status = "";
  /** Whether the status line will be on the screen once everything queued is written. */
  #statusQueued = false;
  /** Whether it is on the screen. */
  #statusShown = false;
  #holds = 0;
  /** Whether the answer ended in a line end, where no terminal shows it. */
  #outEndsLine = true;

  constructor(options: PrinterOptions) {
    this.#options = options;
    this.out = options.out;
    this.err = options.err;
    const out = options.stdout.isTerminal();
    const err = options.stderr.isTerminal();
    this.#onTerminal = { out, err };
    const failed = (stream: OutputStream, error: { code: string }): void =>
      options.onGone(stream === options.stdout ? "out" : "err", error.code);
    const queue = new OutputQueue(failed);
    // One terminal, one order; two destinations, two queues, so that one cannot stop the other.
    this.#queues = { out: queue, err: out && err ? queue : new OutputQueue(failed) };
  }

  /** Prints answer text as it is: no line end is added, nothing is kept back. */
  text(text: string): void {
    this.#write("out", text);
  }

  /** Prints one JSON value on stdout: a line of its own, or indented under json-pretty. */
  record(value: unknown): void {
    this.#write("out", this.#json(this.out, value));
  }

  /** Says something on the chrome channel. */
  notice(notice: Notice): void {
    this.#write("err", this.formatted(notice));
  }

  /** Prints chrome text as it is, a piece at a time: reasoning as it streams. */
  chrome(text: string): void {
    this.#write("err", text);
  }

  /** A notice as the chrome channel shows it. */
  formatted(notice: Notice): string {
    if (this.err.format === "json-pretty") {
      return this.#json(this.err, { message: notice.text, ...notice.fields });
    }
    const text = formatNotice(notice, isJson(this.err.format) ? "json" : "text");
    // Chrome on the terminal never continues somebody else's line.
    return this.#onTerminal.err && !this.#queuedRow.clean && !isJson(this.err.format)
      ? "\n" + text
      : text;
  }

  /** Prints a value on the chrome channel as JSON, or its text form otherwise. */
  errRecord(value: unknown): void {
    this.#write("err", this.#json(this.err, value));
  }

  /**
   * Ends the answer's line if it is unfinished, so that what comes next (a prompt of the shell, the
   * next record of a pipeline) starts on its own.
   */
  endLine(): void {
    const unfinished = this.#onTerminal.out ? !this.#queuedRow.clean : !this.#outEndsLine;
    if (unfinished) this.#write("out", "\n");
  }

  /** Resolves when the producer of answer text may go on. */
  room(signal: AbortSignal): Promise<void> {
    return this.#queues.out.room(signal);
  }

  /**
   * Shows one line that is rewritten in place, or takes it away (null). Nothing is shown unless
   * stderr is a terminal in text-pretty; it makes way for everything else.
   */
  status(line: string | null): void {
    if (!this.#onTerminal.err || this.err.format !== "text-pretty") return;
    this.#status = line ?? "";
    if (this.#holds === 0) this.#drawStatus();
  }

  /**
   * What has to be written, at once, to say a last message: the status line gives way, and the
   * message stands on a line of its own.
   */
  lastLine(notice: Notice): string {
    const json = isJson(this.err.format);
    const before = this.#statusShown
      ? CLEAR
      : this.#onTerminal.err && !this.#shownRow.clean && !json
      ? "\r\n"
      : "";
    return before + formatNotice(notice, json ? "json" : "text");
  }

  /**
   * Stops all output and waits for the write under way, if it is to the terminal. Disposing the
   * hold continues: the row is written again, since a Ctrl-C key may have made the kernel drop a
   * part of it.
   */
  async hold(signal: AbortSignal): Promise<Hold> {
    const queues = [...new Set([this.#queues.out, this.#queues.err])];
    const holds = queues.map((queue) => queue.hold());
    const channel = this.#terminalChannel;
    this.#holds++;
    let row: UnfinishedRow = { text: "", column: 0 };
    if (channel !== null) {
      await this.#queues[channel].settled(signal);
      if (this.#statusShown) await this.#writeNow(channel, CLEAR);
      this.#statusShown = false;
      row = this.#shownRow.at(this.#options.size().columns, this.#options.measure);
    }
    let held = true;
    return {
      row,
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        this.#holds--;
        if (channel !== null && row.text !== "") {
          this.#queues[channel].pushFirst(
            this.#stream(channel),
            this.#encoder.encode("\r" + row.text),
          );
        }
        for (const hold of holds) hold[Symbol.dispose]();
        if (this.#holds === 0) this.#drawStatus();
      },
    };
  }

  /**
   * Waits until everything is written. Gives up when nothing has moved for `stallMs`: a reader that
   * does not read can not hold the end of the process.
   */
  async flush(stallMs: number): Promise<"done" | "stalled"> {
    const queues = [...new Set([this.#queues.out, this.#queues.err])];
    for (const queue of queues) {
      for (let seen = -1; !queue.idle;) {
        if (queue.progress === seen) return "stalled";
        seen = queue.progress;
        await queue.drained(AbortSignal.timeout(stallMs));
      }
    }
    return "done";
  }

  /** Takes nothing more for this channel and drops what waits. */
  close(channel: Channel): void {
    this.#queues[channel].close(this.#stream(channel));
  }

  get #terminalChannel(): Channel | null {
    return this.#onTerminal.out ? "out" : this.#onTerminal.err ? "err" : null;
  }

  #stream(channel: Channel): OutputStream {
    return channel === "out" ? this.#options.stdout : this.#options.stderr;
  }

  #write(channel: Channel, text: string): void {
    if (text === "") return;
    if (channel === "out") this.#outEndsLine = text.endsWith("\n");
    const onTerminal = this.#onTerminal[channel];
    if (!onTerminal) return this.#push(channel, text);
    this.#clearStatus();
    this.#queuedRow.follow(text);
    this.#push(channel, text, () => this.#shownRow.follow(text));
    if (this.#holds === 0) this.#drawStatus();
  }

  #push(channel: Channel, text: string, written?: () => void): void {
    this.#queues[channel].push(this.#stream(channel), this.#encoder.encode(text), written);
  }

  // Only on a clean row: an answer that pauses in the middle of a line keeps its place.
  #drawStatus(): void {
    if (this.#status === "") return this.#clearStatus();
    if (!this.#queuedRow.clean) return;
    const { columns } = this.#options.size();
    this.#statusQueued = true;
    this.#push("err", CLEAR + cut(this.#status, columns - 1, this.#options.measure), () => {
      this.#statusShown = true;
    });
  }

  #clearStatus(): void {
    if (!this.#statusQueued) return;
    this.#statusQueued = false;
    this.#push("err", CLEAR, () => {
      this.#statusShown = false;
    });
  }

  // For the holder of a queue that has settled: nobody else is writing to the terminal.
  async #writeNow(channel: Channel, text: string): Promise<void> {
    const bytes = this.#encoder.encode(text);
    for (let done = 0; done < bytes.length;) {
      done += await this.#stream(channel).write(bytes.subarray(done)).catch(() => bytes.length);
    }
  }

  #json(style: ChannelStyle, value: unknown): string {
    return JSON.stringify(value, null, style.format === "json-pretty" ? 2 : undefined) + "\n";
  }
}

function cut(text: string, columns: number, measure: Measure): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += character >= " " && character <= "~" ? 1 : measure(character);
    if (width > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
}
