/**
 * What `jp doctor` looks at, each thing as it is now and none as it ought to be.
 *
 * @module
 */

import { safeName } from "../../host/sanitize/mod.ts";
import { terminalFeatures } from "../../host/terminal/mod.ts";
import { chooseEditor, EditorError } from "../../interaction/editor/mod.ts";
import { formatOrigin, llmProviders, type Resolved } from "../../services/config/mod.ts";
import { describeProviders } from "../../services/providers/mod.ts";
import type { App } from "../app.ts";
import { versionLine } from "../version.ts";
import { colors, kittyKeys } from "./doctor_terminal.ts";

/** One thing that was looked at. */
export interface Finding {
  readonly what: string;
  /** One line. */
  readonly finding: string;
}

/** How long a signal to ourselves may take, ms; it takes a tenth of one. */
const SIGNAL_MS = 1000;

/** Everything, in order; what takes a while comes as it is known. */
export async function* findings(app: App): AsyncGenerator<Finding> {
  const { platform, terminal, router, printer } = app;
  yield of("version", versionLine(platform));

  yield of(
    "controlling terminal",
    terminal.device === null ? "none" : `yes, owner: ${terminal.owner}`,
  );
  yield of("interactive", router.state.interactive ? "yes" : "no: nothing is ever asked");
  const { columns, rows } = terminal.size;
  yield of("size", `${columns}x${rows}`);
  yield of("TERM", shown(platform.env("TERM") ?? "(unset)"));
  yield of("kitty keys", await kittyKeys(app));
  yield of("terminal colors", colors(platform.env));
  const { hyperlinks, synchronizes } = terminalFeatures(platform.env);
  yield of("hyperlinks", sign(hyperlinks));
  yield of("synchronized output", sign(synchronizes));
  yield of("format", `stdout ${printer.out.format}, stderr ${printer.err.format}`);
  yield of("color", `stdout ${yes(printer.out.color)}, stderr ${yes(printer.err.color)}`);

  yield of("signals", await signalsArrive(app));
  const { all, ignored } = ignoredSignals(app);
  yield of("signals ignored from the start", ignored.length === 0 ? "none" : ignored.join(" "));
  yield of("presses", all.includes("SIGINT") ? "SIGINT is heard" : "SIGINT is ignored, as asked");
  const sentinel = await app.sentinel.ready;
  yield of("sentinel", sentinelWords(sentinel, platform.workersGetSignals));

  const resolved = await app.config();
  yield of("editor", await editor(app, resolved));
  for (const file of resolved.files) yield of("configuration", shown(file));
  const workspace = await app.workspace();
  yield of("workspace", workspace.kind === "found" ? shown(workspace.root) : "your default one");
  const { config } = resolved;
  const model = config.assistant.model.id;
  yield of(
    "model",
    model === null
      ? "none is configured: the first provider with a key, else the demo"
      : `${shown(model)}, from ${formatOrigin(resolved.origin("assistant.model.id"))}`,
  );
  yield* providers(app, resolved);
}

function of(what: string, finding: string): Finding {
  return { what, finding };
}

function yes(value: boolean): string {
  return value ? "yes" : "no";
}

/** These are looked for in the environment, never asked for. */
function sign(found: boolean): string {
  return found ? "yes" : "no sign of it";
}

/** What somebody else may have written, harmless and on one line. */
function shown(text: string): string {
  return safeName(text);
}

/** A harmless one is sent to this process, and waited for. */
async function signalsArrive({ platform }: App): Promise<string> {
  const { system, pid } = platform;
  if (!system.available) return "from the console only";
  const { promise, resolve } = Promise.withResolvers<boolean>();
  using _listener = platform.onSignal("SIGWINCH", () => resolve(true));
  const timer = setTimeout(resolve, SIGNAL_MS, false);
  system.kill(pid, "SIGWINCH");
  const arrived = await promise;
  clearTimeout(timer);
  return arrived ? "arrive" : "DO NOT ARRIVE: Ctrl-C will not be heard";
}

function ignoredSignals({ router }: App): { all: readonly string[]; ignored: string[] } {
  const all: readonly string[] = router.signals;
  const wanted = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP"];
  return { all, ignored: wanted.filter((signal) => !all.includes(signal)) };
}

function sentinelWords(up: boolean, getsSignals: boolean): string {
  if (!up) return "not running: presses are heard as long as the main thread is free";
  return getsSignals
    ? "up: hears each press also while the main thread is busy"
    : "up: keeps the deadline; with a busy main thread the next press ends the process";
}

async function editor({ platform }: App, resolved: Resolved): Promise<string> {
  const { cmd, envs } = resolved.config.editor;
  try {
    const { command, from, passedOver } = await chooseEditor({ cmd, envs }, platform);
    const over = passedOver.map(({ name, value }) => `; ${name} names ${shown(value)}, not found`);
    if (command === null) return `none: set ${envs.join(" or ")}, or editor.cmd${over.join("")}`;
    const line = shown([command.program, ...command.args].join(" "));
    const why = from === "editor.cmd"
      ? `editor.cmd, ${formatOrigin(resolved.origin("editor.cmd"))}`
      : from;
    return `${line}, from ${why}${over.join("")}`;
  } catch (error) {
    if (!(error instanceof EditorError)) throw error;
    return `none: ${shown(error.message)}`;
  }
}

function* providers({ platform }: App, { config }: Resolved): Generator<Finding> {
  const configured = Object.fromEntries(
    [...llmProviders(config)].map(([name, { kind, base_url, api_key_env }]) => [name, {
      ...(kind === null ? {} : { kind }),
      ...(base_url === null ? {} : { base_url }),
      ...(api_key_env === null ? {} : { api_key_env }),
    }]),
  );
  const known = describeProviders(
    { model: null, aliases: config.providers.llm.aliases, providers: configured },
    platform.env,
  );
  for (const { name, kind, apiKeyEnv, hasKey } of known) {
    yield of(
      `provider ${shown(name)}`,
      kind === null
        ? "not available in this version"
        : apiKeyEnv === null
        ? "needs no key"
        : `${shown(apiKeyEnv)} is ${hasKey ? "set" : "not set"}`,
    );
  }
}
