/**
 * The other side of {@linkcode startGrouped}: this very program, started a second time, moves into
 * a process group of its own, says so, and becomes the program it was started for. The new process
 * keeps the controlling terminal, which a session of its own (`detached`) would lose.
 *
 * Source: interrupts.md "Plugins", platform-findings.md "Child processes".
 *
 * @module
 */

import type { CSymbol } from "./libc.ts";
import { openCalls } from "./calls.ts";

/** What is said on stdout once the group exists. */
export const GROUP_EXISTS = "\0jp group\n";
/** What is said after that when the program could not be executed. */
export const NOT_EXECUTED = "\0jp not executed\n";
/** The status then: a shell's for a program it cannot run. */
const STATUS_NOT_EXECUTED = 127;
const STATUS_ORPHANED = 125;

const COMMON = {
  setpgid: { args: ["i32", "i32"], result: "i32" },
  getppid: { args: [], result: "i32" },
  signal: { args: ["i32", "wide"], result: "wide" },
  sigaction: { args: ["i32", "pointer", "pointer"], result: "i32" },
  pthread_sigmask: { args: ["i32", "pointer", "pointer"], result: "i32" },
  write: { args: ["i32", "pointer", "wide"], result: "wide" },
  execvp: { args: ["pointer", "pointer"], result: "i32" },
} as const satisfies Record<string, CSymbol>;

const LINUX = {
  ...COMMON,
  prctl: { args: ["i32", "wide", "wide", "wide", "wide"], result: "i32" },
} as const satisfies Record<string, CSymbol>;

const PR_SET_PDEATHSIG = 1;
const SIGINT = 2;
const SIGQUIT = 3;
const SIGKILL = 9n;
const SIGPIPE = 13;
const SIG_DFL = 0n;
const SIG_IGN = 1n;
const SET_MASK = { linux: 2, darwin: 3 } as const;

/**
 * Becomes `args[1]` with the arguments after it, in a process group of its own and bound to the life
 * of process `args[0]`. Returns the status to exit with when that is not possible.
 */
export async function becomeProgram(args: readonly string[]): Promise<number> {
  const [host = "", program = "", ...rest] = args;
  const opened = await openCalls((os) => os === "linux" ? LINUX : COMMON as typeof LINUX);
  if (opened === null || program === "") return STATUS_NOT_EXECUTED;
  const { calls: c, os, addressOf } = opened;
  const encoder = new TextEncoder();
  c.setpgid(0, 0);
  // Whoever started us may end without a chance to kill: then the kernel does.
  if (os === "linux") c.prctl(PR_SET_PDEATHSIG, SIGKILL, 0n, 0n, 0n);
  if (Number(c.getppid()) !== Number(host)) return STATUS_ORPHANED;
  c.pthread_sigmask(SET_MASK[os], new Uint8Array(128), null);
  c.signal(SIGPIPE, SIG_DFL);
  // A runtime may have taken SIGINT over, also where it was ignored; SIGQUIT tells which it was.
  const quit = new Uint8Array(256);
  c.sigaction(SIGQUIT, null, quit);
  const ignored = new DataView(quit.buffer).getBigUint64(0, true) === SIG_IGN;
  c.signal(SIGINT, ignored ? SIG_IGN : SIG_DFL);
  const say = (text: string): void => {
    const bytes = encoder.encode(text);
    c.write(1, bytes, BigInt(bytes.length));
  };
  say(GROUP_EXISTS);
  const words = [program, ...rest].map((word) => encoder.encode(`${word}\0`));
  const pointers = new BigUint64Array(words.length + 1);
  words.forEach((word, index) => pointers[index] = addressOf(word));
  c.execvp(words[0], new Uint8Array(pointers.buffer));
  say(NOT_EXECUTED);
  return STATUS_NOT_EXECUTED;
}
