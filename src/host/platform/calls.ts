/**
 * A few functions of the C library, opened by whoever needs them and in whichever runtime this is:
 * what the everyday table in libc.ts has no use for. Decides nothing.
 *
 * @module
 */

import { type CSymbol, libraryNames } from "./libc.ts";

/** The functions opened, by name. */
export type Calls<S> = {
  readonly [K in keyof S]: (...args: readonly unknown[]) => number | bigint;
};

/** The functions, and how a buffer's address is taken. */
export interface OpenedCalls<S> {
  readonly os: "linux" | "darwin";
  readonly calls: Calls<S>;
  /** Where the bytes lie, as long as they are kept. */
  addressOf(bytes: Uint8Array): bigint;
}

type Open = (
  name: string,
) => { readonly symbols: Record<string, (...args: unknown[]) => number | bigint> };

/** Opens what `symbols` names for the system; null where there is no C library (Windows). */
export async function openCalls<S extends Readonly<Record<string, CSymbol>>>(
  symbols: (os: "linux" | "darwin") => S,
): Promise<OpenedCalls<S> | null> {
  return "Deno" in globalThis ? openInDeno(symbols) : await openInBun(symbols);
}

function openInDeno<S extends Readonly<Record<string, CSymbol>>>(
  symbols: (os: "linux" | "darwin") => S,
): OpenedCalls<S> | null {
  if (Deno.build.os === "windows") return null;
  const os = Deno.build.os === "darwin" ? "darwin" : "linux";
  const native = { i32: "i32", wide: "u64", pointer: "buffer" } as const;
  const table: Record<string, Deno.ForeignFunction> = {};
  for (const [name, { args, result }] of Object.entries(symbols(os))) {
    table[name] = {
      parameters: args.map((type) => native[type]),
      result: result === "i32" ? "i32" : "i64",
    };
  }
  const calls = firstOf(
    os,
    Deno.build.arch === "aarch64" ? "arm64" : "x64",
    (name) => Deno.dlopen(name, table) as unknown as ReturnType<Open>,
  );
  return calls === null ? null : {
    os,
    calls: calls as Calls<S>,
    addressOf: (bytes) =>
      BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(bytes as Uint8Array<ArrayBuffer>))),
  };
}

async function openInBun<S extends Readonly<Record<string, CSymbol>>>(
  symbols: (os: "linux" | "darwin") => S,
): Promise<OpenedCalls<S> | null> {
  const { default: process } = await import("node:process");
  if (process.platform === "win32") return null;
  const os = process.platform === "darwin" ? "darwin" : "linux";
  // The name in a variable keeps other runtimes' checkers from looking for it.
  const ffiName = "bun:ffi";
  const ffi = await import(ffiName) as {
    dlopen(name: string, table: unknown): ReturnType<Open>;
    ptr(bytes: Uint8Array): number;
  };
  const native = { i32: "i32", wide: "u64", pointer: "ptr" } as const;
  const table = Object.fromEntries(
    Object.entries(symbols(os)).map(([name, { args, result }]) => [
      name,
      { args: args.map((type) => native[type]), returns: result === "i32" ? "i32" : "i64" },
    ]),
  );
  const calls = firstOf(os, process.arch, (name) => ffi.dlopen(name, table));
  return calls === null ? null : {
    os,
    calls: calls as Calls<S>,
    addressOf: (bytes) => BigInt(ffi.ptr(bytes)),
  };
}

function firstOf(
  os: "linux" | "darwin",
  arch: string,
  open: Open,
): Record<string, (...args: unknown[]) => number | bigint> | null {
  for (const name of libraryNames(os, arch)) {
    try {
      return open(name).symbols;
    } catch {
      // The next name may be there.
    }
  }
  return null;
}
