/**
 * A plugin's process for tests: what it says is pushed by the test, what it is told is kept, and it
 * ends when the test says so or when it is killed.
 */
import type { GroupedProcess, StopSignal } from "../../../../src/host/platform/port.ts";

export const FAKE_PID = 4242;

/** A pipe's end: chunks until it is closed. */
class Chunks implements AsyncIterable<Uint8Array> {
  readonly #waiting: Uint8Array[] = [];
  #wake: () => void = () => {};
  #closed = false;

  push(text: string): void {
    this.#waiting.push(new TextEncoder().encode(text));
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#closed) return;
      else await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}

export class FakeChild implements GroupedProcess {
  readonly pid = FAKE_PID;
  readonly group: Promise<number | null>;
  readonly ended: Promise<{ readonly code: number; readonly signal: string | null }>;
  readonly stdout = new Chunks();
  readonly stderr = new Chunks();
  readonly unread = 0;
  notExecuted = false;
  stopped: StopSignal | null = null;
  /** What it was told, message by message. */
  readonly told: Record<string, unknown>[] = [];
  /** What happened to it besides. */
  readonly deeds: string[] = [];
  #end: (status: { code: number; signal: string | null }) => void = () => {};

  constructor(group: Promise<number | null> = Promise.resolve(FAKE_PID)) {
    this.group = group;
    this.ended = new Promise((resolve) => this.#end = resolve);
  }

  say(...messages: readonly object[]): void {
    for (const message of messages) this.stdout.push(`${JSON.stringify(message)}\n`);
  }

  end(code: number, signal: string | null = null): void {
    this.#end({ code, signal });
    this.stdout.close();
    this.stderr.close();
  }

  write(bytes: Uint8Array): Promise<void> {
    const lines = new TextDecoder().decode(bytes).trimEnd().split("\n");
    this.told.push(...lines.map((line) => JSON.parse(line)));
    return Promise.resolve();
  }

  closeInput(): void {
    this.deeds.push("input closed");
  }

  stoppedBy(): StopSignal | null {
    return this.stopped;
  }

  kill(): void {
    this.deeds.push("killed");
    this.end(0, "SIGKILL");
  }

  killAll(): Promise<void> {
    this.deeds.push("killed with all it started");
    this.end(0, "SIGKILL");
    return Promise.resolve();
  }

  release(): void {
    this.stdout.close();
    this.stderr.close();
  }
}
