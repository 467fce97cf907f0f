/**
 * Starts a program the way a test wants it: a session of its own, on a terminal or without one,
 * with descriptors closed or redirected, with signals ignored. A one-line sh does what the runtime
 * cannot say and then becomes the program (`exec`), so the pid and the status are the program's.
 */
import { resetIgnoredSignals } from "./default_signals.ts";
import { MARKER } from "./process_tree.ts";

/** How a process ended: `code` for exit(n), `signal` for death by a signal, never both. */
export interface ExitStatus {
  readonly code: number | null;
  readonly signal: Deno.Signal | null;
}

export interface Program {
  readonly cmd: string;
  readonly args?: readonly string[];
  /** The whole environment; nothing of the runner's is added. Default: `plainEnv()`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Signals the program finds ignored, as nohup or `sh -c 'prog &'` leave them. */
  readonly ignore?: readonly Deno.Signal[];
}

export interface Launch extends Program {
  readonly marker: string;
  /** Path of the terminal that becomes the controlling one. */
  readonly tty?: string;
  /** Redirections as sh writes them, on top of everything else. */
  readonly redirect?: string;
  readonly stdin: "piped" | "null";
  readonly stdout: "piped" | "null";
  readonly stderr: "piped" | "null";
}

/** What any program needs: a PATH, a terminal type, a locale. */
export function plainEnv(): Record<string, string> {
  const path = Deno.env.get("PATH") ?? "/usr/local/bin:/usr/bin:/bin";
  const home = Deno.env.get("HOME") ?? "/";
  return { PATH: path, HOME: home, TERM: "xterm-256color", LANG: "C.UTF-8" };
}

export function launch(options: Launch): Deno.ChildProcess {
  const { cmd, args = [], env = plainEnv(), cwd, ignore = [], redirect = "" } = options;
  const script = [
    // A session leader without a terminal gets the first one it opens. Two `exec`s, since one with
    // a command would leave a saved descriptor behind in it.
    options.tty === undefined ? "" : 'exec <>"$0" >&0 2>&0',
    redirect === "" ? "" : `exec ${redirect}`,
    ignore.length === 0 ? "" : `trap '' ${ignore.map((name) => name.slice(3)).join(" ")}`,
    'exec "$@"',
  ].filter((line) => line !== "").join("\n");
  resetIgnoredSignals();
  return new Deno.Command("/bin/sh", {
    args: ["-c", script, options.tty ?? "sh", cmd, ...args],
    detached: true, // setsid(2)
    clearEnv: true,
    env: { ...env, [MARKER]: options.marker },
    cwd,
    stdin: options.stdin,
    stdout: options.stdout,
    stderr: options.stderr,
  }).spawn();
}

export function newMarker(): string {
  return crypto.randomUUID();
}

/** The wait status without the runtime's `128 + n` in `code` for a death by signal. */
export async function exitStatus(child: Deno.ChildProcess): Promise<ExitStatus> {
  const { code, signal } = await child.status;
  return signal === null ? { code, signal: null } : { code: null, signal };
}
