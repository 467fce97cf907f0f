/**
 * The conversation a query writes to: found or made, locked, its log open. Says aloud when
 * something cannot be kept, and never makes a conversation for a request that cannot be sent.
 *
 * @module
 */

import type {
  ChatRequest,
  ConversationEvent,
  Discard,
  JsonObject,
} from "../../../core/conversation/mod.ts";
import { isKnown, lastRequest, unansweredRequest } from "../../../core/conversation/mod.ts";
import { notice } from "../../../core/notices/mod.ts";
import { FsError } from "../../../host/platform/port.ts";
import {
  type ConversationLock,
  type ConversationLog,
  type ConversationRef,
  type Labels,
  openStore,
  type Store,
  StoreError,
  type StoreErrorCode,
  timestampOf,
} from "../../../services/workspace/mod.ts";
import { type App, CommandError } from "../../app.ts";
import type { Choice } from "./choose_conversation.ts";
import type { TextSource } from "./compose/mod.ts";
import { type LockWaitSettings, waitForLock } from "../lock_wait.ts";
import type { RequestText } from "./request_text.ts";
import { headingOf } from "./title_text.ts";
import { counted } from "../one_line.ts";

/** What the conversation is opened for. */
export interface Opening {
  readonly title: string | null;
  /** `conversation.labels`: those of a new one. */
  readonly labels: Labels;
  /** Whether a heading the request begins with is the title of a new one. */
  readonly fromHeading: boolean;
  readonly lockWait: LockWaitSettings;
  /** The last request is to be sent again, its answer to be dropped. */
  readonly replay: boolean;
  /** The request. Composing it in an editor may take its time. */
  text(source: TextSource): Promise<RequestText>;
}

/** An open conversation, held by us alone until disposed. */
export interface OpenConversation extends AsyncDisposable {
  readonly ref: ConversationRef;
  /** Whether it is on the disk, or in memory only. */
  readonly kept: boolean;
  /** Whether all that was said is on the disk now. */
  readonly saved: boolean;
  /** What is asked. */
  readonly text: string;
  /** What the answer had to match, where a request is sent again. */
  readonly schema: JsonObject | null;
  /** What the conversation has recorded of its configuration, oldest first. */
  readonly settings: readonly JsonObject[];
  /** Everything that was said, oldest first. */
  readonly events: readonly ConversationEvent[];
  /** Keeps events; a disk that does not take them is told once, and they stay in memory. */
  record(events: readonly ConversationEvent[], sync: boolean): Promise<void>;
  /** What is asked again no longer counts where it stands, nor its answer. */
  takeBack(): Promise<void>;
  /** Keeps what `--cfg` and flags changed, for later turns. */
  recordSettings(overrides: readonly JsonObject[]): Promise<void>;
  /** Makes it the active one of this session. @throws {StoreError} */
  activate(): Promise<void>;
}

const DISK_FAULTS: ReadonlySet<StoreErrorCode> = new Set<StoreErrorCode>([
  "no_space",
  "too_large",
  "read_only",
  "denied",
  "no_locks",
  "in_the_way",
  "vanished",
  "no_home",
  "io",
]);

/**
 * Opens what was chosen; null when there turned out to be nothing to ask. Where the disk takes nothing that is said aloud, and the conversation goes
 * on in memory: an answer that cannot be kept is better than none.
 */
export async function openConversation(
  app: App,
  store: Store,
  choice: Choice,
  opening: Opening,
): Promise<OpenConversation | null> {
  await app.gate.pass(app.signal);
  try {
    return await open(app, store, choice, opening);
  } catch (error) {
    if (!(error instanceof StoreError) || !DISK_FAULTS.has(error.code)) throw error;
    const memory = await openStore(app.platform, await app.workspace(), { persist: false });
    const opened = await open(app, memory, choice, opening);
    if (opened === null) return null;
    app.printer.notice(
      notice(`jp: ${error.message}\n${error.help}\nThe answer is shown, but nothing is kept.`),
    );
    return opened;
  }
}

/** What a conversation has recorded of its configuration, looked at without its lock. */
export async function recordedSettings(
  store: Store,
  ref: ConversationRef,
): Promise<readonly JsonObject[]> {
  const [base, { events }] = await Promise.all([
    store.conversations.baseConfig(ref),
    store.conversations.read(ref),
  ]);
  return settingsOf(base, events);
}

async function open(
  app: App,
  store: Store,
  choice: Choice,
  opening: Opening,
): Promise<OpenConversation | null> {
  if (choice.kind === "existing") {
    const { ref } = choice;
    const waited = await waitForLock(app, store, ref, opening.lockWait, ["new", "fork"]);
    switch (waited.kind) {
      case "lock":
        return await openLocked(app, store, ref, waited.lock, opening);
      case "new":
        return await open(app, store, { kind: "new" }, opening);
      case "fork":
        return await open(app, store, { kind: "fork", of: ref, lastTurns: null }, opening);
    }
  }
  const ref = choice.kind === "new"
    ? await createFor(store, opening)
    : await forkFor(store, choice, opening);
  if (ref === null) return null;
  try {
    const waited = await waitForLock(app, store, ref, opening.lockWait, []);
    if (waited.kind !== "lock") throw new TypeError(`${waited.kind} was not offered`);
    return await openLocked(app, store, ref, waited.lock, opening);
  } catch (error) {
    await takeAway(app, ref);
    throw error;
  }
}

async function createFor(store: Store, opening: Opening): Promise<ConversationRef | null> {
  if (opening.replay) throw nothingToReplay();
  const nothing = { ref: null, events: [], settings: [], unanswered: null, replayed: null };
  const request = textOf(await opening.text(nothing));
  if (request === null) return null;
  return await store.conversations.create({
    title: opening.title ?? (opening.fromHeading ? headingOf(request.text) : null),
    words: request.text,
    labels: opening.labels,
  });
}

async function forkFor(
  store: Store,
  { of, lastTurns }: Extract<Choice, { readonly kind: "fork" }>,
  opening: Opening,
): Promise<ConversationRef | null> {
  const [base, { events }] = await Promise.all([
    store.conversations.baseConfig(of),
    store.conversations.read(of),
  ]);
  const unanswered = unansweredRequest(events)?.content ?? null;
  const replayed = opening.replay ? replayedOf(events).content : null;
  const source = { ref: null, events, settings: settingsOf(base, events), unanswered, replayed };
  if (textOf(await opening.text(source)) === null) return null;
  return await store.conversations.fork(of, {
    ...(lastTurns === null ? {} : { turns: { last: lastTurns } }),
    ...(opening.title === null ? {} : { title: opening.title }),
  });
}

// Made a moment ago and not to be used: nobody knows of it yet, and nobody is to find it.
async function takeAway({ platform }: App, ref: ConversationRef): Promise<void> {
  try {
    await platform.fs.remove(ref.directory, { recursive: true });
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
  }
}

async function openLocked(
  app: App,
  store: Store,
  ref: ConversationRef,
  taken: ConversationLock,
  opening: Opening,
): Promise<OpenConversation | null> {
  await using stack = new AsyncDisposableStack();
  const lock = stack.use(taken);
  const log = stack.use(await store.conversations.open(ref, lock));
  reportDamage(app, log);
  const unanswered = unansweredRequest(log.events);
  const settings = settingsOf(await store.conversations.baseConfig(ref), log.events);
  const { events } = log;
  const replayed = opening.replay ? replayedOf(events) : null;
  const asked = {
    ref,
    events,
    settings,
    unanswered: unanswered?.content ?? null,
    replayed: replayed?.content ?? null,
  };
  const request = textOf(await opening.text(asked));
  if (request === null) return null;
  const { text, source, replaces } = request;
  const record = keeper(app, log);
  const now = (): string => timestampOf(app.platform.clock.now());
  const again = replayed ?? (source === "unanswered" || replaces ? unanswered : null);
  const owned = stack.move();
  return {
    ref,
    kept: store.persistent,
    get saved() {
      return store.persistent && log.unsaved === 0;
    },
    text,
    schema: again?.schema ?? null,
    settings,
    takeBack: async () => {
      if (again !== null) await record([takingBack(log.events, again, now())], false);
    },
    get events() {
      return log.events;
    },
    record,
    recordSettings: async (overrides) => {
      const timestamp = now();
      if (overrides.length === 0) return;
      await record(overrides.map((delta) => ({ type: "config_delta", timestamp, delta })), false);
    },
    // What nobody will find again cannot be what a session goes on with.
    activate: async () => {
      if (store.persistent) await store.sessions.activate(ref);
    },
    [Symbol.asyncDispose]: async () => {
      // The time of last use is no loss on a disk that does not take it.
      await store.conversations.touch(ref, lock).catch(() => {});
      if (store.persistent && log.unsaved > 0) await rescue(app, ref, log);
      await owned.disposeAsync();
    },
  };
}

function textOf(request: RequestText): Extract<RequestText, { readonly kind: "text" }> | null {
  if (request.kind === "text") return request;
  if (request.kind === "ignored") return null;
  throw new CommandError("there is nothing to ask", {
    help: 'Give the question as words, jp query "…", or down a pipe.',
    code: 2,
  });
}

function replayedOf(events: readonly ConversationEvent[]): ChatRequest {
  const request = lastRequest(events);
  if (request === null) throw nothingToReplay();
  return request;
}

function nothingToReplay(): CommandError {
  return new CommandError("there is no request to send again", {
    help: "Give the question as words, or name a conversation with --id; jp c ls lists them.",
  });
}

/** What was asked no longer counts, nor what came of it: it is about to be asked again. */
function takingBack(
  events: readonly ConversationEvent[],
  request: ChatRequest,
  timestamp: string,
): Discard {
  const at = events.lastIndexOf(request);
  const from = events[at - 1]?.type === "turn_start" ? at - 1 : at;
  return { type: "discard", timestamp, events: events.length - from };
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

/** What its own place does not take is written where the system keeps passing files, if that does. */
async function rescue(
  { platform, printer }: App,
  ref: ConversationRef,
  log: ConversationLog,
): Promise<void> {
  const folder = (platform.env("TMPDIR") || platform.env("TEMP") || "/tmp").replace(/[/\\]+$/, "");
  const path = `${folder}/${ref.id}-${crypto.randomUUID().slice(0, 8)}.jsonl`;
  try {
    await log.copyTo(path);
    printer.notice(notice(`jp: what was said is in ${path}`));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    // Half of it would be taken for all of it.
    await platform.fs.remove(path).catch(() => {});
  }
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
    app.printer.notice(notice(`jp: passed over ${counted(problems.length, "unreadable line")}`));
  }
}
