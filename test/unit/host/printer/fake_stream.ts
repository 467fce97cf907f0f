/**
 * An output whose reader the test plays: it takes what it is given, or nothing, or a part; it can
 * be gone.
 */
import { FsError, type OutputStream } from "../../../../src/host/platform/port.ts";

export class FakeStream implements OutputStream {
  readonly fd: number;
  /** Each write as it was taken. */
  readonly writes: string[] = [];
  /** What the next writes do; when it is empty they take everything. */
  readonly script: ("stick" | { readonly take: number } | { readonly fail: string })[] = [];
  readonly #terminal: boolean;
  readonly #sink: (text: string) => void;
  readonly #decoder = new TextDecoder();
  #stuck: (() => void)[] = [];

  constructor(fd: number, options: { terminal?: boolean; sink?: (text: string) => void } = {}) {
    this.fd = fd;
    this.#terminal = options.terminal ?? false;
    this.#sink = options.sink ?? (() => {});
  }

  get text(): string {
    return this.writes.join("");
  }

  /** Whether a write is waiting for the reader. */
  get stuck(): boolean {
    return this.#stuck.length > 0;
  }

  isTerminal(): boolean {
    return this.#terminal;
  }

  async write(bytes: Uint8Array): Promise<number> {
    const step = this.script.shift();
    if (step === "stick") await new Promise<void>((resolve) => this.#stuck.push(resolve));
    else await Promise.resolve();
    if (typeof step === "object" && "fail" in step) throw new FsError(step.fail, "write", "");
    const count = typeof step === "object" ? Math.min(step.take, bytes.length) : bytes.length;
    const text = this.#decoder.decode(bytes.subarray(0, count), { stream: true });
    this.writes.push(text);
    this.#sink(text);
    return count;
  }

  /** The reader reads again. */
  release(): void {
    for (const go of this.#stuck.splice(0)) go();
  }
}
