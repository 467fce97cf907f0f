/**
 * `jp help [TOPIC]` and `jp help --man`.
 *
 * @module
 */

import { isJson } from "../../host/printer/mod.ts";
import { type App, CommandError } from "../app.ts";
import { commandTable, type HelpCommand, MANUAL_TOPICS } from "../cli/mod.ts";
import { manualForMan, manualPage } from "../manual/mod.ts";
import { VERSION } from "../version.ts";

/** Prints a topic of the manual, or the list of them. */
export async function help(app: App, command: HelpCommand): Promise<number> {
  if (command.man) {
    const page = await manualForMan(commandTable, VERSION);
    await app.gate.pass(app.signal);
    print(app, page);
    return 0;
  }
  if (command.topic === null) {
    const topics = MANUAL_TOPICS.map((name) => `  ${name}\n`).join("");
    print(app, `Topics of jp help:\n${topics}\njp --help lists the commands.\n`);
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
  print(app, page);
  return 0;
}

function print({ printer }: App, text: string): void {
  if (isJson(printer.out.format)) printer.record({ message: text.trimEnd() });
  else printer.text(text);
}
