/**
 * What every command that changes conversations keeps to: the lock is held while one is changed,
 * the gate is passed before, one that fails does not stop the others, and nothing is claimed that
 * `--no-persist` would not have done.
 *
 * @module
 */

import { notice } from "../../core/notices/mod.ts";
import { isJson } from "../../host/printer/mod.ts";
import {
  type ConversationLock,
  type ConversationRef,
  type Store,
  StoreError,
} from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";
import { reportFailure } from "../failure.ts";
import { lockedByAnother, waitForLock } from "./lock_wait.ts";
import { oneLine } from "./one_line.ts";
import { type Targets, targetsOf } from "./targets.ts";

/** The store of a command that changes what is kept. @throws {CommandError} under --no-persist. */
export async function changeableStore(app: App): Promise<Store> {
  const store = await app.store();
  if (store.persistent) return store;
  throw new CommandError("with --no-persist nothing that is kept can be changed", {
    help: "Leave --no-persist out.",
    code: 2,
  });
}

/**
 * Resolves targets and works on each conversation they mean, in turn. Returns the exit status: 1
 * when any of it failed.
 */
export async function changeEach(
  app: App,
  words: readonly string[],
  work: (store: Store, ref: ConversationRef) => Promise<void>,
  meant: (store: Store) => Promise<Targets> = (store) => targetsOf(app, store, words),
): Promise<number> {
  const store = await changeableStore(app);
  const targets = await meant(store);
  if (targets.kind === "explained") return 0;
  if (targets.refs.length === 0) sayNone(app, words);
  return await onEach(app, targets.refs, (ref) => work(store, ref));
}

/** Works on conversations in turn; one that fails is told, and the others are still worked on. */
export async function onEach(
  app: App,
  refs: readonly ConversationRef[],
  work: (ref: ConversationRef) => Promise<void>,
): Promise<number> {
  let code = 0;
  for (const ref of refs) {
    await app.gate.pass(app.signal);
    try {
      await work(ref);
    } catch (error) {
      if (!(error instanceof StoreError || error instanceof CommandError)) throw error;
      code = reportFailure(app.printer, app.globals, error);
    }
  }
  return code;
}

/**
 * Holds a conversation's lock while `work` changes it. With somebody to ask it is waited for.
 *
 * @throws {CommandError} when another process has it, and keeps it.
 */
export async function locked<T>(
  app: App,
  store: Store,
  ref: ConversationRef,
  work: (lock: ConversationLock) => Promise<T>,
): Promise<T> {
  using lock = await lockOf(app, store, ref);
  return await work(lock);
}

async function lockOf(app: App, store: Store, ref: ConversationRef): Promise<ConversationLock> {
  const attempt = await store.locks.tryLock(ref.id);
  if (attempt.kind === "acquired") return attempt.lock;
  if (!app.router.state.interactive) throw lockedByAnother(ref, attempt.holder, []);
  const { lock_wait } = (await app.config()).config.style;
  const waited = await waitForLock(app, store, ref, lock_wait, []);
  if (waited.kind !== "lock") throw new TypeError(`${waited.kind} was not offered`);
  return waited.lock;
}

/** What a conversation is called: its title, or what its directory is named after. */
export async function nameOf(store: Store, ref: ConversationRef): Promise<string> {
  return oneLine((await store.conversations.metadata(ref)).title ?? ref.slug);
}

/** Says what was done: a record for programs, a line for people. */
export function tell(
  app: App,
  record: Readonly<Record<string, unknown>>,
  words: string,
): void {
  if (isJson(app.printer.out.format)) app.printer.record(record);
  else app.printer.notice(notice(words));
}

/** Says that targets which may mean none mean none. */
export function sayNone(app: App, words: readonly string[]): void {
  if (isJson(app.printer.out.format)) return;
  const where = words.length === 0 ? "that time" : words.join(" ");
  app.printer.notice(notice(`There is no conversation in ${where}.`));
}
