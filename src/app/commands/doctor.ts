/**
 * `jp doctor`: what this terminal and this runtime can do, looked at rather than assumed.
 *
 * @module
 */

import { describeKey, type InputEvent } from "../../core/keys/mod.ts";
import { isJson } from "../../host/printer/mod.ts";
import { BRACKETED_PASTE, DISAMBIGUATED_KEYS } from "../../interaction/widgets/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { DoctorCommand } from "../cli/mod.ts";
import { findings } from "./doctor_findings.ts";

/** Columns of what was looked at. */
const WHAT_COLUMNS = 32;

/** Prints the findings, or with `--keys` what each key press decodes to. */
export async function doctor(app: App, command: DoctorCommand): Promise<number> {
  return command.keys ? await showKeys(app) : await showFindings(app);
}

async function showFindings(app: App): Promise<number> {
  const { printer } = app;
  for await (const { what, finding } of findings(app)) {
    await app.gate.pass(app.signal);
    if (isJson(printer.out.format)) printer.record({ what, finding });
    else printer.text(`${what.padEnd(WHAT_COLUMNS)}${finding}\n`);
  }
  return 0;
}

async function showKeys(app: App): Promise<number> {
  const { terminal, printer, router } = app;
  if (!router.state.interactive || terminal.owner !== "us") {
    throw new CommandError("there is no terminal to read keys from", {
      help: "Run jp doctor --keys in a terminal, in the foreground.",
    });
  }
  printer.text("Press keys to see what they are; Enter twice ends it.\n");
  while (!app.signal.aborted) {
    await app.gate.pass(app.signal);
    if (await showRawKeys(app) !== "swapped") break;
    // The scope that was told closes the gate in its own turn of the loop.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return 0;
}

// Raw, as in a text prompt: each key as the terminal sends it. A press swaps this prompt for the
// menu, which then has the terminal until it is answered.
async function showRawKeys(app: App): Promise<"done" | "swapped"> {
  const { terminal, router, printer, signal } = app;
  using _turn = await terminal.takeTurn();
  using _discipline = terminal.holdDiscipline("raw");
  await using modes = new AsyncDisposableStack();
  for (const { enter, leave } of [BRACKETED_PASTE, DISAMBIGUATED_KEYS]) {
    modes.use(await terminal.holdPrivateMode(enter, leave));
  }
  using shown = router.show("prompt");
  // A press from before this prompt stood has its menu waiting for the terminal.
  if (!app.gate.open || router.topScope?.pending === true) return "swapped";
  const ended = AbortSignal.any([signal, shown.interrupted]);
  for (let enters = 0; enters < 2;) {
    const read = await terminal.keyboard.read(ended, -1);
    if (shown.interrupted.aborted) return "swapped";
    if (read.kind !== "events") return "done";
    for (const event of read.events) {
      printer.text(`${describeKey(event)}\n`);
      enters = event.kind === "key" && event.name === "enter" ? enters + 1 : 0;
      pressFor(app, event);
    }
  }
  return "done";
}

// The keys for the process are still that: shown, and acted on.
function pressFor({ router }: App, event: InputEvent): void {
  if (event.kind !== "key" || event.name !== "char" || !event.ctrl) return;
  if (event.char === "c") router.pressKey();
  else if (event.char === "z") router.stopKey();
  else if (event.char === "\\") router.quitKey();
}
