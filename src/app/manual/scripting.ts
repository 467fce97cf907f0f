/**
 * `jp help scripting`.
 *
 * @module
 */

import { exitStatusList } from "./exit_statuses.ts";
import { environmentList } from "./environment.ts";

/** The page. */
export function scriptingPage(): string {
  return `jp in scripts

${exitStatusList()}

130 is no exit status but a real death by the signal (WIFSIGNALED), so loops,
&& lists, make and xargs stop. As PID 1, which a signal cannot kill, and on
Windows it is the status 130.

stdout carries the answer and nothing else; see jp help output for
--format json. Menus are drawn on the terminal itself, whatever the standard
streams are. On a CI runner that allocates a terminal, give --non-interactive
or set JP_NON_INTERACTIVE=1.

Piped stdin is context for jp query and is read to its end; --no-stdin leaves
it alone. JP_SESSION names the session whose conversation is continued; without
it the terminal's session does.

jp query --schema has the answer as JSON, and nothing else is on stdout:

  jp query -s 'name, age int, tags str[]: one word each' < text | jq .name
  jp query -s @schema.json ...    a JSON schema in a file, or inline: '{...}'

The answer is held to the schema before it is printed. One that does not fit
is asked for again, as after a lost connection; if none does, stdout stays
empty and the status is 1. jp query --replay drops the last answer and sends
its request once more, to its schema if it had one.

One conversation has one writer. A second jp waits for style.lock_wait
.timeout_secs and then fails with status 1, saying who holds it.

After a first press and Continue, dash and make stop all the same when jp ends:
they saw the press too. In jp ... | reader the terminal's press reaches the
reader as well, and most readers die of it.

Environment:
${environmentList()}
`;
}
