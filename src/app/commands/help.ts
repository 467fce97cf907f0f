/**
 * `jp help [TOPIC]`.
 *
 * @module
 */

import { type App, CommandError } from "../app.ts";
import { type HelpCommand, MANUAL_TOPICS } from "../cli/mod.ts";
import { manualPage } from "../manual/mod.ts";

/** Prints a topic of the manual, or the list of them. */
export async function help(app: App, command: HelpCommand): Promise<number> {
  if (command.topic === null) {
    app.printer.text(`Topics of jp help:\n${MANUAL_TOPICS.map((name) => `  ${name}\n`).join("")}
jp --help lists the commands.\n`);
    return 0;
  }
  const topic = MANUAL_TOPICS.find((name) => name === command.topic);
  if (topic === undefined) {
    throw new CommandError(`there is no topic "${command.topic}"`, {
      help: `Topics: ${MANUAL_TOPICS.join(", ")}.`,
      code: 2,
    });
  }
  const page = await manualPage(topic);
  await app.gate.pass(app.signal);
  app.printer.text(page);
  return 0;
}
