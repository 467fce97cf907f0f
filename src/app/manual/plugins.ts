/**
 * `jp help plugins`.
 *
 * @module
 */

import {
  COMPOSE_KINDS,
  LINE_LIMIT,
  LOG_LEVELS,
  PRINT_CHANNELS,
  PRINT_FORMATS,
  PROTOCOL_VERSION,
} from "../../services/plugins/mod.ts";

/** The page. */
export function pluginsPage(): string {
  return `Plugins of jp

A program jp-NAME is the command jp NAME, in any language. jp a b is jp-a-b if
there is one, else jp-a with b as its argument. Looked at, in this order:
plugins/command in the data directory, then PATH (absolute entries only).
jp --help names them, jp plugin ls has their paths and whether they may run;
jp NAME --help is answered by the plugin. jp's own commands go before.

What is found on PATH asks before it runs, with its path and its SHA-256. Y
keeps the answer until the file changes. Without a terminal that is a refusal.

  [plugins]
  shutdown_timeout_secs = 5          # to end in, before it is killed
  [plugins.command.NAME]
  run = "ask"                        # or "unattended", "deny"
  checksum = { algorithm = "sha256", value = "..." }
  options = {}                       # handed to the plugin

Protocol ${PROTOCOL_VERSION}: one JSON object a line, on its stdin and stdout; a line has at
most ${LINE_LIMIT} bytes. Its stderr goes to the log (-vvvvv, --log-file). The "id"
of a request comes back in the answer. A line that is no message is answered
with "error".

  to the plugin
    init           version, workspace, paths, config, options, args, log_level,
                   format, interactive
    describe       instead of init, for --help
    conversations  id, data         answers list_conversations
    events         id, conversation, data
    config         id, path, data
    composed       id, outcome (submitted, cancelled, unavailable, aborted),
                   text, values
    granted, released               answer terminal
    error          id, request, message
    shutdown       end now

  from the plugin
    ready
    describe       name, version, description, command, author, help, repository
    list_conversations
    read_events    conversation
    read_config    path, or all of it
    print          text, channel (${PRINT_CHANNELS.join(", ")}), format
                   (${PRINT_FORMATS.join(", ")}), language
    log            level (${LOG_LEVELS.join(", ")}), message, fields
    compose        kind (${COMPOSE_KINDS.join(", ")}), message, preamble, text,
                   options: strings, or { value, label, key }
    terminal       action (acquire, release)
    exit           code, which becomes jp's status; reason

Under --format json what it prints is {"type":"plugin_print"}, with timestamp,
plugin, format, language, and text or data. Markdown and code are rendered on a
terminal; control sequences other than colour never reach it.

Ctrl-C: a plugin runs in a process group of its own. The first press is one
SIGINT for that group; a plugin that does not handle it ends, and jp with it.
The second one sends "shutdown", and kills the group when the time is up; the
third kills it at once. Without a terminal the first press does what the second
does. What a plugin leaves in its group is killed when it ends; a daemon that it
means to leave has to leave the group (setsid).

To ask, "compose" has jp ask: its Ctrl-C opens jp's menu, with a way back. A
program that wants the whole screen sends "terminal" acquire, waits for
"granted", opens /dev/tty, and sends release; until then keys and Ctrl-C are
its own, and what it prints waits. A plugin that reads /dev/tty unasked gets
it too, until its next message. jp takes the terminal back, with the modes it
had, when the plugin ends, dies or is stopped.

Keys of providers are not in a plugin's environment. Killed with kill -9, jp
takes the plugin along on Linux, but not what the plugin has started.
`;
}
