/**
 * Keys typed at a known moment. The test bed queues what is typed and writes it from a loop over
 * two threads, milliseconds later on a busy machine; here the byte is in the terminal when the call
 * returns. Writes past the bed's queue, so only while that is empty.
 */
import { epochMs, type Pty } from "../../test/support/mod.ts";

const SYMBOLS = { write: { parameters: ["i32", "buffer", "usize"], result: "isize" } } as const;

export class Keyboard implements Disposable {
  readonly #library = Deno.dlopen("libc.so.6", SYMBOLS);
  readonly #fd: number;

  constructor(pty: Pty) {
    this.#fd = masterOf(pty);
  }

  /** Types; the answer is the moment just before (epochMs). */
  type(text: string): number {
    const bytes = new TextEncoder().encode(text);
    const at = epochMs();
    const written = this.#library.symbols.write(this.#fd, bytes, BigInt(bytes.length));
    if (Number(written) !== bytes.length) throw new Error(`the terminal took ${written} bytes`);
    return at;
  }

  [Symbol.dispose](): void {
    this.#library.close();
  }
}

/** The descriptor of the master: the kernel says which slave each of ours belongs to. */
function masterOf(pty: Pty): number {
  const index = pty.path.slice(pty.path.lastIndexOf("/") + 1);
  for (const { name } of Deno.readDirSync("/proc/self/fd")) {
    const info = fdinfo(name);
    if (/^tty-index:\s+(\d+)$/m.exec(info)?.[1] === index) return Number(name);
  }
  throw new Error(`no master of ${pty.path} among the descriptors`);
}

function fdinfo(fd: string): string {
  try {
    return Deno.readTextFileSync(`/proc/self/fdinfo/${fd}`);
  } catch {
    return ""; // the one that listed the directory
  }
}
