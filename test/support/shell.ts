/**
 * A script run by a shell, on a terminal or without one: pipelines, loops, job control, and what a
 * shell makes of the way a program died.
 *
 *     await using sh = shell('while :; do jp q hi; done; echo "after $?"', { shell: "bash", pty: true });
 */
import { type Pty, type PtyOptions, spawnPty } from "./pty.ts";
import { type Detached, type DetachedOptions, spawnDetached } from "./run.ts";

export type ShellName = "bash" | "dash" | "sh";

interface ShellChoice {
  /** Default "sh". */
  readonly shell?: ShellName;
  /** The script's "$1", "$2", … */
  readonly args?: readonly string[];
}

export type ShellPtyOptions = ShellChoice & Omit<PtyOptions, "cmd" | "args">;
export type ShellDetachedOptions = ShellChoice & Omit<DetachedOptions, "cmd" | "args">;

export function shell(script: string, options: ShellPtyOptions & { readonly pty: true }): Pty;
export function shell(
  script: string,
  options?: ShellDetachedOptions & { readonly pty?: false },
): Detached;
export function shell(
  script: string,
  options:
    | (ShellPtyOptions & { readonly pty: true })
    | (ShellDetachedOptions & { readonly pty?: false }) = {},
): Pty | Detached {
  const { shell: name = "sh", args = [] } = options;
  const program = { cmd: name, args: [...plain(name), "-c", script, name, ...args] };
  return options.pty
    ? spawnPty({ ...options, ...program })
    : spawnDetached({ ...options, ...program });
}

/** A person's own start-up files have no place in a test. */
function plain(name: ShellName): string[] {
  return name === "bash" ? ["--norc", "--noprofile"] : [];
}
