/**
 * The keys of `[interrupt]` and `[editor]` (RFD 092 and RFD 088, Configuration changes).
 *
 * @module
 */

import { either, list, record } from "./compound.ts";
import { key, optional, table } from "./field.ts";
import { boolean, choice, interval, seconds, text } from "./shape.ts";

/** Where a reply is composed (RFD 088). */
function composeInEditor() {
  return key(
    either(boolean(), choice("always", "never")),
    false,
    "Where a reply is composed: false starts inline with Ctrl-X to the editor, true starts in " +
      "the editor, always never falls back to inline, never has no Ctrl-X.",
  );
}

/** A program and its arguments: one string split as a shell would, or a table. */
export const COMMAND = either(
  text({ expects: "a command line" }),
  record({
    program: { node: "key", doc: "The program.", shape: text(), fallback: undefined },
    args: key(list(text({ empty: true }), "text"), [], "Its arguments."),
    shell: key(boolean(), false, "Whether sh -c runs it."),
  }),
);

/** `[interrupt]`. */
export const INTERRUPT = table("What a press of Ctrl-C does, scope by scope.", {
  escalation_cooldown_secs: key(
    seconds(),
    2,
    "Seconds within which a further press counts as the next rung; 0: only a menu leads on.",
  ),
  streaming: table("A press while an answer is streaming.", {
    action: key(
      choice("prompt", "continue", "stop", "abort", "reply"),
      "prompt",
      "What the first press does; prompt shows the menu.",
    ),
    compose_in_editor: composeInEditor(),
  }),
  tool_call: table("A press while tools are running.", {
    action: key(
      choice("prompt", "continue", "restart", "respond", "stop"),
      "prompt",
      "What the first press does; prompt shows the menu.",
    ),
    compose_in_editor: composeInEditor(),
  }),
  turn: table("A press between the phases of a turn.", {
    action: key(
      choice("prompt", "continue", "reply", "stop"),
      "prompt",
      "What the first press does; prompt shows the menu.",
    ),
    compose_in_editor: composeInEditor(),
  }),
  shutdown: table("The graceful shutdown and its deadline.", {
    show: key(boolean(), true, "Whether the countdown is shown; the deadline holds either way."),
    delay_secs: key(seconds(), 1, "Seconds of silence before the countdown; 0: at once."),
    interval_ms: key(interval(), 100, "Milliseconds between two updates of the countdown."),
    timeout_secs: key(
      seconds(),
      10,
      "Seconds until the process is ended all the same; 0: at once.",
    ),
  }),
});

/** `[editor]`. */
export const EDITOR = table("The external editor and the inline one.", {
  cmd: optional(COMMAND, "The editor to open: a command line, or program, args and shell.", {
    sensitive: true,
  }),
  envs: key(
    list(text(), "names of environment variables"),
    ["JP_EDITOR", "VISUAL", "EDITOR"],
    "Variables tried in this order when no command is set; files add to the list.",
    { appends: true, sensitive: true },
  ),
  inline: table("The line editor of replies.", {
    edit_mode: key(choice("emacs", "vi"), "emacs", "Its key bindings."),
  }),
});
