/**
 * What tools need from around them, as one narrow port: a machine, and somebody who kills what they
 * started when the process has to end at once.
 *
 * @module
 */

import type { FileSystem, Os, Workbench } from "../../host/platform/port.ts";

/** The machine tools run on. */
export interface ToolHost {
  readonly os: Os;
  readonly fs: FileSystem;
  /** Our own environment; what of it a tool gets is decided in here. */
  envAll(): Record<string, string>;
  /** Sessions and files; made once, when the first tool needs them. */
  workbench(): Promise<Workbench>;
  /**
   * Has a process group killed at rung 3, until disposed.
   *
   * @throws {RouterError} when there is no room for it; what was started is to be ended then.
   */
  registerGroup(group: number): Disposable;
}

/** The directory tools work in. */
export interface ToolWorkspace {
  /** Absolute. */
  readonly root: string;
  /** The workspace's id; null when it has none yet. */
  readonly id: string | null;
}

/** Where output goes that is too long for a model; its directory is made when it is needed. */
export interface Spill {
  /** The directory, or null when nothing may be kept. */
  directory(): Promise<string | null>;
}
