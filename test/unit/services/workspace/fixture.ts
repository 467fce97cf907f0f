/**
 * A machine in memory for the store's tests: files, environment, clock and session are set by hand.
 *
 * @module
 */

import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import type { ConversationEvent, ConversationId } from "../../../../src/core/conversation/mod.ts";
import type { Os } from "../../../../src/host/platform/port.ts";
import {
  type ConversationLock,
  findWorkspace,
  openStore,
  type Store,
  type StoreHost,
} from "../../../../src/services/workspace/mod.ts";

/** When the fixture's clock stands: 2026-04-10T17:04:20.500Z. */
export const NOW = 1_775_840_660_500;
/** The id a conversation made at {@linkcode NOW} gets. */
export const FIRST_ID: ConversationId = "jp-c17758406605";
/** A `.id` file's text. */
export const ID_FILE = "# note\nab12z\n";

/** A host whose parts can be changed between calls. */
export interface FakeHost extends StoreHost {
  readonly fs: FakeFileSystem;
  readonly vars: Record<string, string | undefined>;
  /** Milliseconds since the epoch. */
  time: number;
  sid: number;
  dir: string;
}

/** A Linux machine with a home directory and a workspace in `/w`. */
export function fakeHost(
  options: { files?: Record<string, string>; os?: Os; vars?: Record<string, string> } = {},
): FakeHost {
  const fs = new FakeFileSystem({ "/w/.jp/.id": ID_FILE, ...options.files });
  const host: FakeHost = {
    fs,
    os: options.os ?? "linux",
    pid: 4242,
    vars: options.vars ?? { HOME: "/home/u" },
    time: NOW,
    sid: 77,
    dir: "/w",
    clock: { now: () => host.time },
    system: { getsid: () => host.sid },
    env: (name) => host.vars[name],
    cwd: () => host.dir,
  };
  return host;
}

/** The store of a host's workspace. */
export async function storeOf(host: StoreHost, persist = true): Promise<Store> {
  return await openStore(host, await findWorkspace(host), { persist });
}

/** The lock of a conversation that nobody holds. */
export async function lockOf(store: Store, id: ConversationId): Promise<ConversationLock> {
  const attempt = await store.locks.tryLock(id);
  if (attempt.kind === "held") throw new Error(`${id} is locked`);
  return attempt.lock;
}

const timestamp = "2026-04-10T17:04:20.531Z";

/** A request. */
export function ask(content: string): ConversationEvent {
  return { type: "chat_request", timestamp, content };
}

/** An answer. */
export function say(message: string): ConversationEvent {
  return { type: "chat_response", timestamp, message };
}

/** The beginning of a turn. */
export const start: ConversationEvent = { type: "turn_start", timestamp };

/** Whether an error is a `StoreError` of that code. */
export function storeErrorOf(code: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof Error && error.name === "StoreError" && "code" in error && error.code === code;
}
