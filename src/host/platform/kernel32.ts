/**
 * The calls into Windows' kernel32.dll, thin as they are: what the lock and the console need.
 *
 * @module
 */

/** The functions that are used, in the notation of bun:ffi. */
export const KERNEL32 = {
  CreateFileW: { args: ["ptr", "u32", "u32", "ptr", "u32", "u32", "u64"], returns: "u64" },
  CloseHandle: { args: ["u64"], returns: "i32" },
  LockFileEx: { args: ["u64", "u32", "u32", "u32", "u32", "ptr"], returns: "i32" },
  PeekConsoleInputW: { args: ["u64", "ptr", "u32", "ptr"], returns: "i32" },
  ReadConsoleInputW: { args: ["u64", "ptr", "u32", "ptr"], returns: "i32" },
  FlushConsoleInputBuffer: { args: ["u64"], returns: "i32" },
  GetConsoleScreenBufferInfo: { args: ["u64", "ptr"], returns: "i32" },
} as const;

/** The opened library. */
export type Kernel32 = {
  readonly [K in keyof typeof KERNEL32]: (...args: readonly unknown[]) => number | bigint;
};

/** An open file of the kernel. */
export type Handle = bigint;

/** What is done when there is no file of that name. */
export type Creation = "open" | "open or create";

const READ_AND_WRITE = 0xc0000000;
/** Others may read, write and delete it meanwhile. */
const SHARED_WITH_ALL = 1 | 2 | 4;
const CREATIONS = { "open": 3, "open or create": 4 } as const;
const NORMAL = 0x80;
const INVALID_HANDLE = 0xffff_ffff_ffff_ffffn;

/** Opens a file, or a console by its name, for reading and writing; null when that fails. */
export function openHandle(kernel: Kernel32, path: string, creation: Creation): Handle | null {
  const opened = kernel.CreateFileW(
    wide(path),
    READ_AND_WRITE,
    SHARED_WITH_ALL,
    null,
    CREATIONS[creation],
    NORMAL,
    0n,
  );
  const handle = BigInt.asUintN(64, BigInt(opened));
  return handle === INVALID_HANDLE ? null : handle;
}

/** UTF-16 with a zero behind it. */
function wide(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length + 1 }, (_, at) => text.charCodeAt(at) || 0);
}
