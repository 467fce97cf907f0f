/**
 * `jp doctor`: what this terminal and this runtime can do, looked at rather than assumed.
 *
 * @module
 */

import { describeKey, type InputEvent } from "../../core/keys/mod.ts";
import { isJson } from "../../host/printer/mod.ts";
import { BRACKETED_PASTE, DISAMBIGUATED_KEYS } from "../../interaction/widgets/mod.ts";
import { describeProviders } from "../../services/providers/mod.ts";
import { llmProviders } from "../../services/config/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { DoctorCommand } from "../cli/mod.ts";
import { versionLine } from "../version.ts";

/** Prints the findings, or with `--keys` what each key press decodes to. */
export async function doctor(app: App, command: DoctorCommand): Promise<number> {
  return command.keys ? await showKeys(app) : await showFindings(app);
}

async function showFindings(app: App): Promise<number> {
  const { platform, terminal, router, printer } = app;
  const sentinel = await app.sentinel.ready;
  const { columns, rows } = terminal.size;
  const { config } = await app.config();
  const providers = Object.fromEntries(
    [...llmProviders(config)].map(([name, { kind, base_url, api_key_env }]) => [name, {
      ...(kind === null ? {} : { kind }),
      ...(base_url === null ? {} : { base_url }),
      ...(api_key_env === null ? {} : { api_key_env }),
    }]),
  );
  const keys = describeProviders(
    { model: null, aliases: config.providers.llm.aliases, providers },
    platform.env,
  );
  const ignored = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP"].filter((signal) =>
    !router.signals.some((heard) => heard === signal)
  );
  const findings: [string, string][] = [
    ["version", versionLine(platform)],
    ["controlling terminal", terminal.device === null ? "none" : `yes, owner: ${terminal.owner}`],
    ["interactive", router.state.interactive ? "yes" : "no: nothing is ever asked"],
    ["size", `${columns}x${rows}`],
    ["TERM", platform.env("TERM") ?? "(unset)"],
    ["format", `stdout ${printer.out.format}, stderr ${printer.err.format}`],
    ["color", `stdout ${yes(printer.out.color)}, stderr ${yes(printer.err.color)}`],
    ["sentinel", sentinelWords(sentinel, platform.workersGetSignals)],
    ["signals ignored from the start", ignored.length === 0 ? "none" : ignored.join(" ")],
    ...keys.map(({ name, kind, apiKeyEnv, hasKey }): [string, string] => [
      `provider ${name}`,
      kind === null
        ? "not available in this version"
        : apiKeyEnv === null
        ? "needs no key"
        : `${apiKeyEnv} is ${hasKey ? "set" : "not set"}`,
    ]),
  ];
  for (const [what, finding] of findings) {
    if (isJson(printer.out.format)) printer.record({ what, finding });
    else printer.text(`${what.padEnd(32)}${finding}\n`);
  }
  return 0;
}

function yes(value: boolean): string {
  return value ? "yes" : "no";
}

function sentinelWords(up: boolean, getsSignals: boolean): string {
  if (!up) return "not running: presses are heard as long as the main thread is free";
  return getsSignals
    ? "up: hears each press also while the main thread is busy"
    : "up: keeps the deadline; with a busy main thread the next press ends the process";
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
