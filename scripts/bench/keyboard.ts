/**
 * Keys typed at a known moment, and what they show, seen at a known moment. The test bed queues what
 * is typed, and reads what is shown, in a loop over two threads, milliseconds later on a busy
 * machine; here the byte is in the terminal when the call returns, and the terminal is read by the
 * thread that waits for it. Past the bed's queues, so only while those are empty.
 */
import { epochMs, type Pty } from "../../test/support/mod.ts";

const SYMBOLS = {
  write: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  poll: { parameters: ["buffer", "u64", "i32"], result: "i32" },
} as const;
const POLLIN = 1;
const GIVE_UP_MS = 10_000;
const READ_SIZE = 65_536;

/** What came of a key. */
interface Seen {
  /** From the key to the first byte of what was waited for. */
  readonly ms: number;
  /** All that was shown from the key on; the bed has not seen it. */
  readonly shown: string;
}

export class Keyboard implements Disposable {
  readonly #library = Deno.dlopen("libc.so.6", SYMBOLS);
  readonly #pty: Pty;
  readonly #fd: number;

  constructor(pty: Pty) {
    this.#pty = pty;
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

  /** Types, and looks at the terminal, and at nothing else, until the pattern is there. */
  async typeAndWatch(text: string, pattern: RegExp): Promise<Seen> {
    const pty = this.#pty;
    await pty.setReading(false);
    try {
      const typed = this.type(text);
      const decoder = new TextDecoder();
      const buffer = new Uint8Array(READ_SIZE);
      for (let shown = "";;) {
        const left = typed + GIVE_UP_MS - epochMs();
        if (left <= 0) throw new Error(`expected ${pattern} after ${text}; shown: ${shown}`);
        const { poll, read } = this.#library.symbols;
        poll(polled(this.#fd), 1n, Math.ceil(left));
        const count = Number(read(this.#fd, buffer, BigInt(buffer.length)));
        const at = epochMs();
        if (count <= 0) continue;
        shown += decoder.decode(buffer.subarray(0, count), { stream: true });
        if (pattern.test(shown)) return { ms: at - typed, shown };
      }
    } finally {
      await pty.setReading(true);
    }
  }

  [Symbol.dispose](): void {
    this.#library.close();
  }
}

function polled(fd: number): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(8);
  const view = new DataView(packed.buffer);
  view.setInt32(0, fd, true);
  view.setInt16(4, POLLIN, true);
  return packed;
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
