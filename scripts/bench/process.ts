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

/** Its end with status 0, or an error that says what it wrote instead. */
export async function succeeded(process: Timed): Promise<{ readonly at: number }> {
  const { code, signal, at } = await within(process.ended, () => "expected its end");
  if (code !== 0) throw new Error(`ended with ${signal ?? code}: ${process.stderr.text}`);
  return { at };
}

/** The most memory it has had, MiB, from now until it is gone: the end of a run may be its peak. */
export async function peakToTheEnd(process: Timed): Promise<number> {
  const peaks = [peakMemory(process.pid)];
  const result = succeeded(process);
  for (let over = false; !over;) {
    peaks.push(peakMemory(process.pid));
    over = await Promise.race([result.then(() => true), sleep(1).then(() => false)]);
  }
  return Math.max(...peaks.filter((peak) => peak !== undefined));
}

/** Most memory it has ever had resident, MiB; undefined once it is gone. */
function peakMemory(pid: number): number | undefined {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status(pid))?.[1];
  return kib === undefined ? undefined : Number(kib) / 1024;
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

/**
 * Waits for its death and says when it was seen (epochMs). Holds this thread meanwhile: a look that
 * waits its turn in the event loop was seen to be 20 ms late.
 */
export function death(pid: number): number {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (const giveUp = epochMs() + GIVE_UP_MS;;) {
    const alive = isAlive(pid);
    const now = epochMs();
    if (!alive) return now;
    if (now > giveUp) throw new Error(`it should have died: alive after ${GIVE_UP_MS} ms`);
    Atomics.wait(never, 0, 0, 0.1);
  }
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
