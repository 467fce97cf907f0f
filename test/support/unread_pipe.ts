/** A pipe that stands in a directory, and that nobody reads, as behind an idle `less`. */
import { eventually } from "./changes.ts";
import { cString, openLibc } from "./libc.ts";

const O_RDWR = 2;
const O_NONBLOCK = 0o4000;
const POLLOUT = 4;

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
    this.#fd = this.#libc.symbols.open(cString(path), O_RDWR | O_NONBLOCK);
  }

  /** Resolves when nothing more goes into it: how many bytes that are hangs on how they came. */
  async full(): Promise<void> {
    await eventually(async () => await this.#takesNothing() || undefined, "a full pipe");
  }

  async #takesNothing(): Promise<boolean> {
    const polled = new DataView(new ArrayBuffer(8));
    polled.setInt32(0, this.#fd, true);
    polled.setInt16(4, POLLOUT, true);
    return await this.#libc.symbols.poll(new Uint8Array(polled.buffer), 1n, 0) === 0;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#libc.symbols.close(this.#fd);
    this.#libc[Symbol.dispose]();
    return Promise.resolve();
  }
}
