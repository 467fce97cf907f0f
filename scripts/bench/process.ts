/**
 * A process whose start is timed to the fraction of a millisecond: spawned without a shell in
 * between, its output stamped as it comes, its end and its memory looked up in /proc.
 */
import {
  type Command,
  epochMs,
  type ExitStatus,
  OutputLog,
  processState,
} from "../../test/support/mod.ts";

/** No run takes as long as this. */
const GIVE_UP_MS = 20_000;
const SIGINT_AND_SIGQUIT = 0b110n;

export interface Timed extends AsyncDisposable {
  readonly pid: number;
  /** Just before the spawn, as epochMs: the cost of fork and exec is in every figure. */
  readonly startedAt: number;
  readonly stdout: OutputLog;
  readonly stderr: OutputLog;
  /** How it ended and when, once all its output has been read. */
  readonly ended: Promise<ExitStatus & { readonly at: number }>;
}

/** Starts it with pipes and an empty standard input. Disposing kills it. */
export function start(
  command: Command,
  options: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Timed {
  const prepared = new Deno.Command(command.cmd, {
    args: [...command.args],
    clearEnv: true,
    ...options,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  const startedAt = epochMs();
  const child = prepared.spawn();
  const stdout = new OutputLog();
  const stderr = new OutputLog();
  const pumps = Promise.all([pump(child.stdout, stdout), pump(child.stderr, stderr)]);
  let over = false;
  const ended = child.status.then(async ({ code, signal }) => {
    const at = epochMs();
    over = true;
    await pumps;
    return signal === null ? { code, signal: null, at } : { code: null, signal, at };
  });
  return {
    pid: child.pid,
    startedAt,
    stdout,
    stderr,
    ended,
    [Symbol.asyncDispose]: async () => {
      if (!over) child.kill("SIGKILL");
      await ended;
    },
  };
}

async function pump(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  log: OutputLog,
): Promise<void> {
  for await (const bytes of stream) log.append(bytes, epochMs());
  log.end("the stream has ended");
}

/** Most memory it has ever had resident, MiB; undefined once it is gone. */
export function peakMemory(pid: number): number | undefined {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status(pid))?.[1];
  return kib === undefined ? undefined : Number(kib) / 1024;
}

/**
 * Whether the router listens to SIGINT. It adds SIGQUIT right after, and that is what shows it:
 * the bit of SIGINT alone is set a few microseconds before the runtime knows whom to tell (seen on
 * Deno: a SIGINT in between ended the process without a word).
 */
export function routerStands(pid: number): boolean {
  const caught = /^SigCgt:\s+([0-9a-f]+)$/m.exec(status(pid))?.[1];
  return caught !== undefined &&
    (BigInt(`0x${caught}`) & SIGINT_AND_SIGQUIT) === SIGINT_AND_SIGQUIT;
}

export function isAlive(pid: number): boolean {
  const state = processState(pid);
  return state !== undefined && state !== "Z" && state !== "X";
}

/** The promise, or an error once the time is up: a run that hangs is a failure, not a wait. */
export async function within<T>(work: Promise<T>, what: () => string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what()}: not within ${GIVE_UP_MS} ms`)),
      GIVE_UP_MS,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** When it was seen dead (epochMs), looking all the time: for an end that is expected at once. */
export async function death(pid: number): Promise<number> {
  for (const giveUp = epochMs() + GIVE_UP_MS;;) {
    const alive = isAlive(pid);
    const now = epochMs();
    if (!alive) return now;
    if (now > giveUp) throw new Error(`it should have died: alive after ${GIVE_UP_MS} ms`);
    await nextTurn();
  }
}

/** Lets the loop turn once, without a timer's millisecond. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function status(pid: number): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/status`);
  } catch {
    return "";
  }
}
