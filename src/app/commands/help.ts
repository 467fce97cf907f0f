/**
 * `jp help [TOPIC]`: the manual in the binary.
 *
 * @module
 */

import { RELAY_WINDOW_MS } from "../../core/ladder/mod.ts";
import { FALLBACK_MENU } from "../../interaction/menus/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { HelpCommand } from "../cli/mod.ts";

/** Prints a topic, or the list of them. */
export function help(app: App, command: HelpCommand): number {
  if (command.topic === null) {
    const names = Object.keys(TOPICS).map((name) => `  ${name}`).join("\n");
    app.printer.text(`Topics of jp help:\n${names}\n\njp --help lists the commands.\n`);
    return 0;
  }
  const topic = TOPICS[command.topic];
  if (topic === undefined) {
    throw new CommandError(`there is no topic "${command.topic}"`, {
      help: `Topics: ${Object.keys(TOPICS).join(", ")}.`,
      code: 2,
    });
  }
  app.printer.text(topic());
  return 0;
}

const TOPICS: Readonly<Record<string, () => string>> = {
  interrupts: () =>
    `Ctrl-C in jp

  1st press   opens a menu: ${choices()}
  2nd press   gracefully shuts down: saves, tears down, dies by SIGINT
  3rd press   ends the process at once, by SIGINT

ESC in a menu continues. A Ctrl-C on a menu is the second press however late
it comes. An answer makes the next press a first one again; so does waiting
longer than interrupt.escalation_cooldown_secs. A graceful shutdown never takes
longer than interrupt.shutdown.timeout_secs.

Without a controlling terminal, and with --non-interactive, nothing is asked:
the first SIGINT shuts down gracefully, the next ends the process. SIGTERM
shuts down gracefully, SIGQUIT ends at once, SIGHUP saves and is silent.

A SIGINT within ${RELAY_WINDOW_MS} ms of the last one is the same press: task runners relay
the terminal's. While an editor or a pager has the terminal, presses are its.
`,
  scripting: () =>
    `jp in scripts

  0     done, or stopped by a choice in a menu
  1     failed; one line on stderr says why and what to do
  2     wrong usage
  130   what a shell shows for death by SIGINT: shutdown, third press, SIGTERM,
        SIGQUIT. The process really dies by the signal, so loops stop.
  129   the terminal went away
  141   the reader of stdout went away

stdout carries the answer and nothing else. With --format json every line on
stdout and stderr is one JSON record, and the last on stdout is
{"type":"turn_end","reason":"complete|stopped|aborted|interrupted|error",...}.

Piped stdin is context for jp query; --no-stdin leaves it alone. CI runners
that allocate a terminal: give --non-interactive or set JP_NON_INTERACTIVE=1.

After a first press and Continue, dash and make stop all the same when the
command ends: they saw the press too.
`,
};

function choices(): string {
  return FALLBACK_MENU.choices.map(({ key, label }) => `[${key}] ${label}`).join(" · ");
}
