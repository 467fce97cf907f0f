/**
 * What `jp init` asks. Every answer means what it says: Yes to "ask before tools run" is `ask`.
 *
 * @module
 */

import { ask } from "../../interaction/prompts/mod.ts";
import { describeProviders, ollamaProbe, resolveModel } from "../../services/providers/mod.ts";
import type { App } from "../app.ts";
import type { InitChoices } from "./init_config.ts";
import { platformTimer } from "./query/timer.ts";

/** How asking ended. */
export type InitAnswers =
  | { readonly kind: "answered"; readonly choices: InitChoices }
  | { readonly kind: "cancelled" }
  /** Nobody can be asked. */
  | { readonly kind: "unavailable" };

/** A model that could be used at once. */
interface Offer {
  readonly key: string;
  readonly model: string;
  readonly why: string;
}

/** What holds when nobody can be asked. */
export const SAFE_CHOICES: InitChoices = { run: "ask", model: null };

const OLLAMA = "http://localhost:11434";
const NO_MODEL = "n";

/** Asks; throws the signal's reason when the run is to wind up first. */
export async function askForChoices(app: App): Promise<InitAnswers> {
  const { stage, gate, signal } = app;
  const first = await ask(stage, gate, {
    message: "Ask you before tools run?",
    choices: [
      { key: "y", label: "Yes, show each tool call and ask" },
      { key: "n", label: "No, run tools without asking" },
    ],
    enter: "y",
  }, signal);
  if (first.kind !== "chosen") return first;
  const run = first.key === "y" ? "ask" : "unattended";
  const offers = await offersOf(app);
  if (offers.length === 0) return { kind: "answered", choices: { run, model: null } };
  const second = await ask(stage, gate, {
    message: "Which model?",
    preamble: [
      ...offers.map(({ key, model, why }) => `  ${key}  ${model} (${why})`),
      `  ${NO_MODEL}  none yet: jp then takes what is there, or its demo`,
    ],
    choices: [
      ...offers.map(({ key, model }) => ({ key, label: model })),
      { key: NO_MODEL, label: "none yet" },
    ],
    enter: offers[0]?.key ?? NO_MODEL,
  }, signal);
  if (second.kind !== "chosen") return second;
  const model = offers.find(({ key }) => key === second.key)?.model ?? null;
  return { kind: "answered", choices: { run, model } };
}

/** The model each provider whose key is set would be asked for, and one of a local Ollama. */
async function offersOf(app: App): Promise<readonly Offer[]> {
  const { env } = app.platform;
  const none = { model: null, aliases: {}, providers: {} };
  const found: { readonly model: string; readonly why: string }[] = [];
  for (const { kind, apiKeyEnv, hasKey } of describeProviders(none, env)) {
    if (kind === null || apiKeyEnv === null || hasKey !== true) continue;
    // What is presumed when only this one key is there.
    const model = await presumed(app, (name) => name === apiKeyEnv ? env(name) : undefined, false);
    if (model !== null) found.push({ model, why: `${apiKeyEnv} is set` });
  }
  const local = await presumed(app, () => undefined, true);
  if (local !== null) found.push({ model: local, why: "the local Ollama has it" });
  const taken = new Set([NO_MODEL, "?"]);
  return found.flatMap(({ model, why }) => {
    // The first letter of its name that is still free.
    const key = [...model].find((letter) => /[a-z]/.test(letter) && !taken.has(letter));
    if (key === undefined) return [];
    taken.add(key);
    return [{ key, model, why }];
  });
}

async function presumed(
  app: App,
  env: (name: string) => string | undefined,
  local: boolean,
): Promise<string | null> {
  const { model } = await resolveModel({
    config: { model: null, aliases: {}, providers: {} },
    env,
    timer: platformTimer(app.platform.clock),
    fetch,
    probeOllama: local ? ollamaProbe(fetch, OLLAMA) : null,
    signal: app.signal,
  });
  return model.id.startsWith("demo/") ? null : model.id;
}
