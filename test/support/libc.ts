/**
 * The C library calls the test bed needs and the runtime does not offer: a pty pair, its modes and
 * size, and the disposition of a signal. Linux (glibc) only; on another system it fails loudly.
 *
 * Must never hold state: whoever opens the library closes it (`using libc = openLibc()`).
 */

const SYMBOLS = {
  posix_openpt: { parameters: ["i32"], result: "i32" },
  grantpt: { parameters: ["i32"], result: "i32" },
  unlockpt: { parameters: ["i32"], result: "i32" },
  ptsname_r: { parameters: ["i32", "buffer", "usize"], result: "i32" },
  open: { parameters: ["buffer", "i32"], result: "i32" },
  close: { parameters: ["i32"], result: "i32" },
  read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  write: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  poll: { parameters: ["buffer", "usize", "i32"], result: "i32", nonblocking: true },
  eventfd: { parameters: ["u32", "i32"], result: "i32" },
  ioctl: { parameters: ["i32", "usize", "buffer"], result: "i32" },
  tcgetattr: { parameters: ["i32", "buffer"], result: "i32" },
  tcgetpgrp: { parameters: ["i32"], result: "i32" },
  sigaction: { parameters: ["i32", "pointer", "buffer"], result: "i32" },
  signal: { parameters: ["i32", "usize"], result: "usize" },
} as const;

export interface Libc extends Disposable {
  readonly symbols: Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];
}

export function openLibc(): Libc {
  if (Deno.build.os !== "linux") {
    throw new Error(`the pty test bed needs Linux, this is ${Deno.build.os}`);
  }
  const library = Deno.dlopen("libc.so.6", SYMBOLS);
  return {
    symbols: library.symbols,
    [Symbol.dispose]: () => library.close(),
  };
}

/** A NUL-terminated string for a `buffer` parameter. */
export function cString(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text + "\0");
}
