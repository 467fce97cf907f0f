/**
 * Runs a program for a tool: in a session of its own, without a terminal, within bounds, and with
 * nothing of it left when the promise settles, whatever the program does.
 *
 * Source: product.md "Tools"; PR-013.
 *
 * @module
 */

import { FsError, type SessionCommand, type SessionProcess } from "../../host/platform/port.ts";
import { RouterError } from "../../host/signals/mod.ts";
import type { ToolHost } from "./host.ts";
import type { OutputKeeper } from "./output_keeper.ts";
import type { Slots } from "./slots.ts";
import { type Registered, startRegistered } from "./start_registered.ts";
import { within } from "./within.ts";

/** How long a cancelled program has to clean up after itself before it is killed, ms. */
const GRACE_MS = 400;
/** How long output of processes that outlive the program is waited for, ms. */
const DRAIN_MS = 600;
/** What is still in a pipe whose writers are dead is read within this time, ms. */
const LAST_MS = 2000;

/** How it ended. */
export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number; readonly signal: string | null }
  /** It wrote without end and was stopped. */
  | { readonly kind: "flooded" }
  | { readonly kind: "cancelled" }
  /** The system could not, or there is no room for it in the table of what is killed at rung 3. */
  | { readonly kind: "not started"; readonly error: FsError | RouterError };

/** What is run, and who takes what it writes. */
export interface CommandRun {
  readonly command: SessionCommand;
  /** Written to its stdin, which is then closed. */
  readonly input: string;
  readonly stdout: OutputKeeper;
  /** May be the same as for stdout. */
  readonly stderr: OutputKeeper;
}

/** Runs it to its end, or until `signal` aborts. Rejects only for faults that are ours. */
export async function runCommand(
  host: ToolHost,
  slots: Slots,
  run: CommandRun,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const slot = await slots.take(signal);
  if (slot === null) return { kind: "cancelled" };
  using _slot = slot;
  let running: Registered;
  try {
    running = await startRegistered(host, run.command);
  } catch (error) {
    if (error instanceof FsError || error instanceof RouterError) {
      return { kind: "not started", error };
    }
    throw error;
  }
  using _place = running.place;
  return await attend(running.started, run, signal);
}

async function attend(
  started: SessionProcess,
  { input, stdout, stderr }: CommandRun,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const reading = Promise.all([pump(started.stdout, stdout), pump(started.stderr, stderr)]);
  void started.write(new TextEncoder().encode(input)).then(() => started.closeInput());
  using aborted = whenAborted(signal);
  const flooded = Promise.race([stdout.flooded, stderr.flooded]);
  const end = await Promise.race([
    started.ended.then((how): CommandEnd => ({ kind: "exited", ...how })),
    aborted.promise.then((): CommandEnd => ({ kind: "cancelled" })),
    flooded.then((): CommandEnd => ({ kind: "flooded" })),
  ]);
  if (end.kind === "exited") await within(reading, DRAIN_MS);
  else {
    started.terminate();
    await within(started.ended, GRACE_MS);
  }
  await started.killAll();
  await within(reading, LAST_MS);
  started.release();
  await reading;
  return end;
}

async function pump(chunks: AsyncIterable<Uint8Array>, keeper: OutputKeeper): Promise<void> {
  for await (const chunk of chunks) await keeper.take(chunk);
}

function whenAborted(signal: AbortSignal): Disposable & { readonly promise: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = (): void => resolve();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", listener, { once: true });
  return { promise, [Symbol.dispose]: () => signal.removeEventListener("abort", listener) };
}
