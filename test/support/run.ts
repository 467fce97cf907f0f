/**
 * A program without a controlling terminal, as under cron, CI or ssh without -t: a session of its
 * own (setsid), standard streams on pipes, files or nothing at all.
 *
 *     await using jp = spawnDetached({ cmd: "jp", args: ["query", "hi"], stdin: "open" });
 *     await jp.stderr.expect("waiting");
 *     jp.kill("SIGINT");
 *     const { signal, stdout } = await jp.result();
 *
 * Disposing kills the program and everything it started.
 */
import { Changes, type WaitOptions } from "./changes.ts";
import { type ExitStatus, exitStatus, launch, newMarker, type Program } from "./launch.ts";
import { OutputLog, tail } from "./output_log.ts";
import { killSurvivors, type ProcessInfo, survivors } from "./process_tree.ts";

/**
 * - "null": /dev/null.
 * - "open": a pipe in which nothing comes until `writeStdin`.
 * - "closed": no descriptor 0 at all.
 * - text or bytes: a pipe that holds them and then ends.
 */
export type StdinSource =
  | "null"
  | "open"
  | "closed"
  | { readonly text: string }
  | { readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * - "piped": read as it comes.
 * - "unread": a pipe nobody reads until `resume`; it is full after 64 KiB, as behind an idle `less`.
 * - "closed": no descriptor at all.
 * - "null": /dev/null.
 * - file: truncated and written (`/dev/full`, say).
 */
export type OutputSink = "piped" | "unread" | "closed" | "null" | { readonly file: string };

export interface DetachedOptions extends Program {
  /** Default "null". */
  readonly stdin?: StdinSource;
  /** Default "piped". */
  readonly stdout?: OutputSink;
  /** Default "piped". */
  readonly stderr?: OutputSink;
  /** For every wait that sets none. Milliseconds; default 30 000. */
  readonly timeoutMs?: number;
}

export interface Result extends ExitStatus {
  readonly stdout: string;
  readonly stderr: string;
}

export function spawnDetached(options: DetachedOptions): Detached {
  return new Detached(options);
}

/** Starts, waits for the end, and answers with everything. */
export async function run(options: DetachedOptions): Promise<Result> {
  await using program = spawnDetached(options);
  return await program.result();
}

export class Detached implements AsyncDisposable {
  readonly pid: number;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** The kernel's word on how the program ended. */
  readonly exit: Promise<ExitStatus>;
  readonly #marker = newMarker();
  readonly #changes = new Changes();
  readonly #timeoutMs: number | undefined;
  readonly #stdin: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>> | undefined;
  #ended: ExitStatus | undefined;
  #reaped = false;

  constructor(options: DetachedOptions) {
    const { stdin = "null", stdout = "piped", stderr = "piped" } = options;
    this.#timeoutMs = options.timeoutMs;
    const child = launch({
      ...options,
      marker: this.#marker,
      redirect: [
        stdin === "closed" ? "<&-" : "",
        redirection(stdout, "1"),
        redirection(stderr, "2"),
      ].join(" ").trim(),
      stdin: stdin === "null" || stdin === "closed" ? "null" : "piped",
      stdout: isPipe(stdout) ? "piped" : "null",
      stderr: isPipe(stderr) ? "piped" : "null",
    });
    this.pid = child.pid;
    this.stdout = new OutputStream(isPipe(stdout) ? child.stdout : undefined, options.timeoutMs);
    this.stderr = new OutputStream(isPipe(stderr) ? child.stderr : undefined, options.timeoutMs);
    if (stdout === "piped") this.stdout.resume();
    if (stderr === "piped") this.stderr.resume();
    this.#stdin = stdin === "null" || stdin === "closed" ? undefined : child.stdin.getWriter();
    this.exit = this.#awaitExit(child);
    if (typeof stdin === "object") {
      const bytes = "text" in stdin ? new TextEncoder().encode(stdin.text) : stdin.bytes;
      this.writeStdin(bytes).then(() => this.closeStdin());
    }
  }

  /** Resolves once the program's pipe has taken the bytes, or is closed. */
  async writeStdin(data: string | Uint8Array<ArrayBuffer>): Promise<void> {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    await this.#stdin?.write(bytes).catch(ignoreBrokenPipe);
  }

  async closeStdin(): Promise<void> {
    await this.#stdin?.close().catch(ignoreBrokenPipe);
  }

  /** Sends a signal to the program alone. */
  kill(signal: Deno.Signal): void {
    if (this.#reaped) throw new Error(`${signal}: the program has ended`);
    Deno.kill(this.pid, signal);
  }

  /** Sends a signal to the program's whole group, as a terminal's Ctrl-C would. */
  killGroup(signal: Deno.Signal): void {
    if (this.#reaped) throw new Error(`${signal}: the program has ended`);
    Deno.kill(-this.pid, signal);
  }

  /** `exit`, but gives up and shows the output if the program does not end. */
  expectExit({ timeoutMs = this.#timeoutMs }: WaitOptions = {}): Promise<ExitStatus> {
    return this.#changes.until(
      () => this.#ended,
      (why) => `expected the program to end: ${why}\n${this.#describe()}`,
      { timeoutMs },
    );
  }

  /** The status, and all output of the streams that are read. */
  async result(options: WaitOptions = {}): Promise<Result> {
    const status = await this.expectExit(options);
    await Promise.all([this.stdout.ended, this.stderr.ended]);
    return { ...status, stdout: this.stdout.text, stderr: this.stderr.text };
  }

  /** Processes the program has started that are still there, itself included. */
  survivors(): ProcessInfo[] {
    return survivors(this.#marker, this.#leader());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await killSurvivors(this.#marker, () => this.#leader());
    await this.exit;
    await this.closeStdin();
    await Promise.all([this.stdout.close(), this.stderr.close()]);
  }

  async #awaitExit(child: Deno.ChildProcess): Promise<ExitStatus> {
    const status = await exitStatus(child);
    this.#reaped = true;
    this.#ended = status;
    this.#changes.notify();
    return status;
  }

  #leader(): number | undefined {
    return this.#reaped ? undefined : this.pid;
  }

  #describe(): string {
    return `stdout: ${tail(this.stdout.text)}\nstderr: ${tail(this.stderr.text)}`;
  }
}

/** One output of a program: a log that fills while it is read, and can be closed early. */
export class OutputStream extends OutputLog {
  readonly #source: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  readonly #timeoutMs: number | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  #pumped: Promise<void> = Promise.resolve();

  constructor(
    source: ReadableStream<Uint8Array<ArrayBuffer>> | undefined,
    timeoutMs: number | undefined,
  ) {
    super();
    this.#source = source;
    this.#timeoutMs = timeoutMs;
    if (source === undefined) this.end("the stream is not a pipe");
  }

  /** Resolves at the end of the stream; at once if it is not being read. */
  get ended(): Promise<void> {
    return this.#pumped;
  }

  override expect(
    ...[pattern, options = {}, describe]: Parameters<OutputLog["expect"]>
  ): ReturnType<
    OutputLog["expect"]
  > {
    return super.expect(pattern, { timeoutMs: this.#timeoutMs, ...options }, describe);
  }

  /** Starts reading. */
  resume(): void {
    if (this.#source === undefined || this.#reader !== undefined) return;
    this.#reader = this.#source.getReader();
    this.#pumped = this.#pump(this.#reader);
  }

  /** Closes our end of the pipe: the program's next write fails with EPIPE. */
  async close(): Promise<void> {
    if (this.#reader === undefined) await this.#source?.cancel();
    else await this.#reader.cancel();
    this.end("the test has closed the stream");
  }

  async #pump(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Promise<void> {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      this.append(next.value);
    }
    this.end("the stream has ended");
  }
}

function isPipe(sink: OutputSink): boolean {
  return sink === "piped" || sink === "unread";
}

function redirection(sink: OutputSink, fd: "1" | "2"): string {
  if (sink === "closed") return `${fd}>&-`;
  return typeof sink === "object" ? `${fd}>'${sink.file.replaceAll("'", "'''")}'` : "";
}

function ignoreBrokenPipe(error: unknown): void {
  // The program need not read its input; a test that cares looks at what it did.
  if (error instanceof Deno.errors.BrokenPipe || error instanceof TypeError) return;
  throw error;
}
