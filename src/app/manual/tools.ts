/**
 * `jp help tools`.
 *
 * @module
 */

import { TOOL_MENU } from "../../interaction/menus/mod.ts";
import { PERMISSION_CHOICES } from "../../interaction/pending/mod.ts";
import type { Choice } from "../../interaction/widgets/mod.ts";
import {
  BUILT_INS,
  DESCRIBE_TOOLS,
  FILE_BYTES,
  HEAD_BYTES,
  MAX_BYTES,
  TAIL_BYTES,
} from "../../services/tools/mod.ts";

/** The page. */
export function toolsPage(): string {
  return `Tools of jp

A tool is something a model may ask to be run. It is offered where you say so,
and runs only when you say so. To try it without a model and without a key:

  jp query -n -m demo/tools -t "Show me"

Which are offered: -t offers all, -tNAME one (or all of an MCP server's), -T
takes them away, from left to right; the configuration says what holds without
flags (enable). Built in, and not offered by themselves:

  ${BUILT_INS.map(({ name }) => name).join(", ")}
  ${DESCRIBE_TOOLS}, where a tool has more to tell than its summary

Files are those of the workspace: what leads out of it, by .., by a link or by
any other way, is refused, and .git and .jp are not written to. shell runs a
command line with sh at the workspace's root.

Before a tool runs you see the command line, or the change to the file as it is
now; if the file changes meanwhile, you are asked again.

${choices(PERMISSION_CHOICES)}

run = "unattended" asks nobody, "edit" begins with the arguments, "skip" runs
nothing; result does the same for what comes back. Ctrl-C asks what to do:

${choices(TOOL_MENU.choices)}

With nobody to ask, calls are refused and the status is 3, unless detached says
"auto" (go ahead) or "defaults" (take a question's default).

Every program runs in a session of its own, without a terminal and without the
keys of your providers; when it ends or is cancelled, what it started ends, too.
Of output beyond ${
    kib(HEAD_BYTES + TAIL_BYTES)
  } KiB the model gets the beginning and the end; a file in
the conversation's directory gets the first ${mib(FILE_BYTES)} MiB. What writes more than
${mib(MAX_BYTES)} MiB is stopped.

A tool of your own, in config.toml:

  [conversation.tools.word_count]
  source = "local"
  enable = true
  command = "wc -w {{tool.arguments.path}}"
  summary = "Counts the words of a file."
  [conversation.tools.word_count.parameters.path]
  type = "string"
  required = true

The command is cut into words, and each word is a Jinja template with
tool {name, arguments, answers, options} and context {action, root, access,
workspace_id, conversation_id}; a value never becomes two words. The same comes
as JSON on stdin. command = { program = "...", args = [], shell = true } is run
by sh, which gets the values as variables. What is printed is the result, or:

  {"type":"success","content":"..."}
  {"type":"error","message":"...","trace":[],"transient":false}
  {"type":"needs_input","question":{"id":"...","text":"...",
    "answer_type":"Boolean","default":true}}

"Boolean", "Text" or {"Select":{"options":["..."]}}; pre_amble is printed above.
After an answer the tool runs again from the start, with it in tool.answers.ID.

An MCP server, whose tools are offered as they are called:

  [providers.mcp.files]
  command = "mcp-files"
  arguments = ["."]
  variables = ["FILES_TOKEN"]        # all it gets beside PATH, HOME and so on
  optional = true                    # go on without it when it does not start
  [conversation.tools.search_files]  # settings for one of them
  source = "mcp.files.search"
  run = "unattended"

In a workspace of somebody else's neither is there before you have approved of
it; the model hears of neither until then.
`;
}

function choices(list: readonly Choice[]): string {
  return list.map(({ key, label }) => `  ${key}   ${label}`).join("\n");
}

function kib(bytes: number): number {
  return bytes / 1024;
}

function mib(bytes: number): number {
  return kib(bytes) / 1024;
}
