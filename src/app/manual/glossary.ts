/**
 * `jp help glossary`.
 *
 * @module
 */

import { DEFAULT_SETTINGS, RELAY_WINDOW_MS } from "../../core/ladder/mod.ts";
import { formatNotice, notice } from "../../core/notices/mod.ts";
import { entry } from "./exit_statuses.ts";

/** The page. */
export function glossaryPage(): string {
  const terms = [...TERMS].sort(([a], [b]) => a < b ? -1 : 1);
  return `The words jp uses

${terms.map(([term, meaning]) => entry(term, 26, meaning)).join("\n")}
`;
}

const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  ["press", "one Ctrl-C, or one SIGINT; two within " + RELAY_WINDOW_MS + " ms are one"],
  ["rung", "what a press does: the 1st opens a menu, the 2nd shuts down, the 3rd ends"],
  [
    "cooldown",
    `seconds after which a press is a first one again (${DEFAULT_SETTINGS.cooldownMs / 1000})`,
  ],
  ["scope", "what is going on, and so which menu a first press opens: an answer, tools, a turn"],
  ["menu", "the one line of choices that a first press opens"],
  ["decline", "a scope that has nothing to ask passes the press to the one below it"],
  ["graceful shutdown", `"${said("shutting down")}": save, tear down, die by SIGINT`],
  ["watchdog", `ends a shutdown that takes longer than ${DEFAULT_SETTINGS.timeoutMs / 1000} s`],
  ["sentinel", "the second thread, which counts presses while the first one is busy"],
  ["controlling terminal", "the terminal a session belongs to, whatever the streams are"],
  ["interactive", "there is a controlling terminal, and nobody said --non-interactive"],
  ["detached", "not interactive; what a question is then answered with is the detached policy"],
  ["channel", "stdout or stderr, each with a format and colour of its own"],
  ["chrome", "everything on stderr: messages, the status line"],
  ["status line", "the one line that says what is waited for; rewritten in place"],
  ["workspace", "a directory with .jp/, and everything below it"],
  ["conversation", "turns in order; a directory with one event a line in events.jsonl"],
  ["turn", "a request and all that is done to answer it"],
  ["event", "one line of a conversation: a request, an answer, a tool call, its result"],
  ["active", "the conversation this session goes on with"],
  ["session", "one terminal (or JP_SESSION) and what is active in it"],
  ["target", "a word for a conversation: an id, a keyword, or text to search for"],
  ["fork", "a copy of a conversation, or of some of its turns"],
  ["partial answer", "what came before an answer was interrupted; kept and marked"],
  ["reasoning", "what a model says it thinks; shown beside the answer, not part of it"],
  ["provider", "who runs the model; a model is named provider/name"],
  ["tool", "something a model may ask to be done; it is done only if you agree"],
  ["plugin", "a program jp-NAME on PATH, which jp NAME runs"],
  ["inline editor", "where a reply is typed: several lines at the bottom of the screen"],
  ["draft", "text that was typed and not sent; offered again"],
  ["consent", "your agreement to what a workspace's configuration would run or send where"],
];

function said(message: "shutting down"): string {
  return formatNotice(notice(message), "text").trimEnd();
}
