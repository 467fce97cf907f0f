/**
 * Which model is asked, from the configuration.
 *
 * @module
 */

import { type Config, llmProviders } from "../../../services/config/mod.ts";
import {
  type ModelSelection,
  ollamaProbe,
  type ResolvedModel,
  resolveModel,
} from "../../../services/providers/mod.ts";
import type { App } from "../../app.ts";
import { platformTimer } from "./timer.ts";

/** The model to ask: the one named, else what the configuration says. */
export async function chooseModel(
  app: App,
  config: Config,
  id: string | null = config.assistant.model.id ?? null,
): Promise<ResolvedModel> {
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
