/**
 * The wait for a conversation that somebody else is writing to: shown, bounded, and given up at
 * once when the run winds up.
 *
 * Source: reference-facts 6.6, PR-041.
 *
 * @module
 */

import { notice } from "../../../core/notices/mod.ts";
import type {
  ConversationLock,
  ConversationRef,
  LockHolder,
  Store,
} from "../../../services/workspace/mod.ts";
import { type App, CommandError } from "../../app.ts";

/** `style.lock_wait`. */
export interface LockWaitSettings {
  readonly show: boolean;
  readonly delay_secs: number;
  readonly interval_ms: number;
  readonly timeout_secs: number;
}

const POLL_MS = 100;

/** The lock. @throws {CommandError} when its holder keeps it for too long. */
export async function lockFor(
  app: App,
  store: Store,
  ref: ConversationRef,
  settings: LockWaitSettings,
): Promise<ConversationLock> {
  const first = await store.locks.tryLock(ref.id);
  if (first.kind === "acquired") return first.lock;
  const { clock } = app.platform;
  const until = clock.now() + settings.timeout_secs * 1000;
  const timeout = new AbortController();
  let holder: LockHolder = first.holder;
  using _shown = showLockWait(app, settings, () => holder, until);
  const timer = setTimeout(() => timeout.abort(), Math.max(0, until - clock.now()));
  try {
    return await store.locks.waitForLock(ref.id, {
      signal: AbortSignal.any([app.signal, timeout.signal]),
      pollMs: POLL_MS,
      onWait: (now) => holder = now,
    });
  } catch (error) {
    if (app.signal.aborted || !timeout.signal.aborted) throw error;
    throw new CommandError(`conversation ${ref.id} is locked by another jp (${whose(holder)})`, {
      help: "Wait for it to end, or start another conversation with --new.",
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function showLockWait(
  app: App,
  settings: LockWaitSettings,
  holder: () => LockHolder,
  until: number,
): Disposable {
  const { printer, platform } = app;
  if (printer.err.format !== "text-pretty") {
    const who = `another jp is writing to this conversation (${whose(holder())})`;
    printer.notice(notice(`${who}; waiting up to ${settings.timeout_secs} s…`));
    return { [Symbol.dispose]: () => {} };
  }
  if (!settings.show) return { [Symbol.dispose]: () => {} };
  let timer = setTimeout(draw, settings.delay_secs * 1000);
  function draw(): void {
    const left = Math.max(0, until - platform.clock.now()) / 1000;
    printer.status(`⏱ Pending conversation lock (${whose(holder())}) (${left.toFixed(1)}s)`);
    timer = setTimeout(draw, Math.max(10, settings.interval_ms));
  }
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      printer.status(null);
    },
  };
}

function whose({ pid, session }: LockHolder): string {
  return `pid: ${pid ?? "unknown"}, session: ${session ?? "unknown"}`;
}
