/**
 * What a built-in tool is, apart from its settings.
 *
 * @module
 */

import type { JsonObject } from "../../../core/conversation/mod.ts";
import type { ToolHost, ToolWorkspace } from "../host.ts";
import type { KeeperOptions } from "../output_keeper.ts";
import type { Slots } from "../slots.ts";
import type { PreparedCall } from "../types.ts";
import type { WorkspaceFiles } from "../workspace_files.ts";

/** What built-in tools work with. */
export interface Surroundings {
  readonly host: ToolHost;
  readonly workspace: ToolWorkspace;
  readonly files: WorkspaceFiles;
  readonly slots: Slots;
  /** The environment of what is run. */
  readonly env: Readonly<Record<string, string>>;
  readonly keeper: KeeperOptions;
}

/** A tool that comes with the program. */
export interface BuiltIn {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments; they have been checked against it. */
  readonly parameters: JsonObject;
  prepare(args: JsonObject, around: Surroundings, signal: AbortSignal): Promise<PreparedCall>;
}

/** An argument that is text; the schema has seen to it. */
export function textOf(args: JsonObject, name: string): string {
  const value = args[name];
  return typeof value === "string" ? value : "";
}

/** An argument that is a number. */
export function numberOf(args: JsonObject, name: string): number {
  const value = args[name];
  return typeof value === "number" ? value : 0;
}
