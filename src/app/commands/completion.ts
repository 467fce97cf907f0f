/**
 * `jp completion SHELL`.
 *
 * @module
 */

import { isJson } from "../../host/printer/mod.ts";
import { describeKeys } from "../../services/config/mod.ts";
import { describeProviders } from "../../services/providers/mod.ts";
import { TARGET_KEYWORDS } from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";
import { commandTable, COMPLETION_SHELLS, type CompletionCommand } from "../cli/mod.ts";
import { completionScript, type CompletionValues } from "../completion/mod.ts";

/** Prints the script. */
export async function completion(app: App, command: CompletionCommand): Promise<number> {
  const shell = COMPLETION_SHELLS.find((name) => name === command.shell);
  if (shell === undefined) {
    throw new CommandError(`there is no completion for "${command.shell}"`, {
      help: `There is for ${COMPLETION_SHELLS.join(", ")}.`,
      code: 2,
    });
  }
  const script = completionScript(shell, commandTable, completionValues());
  await app.gate.pass(app.signal);
  const { printer } = app;
  if (isJson(printer.out.format)) printer.record({ message: script.trimEnd() });
  else printer.text(script);
  return 0;
}

/** What of the program's own words is offered beside the table's. */
export function completionValues(): CompletionValues {
  const known = describeProviders({ model: null, aliases: {}, providers: {} }, () => undefined);
  return {
    // A key with a name of the user's own in it is theirs to spell.
    configKeys: describeKeys().map(({ path }) => path).filter((path) => !path.includes("<")),
    conversations: TARGET_KEYWORDS.flatMap(({ words: [word = ""], meaning }) =>
      // What a shell would take for itself, or is no conversation.
      /^\+?[a-z]+$/.test(word) && word !== "help" ? [{ word, summary: meaning }] : []
    ),
    providers: known.map(({ name }) => name),
  };
}
