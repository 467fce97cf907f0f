/**
 * Keeps other processes of the user out of our memory, on Linux: our environment, keys among it,
 * can then not be read from /proc by what we start. As ssh-agent does (prctl PR_SET_DUMPABLE).
 *
 * @module
 */

import { libraryNames } from "./libc.ts";

const PR_SET_DUMPABLE = 4;
const ARGUMENTS = ["i32", "u64", "u64", "u64", "u64"] as const;

type Control = (option: number, ...values: bigint[]) => number;

interface BunFfi {
  dlopen(
    name: string,
    symbols: Record<string, { args: readonly string[]; returns: string }>,
  ): { symbols: Record<string, Control> };
}

/** Hides it for the rest of the process's life; false where that cannot be done. */
export async function hideMemory(os: string, arch: string): Promise<boolean> {
  if (os !== "linux") return false;
  for (const name of libraryNames("linux", arch)) {
    try {
      const control = await open(name);
      return control(PR_SET_DUMPABLE, 0n, 0n, 0n, 0n) === 0;
    } catch {
      // The next name may be there.
    }
  }
  return false;
}

async function open(name: string): Promise<Control> {
  if ("Deno" in globalThis) {
    const { symbols } = Deno.dlopen(name, {
      prctl: { parameters: [...ARGUMENTS], result: "i32" },
    });
    return symbols.prctl as Control;
  }
  // The name in a variable keeps other runtimes' checkers from looking for it.
  const ffiName = "bun:ffi";
  const ffi = await import(ffiName) as BunFfi;
  const { prctl } = ffi.dlopen(name, { prctl: { args: ARGUMENTS, returns: "i32" } }).symbols;
  if (prctl === undefined) throw new TypeError("no prctl");
  return prctl;
}
