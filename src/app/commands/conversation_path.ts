/**
 * `jp conversation path`: where conversations are on the disk, one path a line.
 *
 * @module
 */

import { isJson } from "../../host/printer/mod.ts";
import { BASE_CONFIG_FILE, EVENTS_FILE, METADATA_FILE } from "../../services/workspace/mod.ts";
import type { App } from "../app.ts";
import type { ConversationPart, ConversationPathCommand } from "../cli/mod.ts";
import { targetsOf } from "./targets.ts";

const FILES: Readonly<Record<Exclude<ConversationPart, "directory">, string>> = {
  events: EVENTS_FILE,
  metadata: METADATA_FILE,
  "base-config": BASE_CONFIG_FILE,
};

/** Prints the paths. */
export async function showConversationPaths(
  app: App,
  command: ConversationPathCommand,
): Promise<number> {
  const { part } = command;
  const targets = await targetsOf(app, await app.store(), command.targets);
  if (targets.kind === "explained") return 0;
  await app.gate.pass(app.signal);
  for (const { id, directory } of targets.refs) {
    const path = part === "directory" ? directory : `${directory}/${FILES[part]}`;
    if (isJson(app.printer.out.format)) app.printer.record({ id, path });
    else app.printer.text(`${path}\n`);
  }
  return 0;
}
