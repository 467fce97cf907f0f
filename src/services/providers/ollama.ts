/**
 * Asks a local Ollama which models it has. Only used when nothing else is configured, and bounded
 * by its caller.
 *
 * @module
 */

import type { Fetch } from "./guarded_fetch.ts";
import { isRecord } from "./server_words.ts";

/** Names a model that can chat, or null when there is none or nobody answers. */
export type OllamaProbe = (signal: AbortSignal) => Promise<string | null>;

/** Models that turn text into vectors cannot answer. */
const EMBEDDING = /embed|bert|minilm|bge-/i;

/**
 * A probe of the server at `baseUrl` (`http://localhost:11434`). It prefers the model that was
 * changed last, as Ollama lists them.
 */
export function ollamaProbe(fetch: Fetch, baseUrl: string): OllamaProbe {
  return async (signal) => {
    try {
      const response = await fetch(new URL("/api/tags", baseUrl), { signal, redirect: "manual" });
      const body: unknown = response.ok ? await response.json() : await response.body?.cancel();
      return chatModelIn(body);
    } catch {
      // Not running is the usual case, and as good as an answer.
      return null;
    }
  };
}

function chatModelIn(body: unknown): string | null {
  const models = isRecord(body) && Array.isArray(body.models) ? body.models : [];
  const names = models.map((model: unknown) => isRecord(model) ? model.name : undefined);
  return names.find((name): name is string => typeof name === "string" && !EMBEDDING.test(name)) ??
    null;
}
