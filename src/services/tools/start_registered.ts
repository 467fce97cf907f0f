/**
 * Starts a program in a session of its own and has it known to the kill registry: what there is no
 * room for in it is not left running.
 *
 * @module
 */

import type { SessionCommand, SessionProcess } from "../../host/platform/port.ts";
import type { ToolHost } from "./host.ts";

/** A program that has been started. */
export interface Registered {
  readonly started: SessionProcess;
  /** Its place in the registry, to be disposed when nothing of it is left. */
  readonly place: Disposable;
}

/** @throws {FsError} when it cannot be started. @throws {RouterError} when there is no room for it. */
export async function startRegistered(
  host: ToolHost,
  command: SessionCommand,
): Promise<Registered> {
  const started = await (await host.workbench()).startSession(command);
  try {
    return { started, place: host.registerGroup(started.pid) };
  } catch (error) {
    await started.killAll();
    started.release();
    throw error;
  }
}
