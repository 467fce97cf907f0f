/**
 * Which machine a program is for, as its first bytes say.
 */

import type { Target } from "./targets.ts";

/** An operating system and an architecture; the C library does not show. */
export type Machine = Exclude<Target, "linux-x64-musl">;

/** How much of a file has to be read. */
const HEADER_BYTES = 1024;

/** ELF e_machine, Mach-O cputype, PE Machine. */
const ELF: Readonly<Record<number, Machine>> = { 0x3e: "linux-x64", 0xb7: "linux-arm64" };
const MACH_O: Readonly<Record<number, Machine>> = {
  0x01000007: "darwin-x64",
  0x0100000c: "darwin-arm64",
};
const PE: Readonly<Record<number, Machine>> = { 0x8664: "windows-x64" };

/** The machine a target's programs run on. */
export function machineFor(target: Target): Machine {
  return target === "linux-x64-musl" ? "linux-x64" : target;
}

/** The machine the program at `path` is for; null when it is no program, or for another one. */
export async function machineOfFile(path: string): Promise<Machine | null> {
  using file = await Deno.open(path);
  const bytes = new Uint8Array(HEADER_BYTES);
  return machineOf(bytes.subarray(0, await file.read(bytes) ?? 0));
}

/** The same of a file's first bytes. */
export function machineOf(bytes: Uint8Array): Machine | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => at + 2 <= bytes.length ? view.getUint16(at, true) : -1;
  const long = (at: number) => at + 4 <= bytes.length ? view.getUint32(at, true) : -1;
  if (long(0) === 0x464c457f) return ELF[word(18)] ?? null;
  if (long(0) === 0xfeedfacf) return MACH_O[long(4)] ?? null;
  if (word(0) !== 0x5a4d) return null;
  const header = long(0x3c);
  return long(header) === 0x4550 ? PE[word(header + 4)] ?? null : null;
}
