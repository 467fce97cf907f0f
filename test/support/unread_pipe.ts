/** A pipe that stands in a directory, and that nobody reads: full after 64 KiB, as behind an idle `less`. */
import { eventually } from "./changes.ts";
import { cString, openLibc } from "./libc.ts";

const O_RDONLY = 0;
const O_NONBLOCK = 0o4000;
const FIONREAD = 0x541bn;
/** A pipe of Linux holds 64 KiB. */
const ALMOST_FULL = 60_000;

export class UnreadPipe implements AsyncDisposable {
  readonly path: string;
  readonly #libc = openLibc();
  readonly #fd: number;

  static async make(directory: string): Promise<UnreadPipe> {
    const path = `${directory}/unread`;
    const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
    if (!success) throw new Error(`no pipe at ${path}`);
    return new UnreadPipe(path);
  }

  constructor(path: string) {
    this.path = path;
    this.#fd = this.#libc.symbols.open(cString(path), O_RDONLY | O_NONBLOCK);
  }

  /** Resolves when nothing more goes into it. */
  async full(): Promise<void> {
    await eventually(() => this.#waiting() >= ALMOST_FULL || undefined, "a full pipe");
  }

  #waiting(): number {
    const bytes = new Int32Array(1);
    this.#libc.symbols.ioctl(this.#fd, FIONREAD, bytes);
    return bytes[0] ?? 0;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#libc.symbols.close(this.#fd);
    this.#libc[Symbol.dispose]();
    return Promise.resolve();
  }
}
