/**
 * Which model is asked, from the configuration.
 *
 * @module
 */

import {
  type Config,
  formatKeyPath,
  formatOrigin,
  type KeyPath,
  llmProviders,
  type Resolved,
} from "../../../services/config/mod.ts";
import {
  type ModelSelection,
  ollamaProbe,
  ProviderError,
  type ResolvedModel,
  resolveModel,
} from "../../../services/providers/mod.ts";
import type { App } from "../../app.ts";
import { platformTimer } from "./timer.ts";

/** The key that names the model of a conversation. */
const MODEL: KeyPath = ["assistant", "model", "id"];

/**
 * The model to ask.
 *
 * @param named what names it, and the key that does; left out, it is the conversation's.
 * @throws {ProviderError} when it cannot be had; that it is named wrong is told with its place.
 */
export async function chooseModel(
  app: App,
  resolved: Pick<Resolved, "config" | "origin">,
  named: { readonly id: string | null; readonly key: KeyPath } = {
    id: resolved.config.assistant.model.id,
    key: MODEL,
  },
): Promise<ResolvedModel> {
  try {
    return await modelNamed(app, resolved.config, named.id);
  } catch (error) {
    throw error instanceof ProviderError ? placed(error, named.key, resolved) : error;
  }
}

/** A fault of the configuration, told as all of them are: where it stands, and which key it is. */
function placed(
  error: ProviderError,
  key: KeyPath,
  { origin }: Pick<Resolved, "origin">,
): ProviderError {
  const { about, message, code, help, retryable } = error;
  if (about === null) return error;
  const path = about === "model" ? key : about;
  const words = message.replace(/\.$/, "").replace(/^[A-Z]/, (first) => first.toLowerCase());
  const where = `${formatOrigin(origin(path))}: ${formatKeyPath(path)}`;
  return new ProviderError(code, `${where}: ${words}`, { help, retryable, about, cause: error });
}

async function modelNamed(app: App, config: Config, id: string | null): Promise<ResolvedModel> {
  const { platform } = app;
  const ollama = llmProviders(config).get("ollama")?.base_url ?? "http://localhost:11434";
  return await resolveModel({
    config: { ...selectionOf(config), model: id },
    env: platform.env,
    timer: platformTimer(platform.clock),
    fetch,
    probeOllama: ollamaProbe(fetch, ollama),
    signal: app.signal,
  });
}

/** What the configuration says about models. */
export function selectionOf(config: Config): ModelSelection {
  const providers = [...llmProviders(config)].map(([name, entry]) => {
    const { kind, base_url, api_key_env, chain_on_max_tokens, beta_headers } = entry;
    return [name, {
      ...(kind === null ? {} : { kind }),
      ...(base_url === null ? {} : { base_url }),
      ...(api_key_env === null ? {} : { api_key_env }),
      chain_on_max_tokens,
      beta_headers,
    }];
  });
  return {
    model: config.assistant.model.id ?? null,
    aliases: config.providers.llm.aliases,
    providers: Object.fromEntries(providers),
  };
}
