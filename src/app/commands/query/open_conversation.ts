/**
 * The conversation a query writes to: found or made, locked, its log open. Waits visibly for a lock
 * that somebody else holds, and says aloud when something cannot be kept.
 *
 * @module
 */

import type { ConversationEvent, JsonObject } from "../../../core/conversation/mod.ts";
import { isKnown, unansweredRequest } from "../../../core/conversation/mod.ts";
import { notice } from "../../../core/notices/mod.ts";
import {
  type ConversationLock,
  type ConversationLog,
  type ConversationRef,
  type LockHolder,
  type Store,
  StoreError,
  timestampOf,
} from "../../../services/workspace/mod.ts";
import { type App, CommandError } from "../../app.ts";
import type { Choice } from "./choose_conversation.ts";
import type { RequestText } from "./request_text.ts";

/** What the conversation is opened for. */
export interface Opening {
  readonly words: string;
  readonly piped: string | null;
  readonly noEdit: boolean;
  readonly title: string | null;
  readonly lockWait: {
    readonly show: boolean;
    readonly delay_secs: number;
    readonly interval_ms: number;
    readonly timeout_secs: number;
  };
  /** The request, given the last one that nobody answered. */
  text(unanswered: string | null): RequestText;
}

/** An open conversation, held by us alone until disposed. */
export interface OpenConversation extends AsyncDisposable {
  readonly ref: ConversationRef;
  /** What is asked. */
  readonly text: string;
  /** What the conversation has recorded of its configuration, oldest first. */
  readonly settings: readonly JsonObject[];
  /** Everything that was said, oldest first. */
  readonly events: readonly ConversationEvent[];
  /** Keeps events; a disk that does not take them is told once, and they stay in memory. */
  record(events: readonly ConversationEvent[], sync: boolean): Promise<void>;
  /** Keeps what `--cfg` and flags changed, for later turns. */
  recordSettings(overrides: readonly JsonObject[]): Promise<void>;
}

/** Opens what was chosen. */
export async function openConversation(
  app: App,
  store: Store,
  choice: Choice,
  opening: Opening,
): Promise<OpenConversation> {
  await app.gate.pass(app.signal);
  await using stack = new AsyncDisposableStack();
  let ref: ConversationRef;
  if (choice.kind === "existing") {
    ref = choice.ref;
  } else if (choice.kind === "fork") {
    ref = await store.conversations.fork(choice.of, {
      ...(choice.lastTurns === null ? {} : { turns: { last: choice.lastTurns } }),
      ...(opening.title === null ? {} : { title: opening.title }),
    });
  } else {
    const words = textOf(opening.text(null));
    ref = await store.conversations.create({ title: opening.title, words });
  }
  const lock = stack.use(await lockFor(app, store, ref, opening));
  const log = stack.use(await store.conversations.open(ref, lock));
  reportDamage(app, log);
  const text = textOf(opening.text(unansweredRequest(log.events)?.content ?? null));
  const base = choice.kind === "new" ? {} : await store.conversations.baseConfig(ref);
  const owned = stack.move();
  return {
    ref,
    text,
    settings: settingsOf(base, log.events),
    get events() {
      return log.events;
    },
    record: keeper(app, log),
    recordSettings: async (overrides) => {
      if (overrides.length === 0) return;
      const timestamp = timestampOf(app.platform.clock.now());
      await keeper(app, log)(
        overrides.map((delta) => ({ type: "config_delta", timestamp, delta })),
        false,
      );
    },
    [Symbol.asyncDispose]: async () => {
      await store.conversations.touch(ref, lock).catch(() => {});
      await owned.disposeAsync();
    },
  };
}

function textOf(request: RequestText): string {
  if (request.kind === "text") return request.text;
  throw new CommandError("there is nothing to ask", {
    help: 'Give the question as words, jp query "…", or down a pipe.',
    code: 2,
  });
}

function settingsOf(base: JsonObject, events: readonly ConversationEvent[]): JsonObject[] {
  const deltas = events.flatMap((event) =>
    isKnown(event) && event.type === "config_delta" ? [event.delta] : []
  );
  return Object.keys(base).length === 0 ? deltas : [base, ...deltas];
}

function keeper(app: App, log: ConversationLog): OpenConversation["record"] {
  let told = false;
  return async (events, sync) => {
    try {
      await log.append(events);
      if (sync) await log.sync();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // Once is enough: each later call tries to write all that is unsaved again.
      if (!told) app.printer.notice(notice(`jp: ${error.message}\n${error.help}`));
      told = true;
    }
  };
}

function reportDamage(app: App, log: ConversationLog): void {
  const { torn, problems } = log.damage;
  if (torn !== null) {
    const where = torn.setAside === null ? "" : `; it is kept in ${torn.setAside}`;
    app.printer.notice(
      notice(`jp: the end of the conversation was cut off (${torn.bytes} bytes)${where}`),
    );
  }
  if (problems.length > 0) {
    app.printer.notice(notice(`jp: ${problems.length} unreadable lines were passed over`));
  }
}

async function lockFor(
  app: App,
  store: Store,
  ref: ConversationRef,
  { lockWait }: Opening,
): Promise<ConversationLock> {
  const first = await store.locks.tryLock(ref.id);
  if (first.kind === "acquired") return first.lock;
  const { clock } = app.platform;
  const until = clock.now() + lockWait.timeout_secs * 1000;
  const timeout = new AbortController();
  let holder: LockHolder = first.holder;
  using _scope = showLockWait(app, lockWait, () => holder, until);
  const timer = setTimeout(() => timeout.abort(), Math.max(0, until - clock.now()));
  try {
    return await store.locks.waitForLock(ref.id, {
      signal: AbortSignal.any([app.signal, timeout.signal]),
      pollMs: 100,
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
  settings: Opening["lockWait"],
  holder: () => LockHolder,
  until: number,
): Disposable {
  const { printer, platform } = app;
  if (printer.err.format !== "text-pretty") {
    printer.notice(notice(`waiting for another jp to end (${whose(holder())})…`));
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
