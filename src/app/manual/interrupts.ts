/**
 * `jp help interrupts`.
 *
 * @module
 */

import { DEFAULT_SETTINGS, RELAY_WINDOW_MS } from "../../core/ladder/mod.ts";
import { formatNotice, notice } from "../../core/notices/mod.ts";
import {
  FALLBACK_MENU,
  lockMenu,
  STREAMING_MENU,
  TOOL_MENU,
  TURN_MENU,
} from "../../interaction/menus/mod.ts";
import type { InlineSelect } from "../../interaction/widgets/mod.ts";

/** The page. */
export function interruptsPage(): string {
  return `Ctrl-C in jp

  1st press   opens a menu; ? in it explains the keys
  2nd press   "${said("shutting down")}": saves, tears down, dies by SIGINT
  3rd press   "${said("terminating")}": the process ends at once, by SIGINT

While an answer streams:
${choices(STREAMING_MENU)}
While tools run:
${choices(TOOL_MENU)}
Between the steps of a turn:
${choices(TURN_MENU)}
While a conversation that another jp writes to is waited for:
${choices(lockMenu("", ["new", "fork"]))}
The same question comes up by itself after style.lock_wait.timeout_secs; there
the first Ctrl-C does nothing, and the next is the second press.

Anywhere else:
${choices(FALLBACK_MENU)}

interrupt.streaming.action, interrupt.tool_call.action and interrupt.turn.action
do one of these without asking. Stop and Abort exit with 0; Abort takes back
the running answer only.

ESC in a menu continues. A Ctrl-C on a menu is the second press, however late
it comes. An answer makes the next press a first one again; so does waiting
longer than interrupt.escalation_cooldown_secs (${DEFAULT_SETTINGS.cooldownMs / 1000}).
While a menu is up nothing else is written and nothing happens behind it; what
arrives meanwhile is kept.

Keys typed before the press choose nothing, keys typed after it do, also before
the menu is drawn; text pasted into a menu chooses nothing. When SIGINT is sent
rather than typed, lines typed before it are dropped; keys behind the last Enter
may still choose.

A graceful shutdown never takes longer than interrupt.shutdown.timeout_secs
(${DEFAULT_SETTINGS.timeoutMs / 1000}); a countdown shows after interrupt.shutdown.delay_secs. With
interrupt.shutdown.show = false it is silent and just as bounded.

Without a controlling terminal, and with --non-interactive or
JP_NON_INTERACTIVE=1, nothing is asked: the first SIGINT shuts down gracefully,
the next one ends the process.

  SIGTERM     shuts down gracefully
  SIGQUIT     ends the process at once (Ctrl-\\)
  SIGHUP      saves, says nothing, dies by SIGHUP
  SIGTSTP     stops with the terminal as it was found (Ctrl-Z)

A SIGINT within ${RELAY_WINDOW_MS} ms of the last one is the same press: task runners relay
the terminal's. While a pager has the terminal in its own mode, presses are the
pager's. In the background (jp ... &) the terminal is never touched.

While an editor is in front, presses are the editor's. A plugin gets the first
one, and with the terminal all of them: jp help plugins.
`;
}

function choices({ choices }: InlineSelect): string {
  return choices.map(({ key, label }) => `  ${key}   ${label}`).join("\n");
}

function said(message: "shutting down" | "terminating"): string {
  return formatNotice(notice(message), "text").trimEnd();
}
