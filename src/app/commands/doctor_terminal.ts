/**
 * What the terminal itself can do, for `jp doctor`. This is the one place that asks a terminal
 * anything: an answer that comes after we have stopped waiting would be the next program's input.
 *
 * @module
 */

import type { App } from "../app.ts";

/** Which keyboard flags are on, then what it is. Every terminal answers the second. */
const QUESTION = "\x1b[?u\x1b[c";
/** A terminal behind a slow line has this long for it, ms. */
const ANSWER_MS = 2000;

/** Whether Escape, Ctrl-C and the like arrive as keys of their own where that is asked for. */
export async function kittyKeys(app: App): Promise<string> {
  const { terminal, router, signal } = app;
  if (!router.state.interactive || terminal.owner !== "us") return "not asked";
  // A console echoes what it answers: it has no modes that could be held meanwhile.
  if (!app.platform.system.available) return "not asked";
  if (terminal.isDumb) return "no: the terminal is dumb";
  using _turn = await terminal.takeTurn(signal);
  using _discipline = terminal.holdDiscipline("cbreak");
  await terminal.device?.write(new TextEncoder().encode(QUESTION));
  const patience = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  let found = false;
  for (;;) {
    const read = await terminal.keyboard.read(patience, -1);
    if (read.kind !== "events") return found ? "yes" : "the terminal does not answer";
    let answered = false;
    for (const event of read.events) {
      if (event.kind !== "reply") continue;
      if (event.reply === "kitty-flags") found = true;
      else if (event.reply === "attributes") answered = true;
    }
    if (answered) return found ? "yes" : "no: ESC alone is told from a sequence by time";
  }
}

/** How many colours, by what the terminal says of itself. */
export function colors(env: (name: string) => string | undefined): string {
  const term = env("TERM") ?? "";
  const depth = /^(truecolor|24bit)$/.test(env("COLORTERM") ?? "")
    ? "24-bit"
    : term === "" || term === "dumb"
    ? "none"
    : /-(256color|direct)$/.test(term)
    ? "256"
    : "16";
  return (env("NO_COLOR") ?? "") === "" ? depth : `${depth}, switched off by NO_COLOR`;
}
