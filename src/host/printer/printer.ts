/**
 * The one writer of stdout and stderr: answers on the first, chrome on the second, each in its
 * channel's format, asynchronously and in order. It holds everything while a prompt is up and
 * continues on the same row; it owns the one status line. What is said is decided elsewhere.
 *
 * Source: RFD 048 (channels), RFD 092 "Output discipline", product.md "Output".
 *
 * @module
 */

import { formatNotice, type Notice } from "../../core/notices/mod.ts";
import type { OutputStream } from "../platform/port.ts";
import {
  safeName,
  type Sanitize,
  sanitized,
  type SanitizeOptions,
  Sanitizer,
} from "../sanitize/mod.ts";
import { type ChannelStyle, isJson } from "./format.ts";
import type { Channel, Hold, PrinterOptions } from "./options.ts";
import { type Dress, joined, NOTHING, OutputQueue } from "./output_queue.ts";
import { plainJson } from "./plain_json.ts";
import { CLEAR, StatusLine } from "./status_line.ts";
import { TerminalRow, type UnfinishedRow } from "./terminal_row.ts";
import { type TextRenderer, type TextSink, TextStream } from "./text_stream.ts";
import { type Pace, Typing, typingOf } from "./typewriter.ts";

const RESET = "\x1b[0m";
/** Until the second one the terminal shows nothing of what is written (DEC private mode 2026). */
const BEGIN_UPDATE = "\x1b[?2026h";
const END_UPDATE = "\x1b[?2026l";
/** What redrawn markdown has in it. */
// deno-lint-ignore no-control-regex -- sequences are what has to be found
const CLEAR_BEFORE = /\x1b\[(?:2K|J)/;
const CHANNELS = ["out", "err"] as const;

/** The printer of a process. */
export class Printer {
  /** stdout's style. */
  readonly out: ChannelStyle;
  /** stderr's style. */
  readonly err: ChannelStyle;
  readonly #options: PrinterOptions;
  readonly #onTerminal: Readonly<Record<Channel, boolean>>;
  readonly #oneDestination: boolean;
  readonly #queues: Readonly<Record<Channel, OutputQueue>>;
  /** The row as it will be once everything queued is written; what decides about line ends. */
  readonly #queuedRow = new TerminalRow();
  /** The row as it is on the screen. */
  readonly #shownRow = new TerminalRow();
  readonly #encoder = new TextEncoder();
  /** What somebody else wrote, on its way to each channel. */
  readonly #clean: Readonly<Record<Channel, Sanitizer>>;
  #sanitize: Sanitize = "strip";
  readonly #status: StatusLine;
  /** The renderer that wrote to the terminal last, and may write its open rows again. */
  #painting: { readonly channel: Channel; readonly renderer: TextRenderer } | null = null;
  readonly #typing = new Typing();
  /** Whether what is being written writes over something. */
  #redraws = false;
  /** Whether the rows above the cursor are not ours any more. */
  #disturbed = false;
  #holds = 0;
  /** Whether what a channel got last ended in a line end, where no terminal shows it. */
  readonly #endsLine: Record<Channel, boolean> = { out: true, err: true };

  /** One for a process: two could tear each other's lines. */
  constructor(options: PrinterOptions) {
    this.#options = options;
    this.out = options.out;
    this.err = options.err;
    const out = options.stdout.isTerminal();
    const err = options.stderr.isTerminal();
    this.#onTerminal = { out, err };
    const failed = (stream: OutputStream, error: { code: string }): void =>
      options.onGone(stream === options.stdout ? "out" : "err", error.code);
    const { size, measure } = options;
    this.#status = new StatusLine({ size, measure, row: this.#shownRow });
    const dress: Dress = (stream, bytes, taken) => this.#dress(stream, bytes, taken);
    const queue = new OutputQueue(failed, dress);
    // One destination, one order; two of them, two queues, so that one cannot stop the other.
    const one = (out && err) || options.oneDestination === true;
    this.#oneDestination = one;
    this.#queues = { out: queue, err: one ? queue : new OutputQueue(failed, dress) };
    this.#clean = {
      out: new Sanitizer(() => this.#cleaning(this.out)),
      err: new Sanitizer(() => this.#cleaning(this.err)),
    };
  }

  /** `style.sanitize`, once it is known; control sequences are stripped until then. */
  set sanitize(mode: Sanitize) {
    this.#sanitize = mode;
  }

  /**
   * Prints answer text, without the control sequences it must not hold: no line end is added,
   * nothing but an unfinished sequence is kept back.
   */
  text(text: string): void {
    this.#write("out", this.#clean.out.push(text));
  }

  /**
   * A source of text of its own on a channel: sanitized, and rendered where it is markup. Several
   * may be open; each goes on where it was, in a row of its own if another has written meanwhile.
   *
   * @param pace types what is rendered on a terminal; nothing else is ever slowed down, and whatever
   * else is to be written, a prompt or the end has the rest of it written at once.
   */
  stream(
    channel: Channel,
    renderer: TextRenderer | null = null,
    pace: Pace | null = null,
  ): TextStream {
    const types = this.#onTerminal[channel] ? typingOf(renderer, pace, this.#options.timer) : null;
    const sink: TextSink = {
      write: (text, from) => this.#write(channel, text, from),
      endLine: () => {
        if (this.#painting === null && this.#midLine(channel)) this.#write(channel, "\n");
      },
      typing: (typewriter) => this.#typing.turn(typewriter, renderer),
    };
    const clean = new Sanitizer(() => this.#cleaning(this[channel]));
    return new TextStream(sink, clean, renderer, types);
  }

  /** Prints one JSON value on stdout: a line of its own, or indented under json-pretty. */
  record(value: unknown): void {
    this.#write("out", this.#json(this.out, value));
  }

  /** Says something on the chrome channel. */
  notice(notice: Notice): void {
    this.#typing.out();
    this.#leave(null);
    this.#write("err", this.formatted(notice));
  }

  /** Prints chrome text a piece at a time, as {@linkcode text} does: reasoning as it streams. */
  chrome(text: string): void {
    this.#write("err", this.#clean.err.push(text));
  }

  /** A notice as the chrome channel shows it. */
  formatted(notice: Notice): string {
    if (this.err.format === "json-pretty") {
      return this.#json(this.err, { message: notice.text, ...notice.fields });
    }
    if (this.err.format === "json") return plainJson(formatNotice(notice, "json"));
    const text = sanitized(formatNotice(notice, "text"), this.#cleaning(this.err));
    // Chrome never continues somebody else's line.
    return this.#midLine("err") ? "\n" + text : text;
  }

  /** Prints a value on the chrome channel as JSON, or its text form otherwise. */
  errRecord(value: unknown): void {
    this.#write("err", this.#json(this.err, value));
  }

  /**
   * Ends each channel's line if it is unfinished, so that what comes next (a prompt of the shell,
   * the next file of a pipeline) starts on its own; colours the text left on end with it.
   */
  endLine(): void {
    this.#typing.out();
    this.#leave(null);
    for (const channel of CHANNELS) {
      this.#write(channel, this.#clean[channel].end());
      if (this.#midLine(channel)) this.#write(channel, "\n");
    }
  }

  /** Has the rest of what is being typed written now. */
  typeOut(): void {
    this.#typing.out();
  }

  /** Whether a channel ends on a terminal. */
  isOnTerminal(channel: Channel): boolean {
    return this.#onTerminal[channel];
  }

  /** Whether nobody else writes to the terminal, a pipeline's reader say. */
  async isAlone(): Promise<boolean> {
    return await this.#options.alone?.() ?? true;
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
    // One line, every character of it seen: it names tools, servers, whoever holds a lock.
    this.#status.text = safeName(line ?? "");
    this.#showStatus();
  }

  /**
   * What has to be written, at once, to say a last message: the status line gives way, and the
   * message stands on a line of its own.
   */
  lastLine(notice: Notice): string {
    const json = isJson(this.err.format);
    const pretty = this.#onTerminal.err && this.err.format === "text-pretty";
    // A row of ours that is clean may still have the key's echo on it.
    const before = this.#status.shown || (pretty && this.#shownRow.clean)
      ? CLEAR
      : this.#onTerminal.err && !this.#shownRow.clean && !json
      ? "\r\n"
      : "";
    return before + formatNotice(notice, json ? "json" : "text");
  }

  /**
   * Stops all output and waits for the write under way, if it is to the terminal. Disposing the
   * hold continues: the row is written again, since a Ctrl-C key may have made the kernel drop a
   * part of it; with what follows it if the holder has done that already, else at once.
   */
  async hold(signal: AbortSignal): Promise<Hold> {
    this.#typing.out();
    const queues = [...new Set([this.#queues.out, this.#queues.err])];
    const holds = queues.map((queue) => queue.hold());
    for (const queue of queues) queue.ahead(null);
    const channel = this.#terminalChannel;
    this.#holds++;
    let row: UnfinishedRow = { text: "", column: 0, styled: false };
    let width = 0;
    const known = await this.isAlone();
    if (channel !== null) {
      await this.#queues[channel].settled(signal);
      await this.#writeNow(channel, this.#status.takeOff());
      width = this.#options.size().columns;
      if (known) row = this.#shownRow.at(width, this.#options.measure);
      if (row.styled) await this.#writeNow(channel, RESET);
    }
    let held = true;
    let used = 0;
    let stands = false;
    return {
      row,
      known,
      used: (rows, rowStands = false) => {
        used = Math.max(used, rows);
        stands = rowStands;
      },
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        this.#holds--;
        const { rows } = this.#options.size();
        const open = this.#painting?.renderer.openRows ?? 0;
        const disturbed = this.#disturbed;
        this.#disturbed = false;
        if (disturbed || open + used >= rows) this.#leave(null);
        if (channel !== null && row.text !== "") {
          const again = this.#encoder.encode("\r" + this.#rowAgain(row, width).text);
          const queue = this.#queues[channel];
          const asItWas = (): boolean => this.#options.size().columns === width;
          // Where it stands nothing is written for it alone. But what follows has to join it as if
          // nothing had come between: its attributes, an accent on its last letter, a width about
          // which terminals disagree. No cursor movement leads to the end of a full one.
          if (stands && !disturbed && asItWas() && row.column < width) {
            queue.ahead(() => asItWas() ? again : NOTHING);
          } else queue.pushFirst(this.#stream(channel), again);
        }
        for (const hold of holds) hold[Symbol.dispose]();
        this.#showStatus();
      },
    };
  }

  /**
   * Somebody else has had the terminal (a shell, while we were stopped), and left the cursor at the
   * beginning of a row.
   */
  moved(): void {
    for (const channel of CHANNELS) this.#queues[channel].ahead(null);
    this.#status.forget();
    if (this.#holds > 0) {
      this.#disturbed = true;
      return;
    }
    this.#painting?.renderer.leave();
    this.#painting = null;
    for (const row of [this.#queuedRow, this.#shownRow]) row.follow("\n");
    this.#showStatus();
  }

  /**
   * Resolves when the terminal has what was printed so far, or takes nothing for `stallMs`: a
   * question has to stand below what it is about.
   */
  async shown(stallMs: number, signal: AbortSignal): Promise<void> {
    const channel = this.#terminalChannel;
    if (channel === null) return;
    this.#typing.out();
    const queue = this.#queues[channel];
    const end = queue.progress + queue.waitingBytes;
    for (let seen = -1; !queue.idle && queue.progress < end && !signal.aborted;) {
      if (queue.progress === seen) return;
      seen = queue.progress;
      await queue.moved(AbortSignal.any([signal, AbortSignal.timeout(stallMs)]));
    }
  }

  /**
   * Waits until everything is written. Gives up when nothing has moved for `stallMs`: a reader that
   * does not read can not hold the end of the process.
   */
  async flush(stallMs: number): Promise<"done" | "stalled"> {
    this.#typing.out();
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
    this.#typing.out();
    this.#queues[channel].close(this.#stream(channel));
  }

  get #terminalChannel(): Channel | null {
    return this.#onTerminal.out ? "out" : this.#onTerminal.err ? "err" : null;
  }

  #showStatus(): void {
    if (this.#status.stale) this.#queues.err.poke(this.#options.stderr);
  }

  #stream(channel: Channel): OutputStream {
    return channel === "out" ? this.#options.stdout : this.#options.stderr;
  }

  #write(channel: Channel, text: string, from: TextRenderer | null = null): void {
    if (text === "") return;
    this.#typing.out(from);
    this.#leave(from);
    this.#push(channel, text, from);
  }

  #push(channel: Channel, text: string, from: TextRenderer | null): void {
    if (text === "") return;
    this.#endsLine[channel] = text.endsWith("\n");
    if (this.#oneDestination) this.#endsLine.out = this.#endsLine.err = this.#endsLine[channel];
    const bytes = this.#encoder.encode(text);
    const stream = this.#stream(channel);
    if (!this.#onTerminal[channel]) return this.#queues[channel].push(stream, bytes);
    if (from !== null) this.#painting = { channel, renderer: from };
    this.#queuedRow.follow(text);
    this.#queues[channel].push(stream, bytes, () => {
      this.#shownRow.follow(text);
      if (from !== null && CLEAR_BEFORE.test(text)) this.#redraws = true;
    });
  }

  /** The rows another renderer has open stay as they are from here on. */
  #leave(to: TextRenderer | null): void {
    if (this.#painting === null || this.#painting.renderer === to) return;
    const { channel, renderer } = this.#painting;
    this.#painting = null;
    this.#push(channel, renderer.leave(), renderer);
    this.#painting = null;
  }

  // What is written to the terminal takes the status line off and puts it back in the same write.
  #dress(stream: OutputStream, bytes: Uint8Array, taken: () => void): Uint8Array {
    if (!this.#onTerminal[stream === this.#options.stdout ? "out" : "err"]) {
      taken();
      return bytes;
    }
    const off = bytes.length === 0 ? "" : this.#status.takeOff();
    this.#redraws = off !== "";
    taken();
    const on = this.#status.putOn();
    const together = this.#options.synchronizes === true && (this.#redraws || on !== "");
    const before = (together ? BEGIN_UPDATE : "") + off;
    const after = on + (together ? END_UPDATE : "");
    if (before === "" && after === "") return bytes;
    return joined([this.#encoder.encode(before), bytes, this.#encoder.encode(after)]);
  }

  /** A terminal that has another width by now has broken the line anew, unless it never does. */
  #rowAgain(row: UnfinishedRow, width: number): UnfinishedRow {
    const { columns } = this.#options.size();
    return columns === width || this.#options.reflows?.() === false
      ? row
      : this.#shownRow.at(columns, this.#options.measure);
  }

  // For the holder of a queue that has settled: nobody else is writing to the terminal.
  async #writeNow(channel: Channel, text: string): Promise<void> {
    const bytes = this.#encoder.encode(text);
    for (let done = 0; done < bytes.length;) {
      done += await this.#stream(channel).write(bytes.subarray(done)).catch(() => bytes.length);
    }
  }

  #midLine(channel: Channel): boolean {
    return this.#onTerminal[channel] ? !this.#queuedRow.clean : !this.#endsLine[channel];
  }

  // Where no escape byte belongs, none is let through, whatever the configuration says.
  #cleaning({ format, color }: ChannelStyle): SanitizeOptions {
    return { mode: format === "text-pretty" ? this.#sanitize : "strip", color };
  }

  #json(style: ChannelStyle, value: unknown): string {
    const indent = style.format === "json-pretty" ? 2 : undefined;
    return plainJson(JSON.stringify(value, null, indent)) + "\n";
  }
}
