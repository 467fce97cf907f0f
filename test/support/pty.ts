/**
 * A program on a real terminal: real keys, real signals, the exit status the kernel reports, the
 * modes before and after, and what a person would see.
 *
 *     await using pty = spawnPty({ cmd: "less", args: ["README.md"] });
 *     await pty.expect("README.md");
 *     pty.press("q");
 *     assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
 *     assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
 *     assert.deepEqual((await pty.screen()).leftOn, []);
 *
 * The program is the leader of a session of its own and in the terminal's foreground; it is not the
 * child of a shell. For what only a shell shows (job control, loops, pipelines) use `shell`.
 * Expect, then write: nothing here sleeps. Disposing kills the program and everything it started.
 */
import { Changes, ExpectationError, type WaitOptions } from "./changes.ts";
import { epochMs } from "./clock.ts";
import { encodeKey } from "./keys.ts";
import { type ExitStatus, exitStatus, launch, newMarker, type Program } from "./launch.ts";
import { type Chunk, type Found, OutputLog, showPattern, tail } from "./output_log.ts";
import { killSurvivors, type ProcessInfo, survivors } from "./process_tree.ts";
import { PtyDevice } from "./pty_device.ts";
import { drawScreen, type Screen, TerminalScreen } from "./screen.ts";
import type { Termios } from "./termios.ts";

export interface PtyOptions extends Program {
  /** Default 80. */
  readonly cols?: number;
  /** Default 24. */
  readonly rows?: number;
  /** Standard streams that are not the terminal, as sh writes it: `"</dev/null >out.txt"`. */
  readonly redirect?: string;
  /** A terminal that speaks the kitty keyboard protocol. Default false. */
  readonly kitty?: boolean;
  /** Answer the program's queries (cursor position, attributes), as terminals do. Default true. */
  readonly answer?: boolean;
  /** For every wait that sets none. Milliseconds; default 30 000. */
  readonly timeoutMs?: number;
}

export function spawnPty(options: PtyOptions): Pty {
  return new Pty(options);
}

export class Pty implements AsyncDisposable {
  readonly pid: number;
  /** The kernel's word on how the program ended, once all it wrote has been read. */
  readonly exit: Promise<ExitStatus>;
  /** The modes before the program started. */
  readonly initialTermios: Termios;
  readonly #marker = newMarker();
  readonly #changes = new Changes();
  readonly #log = new OutputLog(this.#changes);
  readonly #screen: TerminalScreen;
  readonly #device: PtyDevice;
  readonly #timeoutMs: number | undefined;
  readonly #kitty: boolean;
  #ended: ExitStatus | undefined;
  #reaped = false;

  constructor(options: PtyOptions) {
    const { cols = 80, rows = 24, kitty, answer = true } = options;
    this.#timeoutMs = options.timeoutMs;
    this.#kitty = kitty ?? false;
    this.#screen = new TerminalScreen({
      cols,
      rows,
      kitty,
      onReply: answer ? (bytes) => this.#ended === undefined && this.write(bytes) : undefined,
    });
    this.#device = new PtyDevice({ cols, rows }, (bytes) => {
      const at = epochMs();
      // Only what the emulator has seen can be expected: after `expect`, the screen and the modes
      // that decide how a key is encoded are those behind the match.
      this.#screen.feed(bytes, () => this.#log.append(bytes, at));
    });
    this.initialTermios = this.#device.termios();
    const child = launch({
      ...options,
      marker: this.#marker,
      tty: this.#device.path,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    });
    this.pid = child.pid;
    this.exit = this.#awaitExit(child);
  }

  /** Types text or bytes as they are. */
  write(data: string | Uint8Array<ArrayBuffer>): void {
    this.#device.write(typeof data === "string" ? new TextEncoder().encode(data) : data);
  }

  /** Presses keys ("C-c", "Enter", "M-b", "Up", "x"), encoded for the modes the program has set. */
  press(...keys: string[]): void {
    const { kittyFlags, ...modes } = this.#screen.modes;
    // A terminal without the protocol ignores that it is asked for it.
    const spoken = { ...modes, kittyFlags: this.#kitty ? kittyFlags : 0 };
    for (const key of keys) this.write(encodeKey(key, spoken));
  }

  /** Pastes text, bracketed if the program has asked for it; a terminal sends newlines as CR. */
  paste(text: string): void {
    const typed = text.replaceAll(/\r?\n/g, "\r");
    this.write(this.#screen.modes.bracketedPaste ? `\x1b[200~${typed}\x1b[201~` : typed);
  }

  /** Cells. The program gets a SIGWINCH. */
  resize(cols: number, rows: number): void {
    this.#screen.resize({ cols, rows });
    this.#device.resize({ cols, rows });
  }

  /** Sends a signal to the program alone, as kill(1) does. */
  kill(signal: Deno.Signal): void {
    if (this.#reaped) throw new Error(`${signal}: the program has ended`);
    Deno.kill(this.pid, signal);
  }

  /** Closes the terminal under the program: SIGHUP, then EIO. */
  hangup(): Promise<void> {
    return this.#device.close();
  }

  /**
   * Stops or resumes reading what the program writes: a terminal nobody looks at. Resolves once the
   * loop that reads knows.
   */
  async setReading(on: boolean): Promise<void> {
    this.#device.setReading(on);
    await this.#device.drain();
  }

  termios(): Termios {
    return this.#device.termios();
  }

  /** The process group in the foreground. */
  get foregroundGroup(): number {
    return this.#device.foregroundGroup();
  }

  /** The slave's path. */
  get path(): string {
    return this.#device.path;
  }

  /** Everything written so far. */
  get raw(): string {
    return this.#log.text;
  }

  get rawBytes(): Uint8Array<ArrayBuffer> {
    return this.#log.bytes;
  }

  /** What was written after the last match or mark. */
  get rest(): string {
    return this.#log.rest;
  }

  /** Raw output in the pieces it came in, with arrival times. */
  get chunks(): readonly Chunk[] {
    return this.#log.chunks;
  }

  /** The next `expect` looks only at what comes from here on. */
  mark(): void {
    this.#log.mark();
  }

  /** Waits for a pattern in the raw output after the last match. */
  expect(pattern: string | RegExp, options: WaitOptions = {}): Promise<Found> {
    return this.#log.expect(
      pattern,
      this.#wait(options),
      (why) => this.#describe(showPattern(pattern), why),
    );
  }

  /**
   * Waits for a screen that satisfies the predicate, or whose text matches. Looks again at each
   * output: the predicate should ask about the screen and nothing else (else: `eventually`).
   */
  expectScreen(
    wanted: RegExp | string | ((screen: Screen) => boolean),
    options: WaitOptions = {},
  ): Promise<Screen> {
    const reads = (text: string) =>
      typeof wanted === "function" ||
      (typeof wanted === "string"
        ? text.includes(wanted)
        : new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, "")).test(text));
    const satisfies = typeof wanted === "function"
      ? wanted
      : (screen: Screen) => reads(screen.text);
    const name = typeof wanted === "function" ? String(wanted) : showPattern(wanted);
    return this.#changes.until(
      async () => {
        const ended = this.#ended;
        // A look at all cells costs more than the program does that draws them.
        if (ended === undefined && !reads(await this.#screen.text())) return undefined;
        const screen = await this.screen();
        if (satisfies(screen)) return screen;
        if (ended === undefined) return undefined;
        throw new ExpectationError(await this.#describe(`screen ${name}`, showStatus(ended)));
      },
      (why) => this.#describe(`screen ${name}`, why),
      this.#wait(options),
    );
  }

  /** What is on the screen, everything read so far included. */
  screen(): Promise<Screen> {
    return this.#screen.snapshot();
  }

  /** `exit`, but gives up and shows the screen if the program does not end. */
  expectExit(options: WaitOptions = {}): Promise<ExitStatus> {
    return this.#changes.until(
      () => this.#ended,
      (why) => this.#describe("the program to end", why),
      this.#wait(options),
    );
  }

  /** Processes the program has started that are still there, itself included. */
  survivors(): ProcessInfo[] {
    return survivors(this.#marker, this.#leader());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await killSurvivors(this.#marker, () => this.#leader());
    await this.exit;
    await this.#device.close();
    await this.#screen[Symbol.asyncDispose]();
  }

  async #awaitExit(child: Deno.ChildProcess): Promise<ExitStatus> {
    const status = await exitStatus(child);
    this.#reaped = true;
    await this.#device.drain();
    await this.#screen.settled();
    this.#ended = status;
    this.#log.end(showStatus(status));
    return status;
  }

  #leader(): number | undefined {
    return this.#reaped ? undefined : this.pid;
  }

  #wait({ timeoutMs = this.#timeoutMs }: WaitOptions): WaitOptions {
    return { timeoutMs };
  }

  async #describe(wanted: string, why: string): Promise<string> {
    return [
      `expected ${wanted}: ${why}`,
      drawScreen(await this.screen()),
      `raw, after the last match: ${tail(this.rest)}`,
      `raw, the end: ${tail(this.raw, 500)}`,
    ].join("\n");
  }
}

function showStatus({ code, signal }: ExitStatus): string {
  return `the program ended, ${signal ?? `exit status ${code}`}`;
}
