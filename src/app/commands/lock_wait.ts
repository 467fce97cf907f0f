/**
 * The wait for a conversation that somebody else is writing to: shown, bounded, with its own menu,
 * and given up at once when the run winds up.
 *
 * Source: reference-facts 6.6 and 7.4, interrupts.md "Scopes and their rung 1", PR-041.
 *
 * @module
 */

import { notice } from "../../core/notices/mod.ts";
import type { Scope } from "../../host/signals/mod.ts";
import type { LockDecision, LockOffer } from "../../interaction/menus/mod.ts";
import type {
  ConversationLock,
  ConversationRef,
  LockHolder,
  Store,
} from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";

/** `style.lock_wait`. */
export interface LockWaitSettings {
  readonly show: boolean;
  readonly delay_secs: number;
  readonly interval_ms: number;
  readonly timeout_secs: number;
}

/** What came of the wait. */
export type LockWaited =
  | { readonly kind: "lock"; readonly lock: ConversationLock }
  /** The user would rather have this. */
  | { readonly kind: LockOffer };

/** How one wait ended. */
type RoundEnd =
  | { readonly kind: "lock"; readonly lock: ConversationLock }
  | { readonly kind: "pressed" | "waited"; readonly holder: LockHolder };

const POLL_MS = 100;

/**
 * The lock, or what the user wants instead, of what is offered.
 *
 * @throws {CommandError} when it is given up, or its holder keeps it for too long and there is
 * nobody to ask.
 */
export async function waitForLock(
  app: App,
  store: Store,
  ref: ConversationRef,
  settings: LockWaitSettings,
  offers: readonly LockOffer[],
): Promise<LockWaited> {
  const first = await store.locks.tryLock(ref.id);
  if (first.kind === "acquired") return { kind: "lock", lock: first.lock };
  using scope = app.router.enter("lock wait");
  for (let holder = first.holder;;) {
    const end = await wait(app, store, ref, settings, scope, holder);
    if (end.kind === "lock") return end;
    holder = end.holder;
    const decision = await ask(app, ref, scope, end, offers);
    switch (decision) {
      case "wait":
        break;
      case "new":
      case "fork":
        return { kind: decision };
      case "quit":
      case null:
        throw lockedByAnother(ref, holder, offers);
    }
  }
}

/** One whole wait. A lock that comes in the same moment as a press is ours, and the press waits. */
async function wait(
  app: App,
  store: Store,
  ref: ConversationRef,
  settings: LockWaitSettings,
  scope: Scope,
  known: LockHolder,
): Promise<RoundEnd> {
  const { clock } = app.platform;
  const until = clock.now() + settings.timeout_secs * 1000;
  const over = new AbortController();
  let kind: "pressed" | "waited" = "waited";
  let holder = known;
  const timer = setTimeout(() => over.abort(), Math.max(0, until - clock.now()));
  const signal = AbortSignal.any([app.signal, over.signal]);
  const pressed = scope.notified(signal).then(() => {
    kind = "pressed";
    over.abort();
  }, () => {});
  using shown = showLockWait(app, settings, () => holder, until);
  try {
    const lock = await store.locks.waitForLock(ref.id, {
      signal,
      pollMs: POLL_MS,
      onWait: (now) => holder = now,
    });
    return { kind: "lock", lock };
  } catch (error) {
    if (app.signal.aborted || !over.signal.aborted) throw error;
    return { kind, holder };
  } finally {
    clearTimeout(timer);
    over.abort();
    shown[Symbol.dispose]();
    await pressed;
  }
}

async function ask(
  app: App,
  ref: ConversationRef,
  scope: Scope,
  { kind, holder }: Extract<RoundEnd, { readonly kind: "pressed" | "waited" }>,
  offers: readonly LockOffer[],
): Promise<LockDecision | null> {
  if (!app.router.state.interactive) return null;
  const { askWhileLocked, lockMenu } = await import("../../interaction/menus/mod.ts");
  const who = holder.pid === null ? "by another jp" : `by pid ${holder.pid}`;
  const menu = lockMenu(`Conversation ${ref.id} is locked ${who}`, offers);
  using _closed = app.gate.close();
  return await askWhileLocked(app.stage, scope, menu, kind, app.signal);
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

/** That somebody else has it, and is not waited for. */
export function lockedByAnother(
  ref: ConversationRef,
  holder: LockHolder,
  offers: readonly LockOffer[],
): CommandError {
  return new CommandError(`conversation ${ref.id} is locked by another jp (${whose(holder)})`, {
    help: offers.includes("new")
      ? "Wait for it to end, or start another conversation with --new."
      : "Nothing of it was changed; try again when that one has ended.",
  });
}

function whose({ pid, session }: LockHolder): string {
  return `pid: ${pid ?? "unknown"}, session: ${session ?? "unknown"}`;
}
