/**
 * What every fault needs to know to say where it happened, without saying a key.
 *
 * @module
 */

import type { Redact } from "./redact.ts";

/** Who was asked, in the words used in messages. */
export interface FaultContext {
  /** The provider's name in the configuration. */
  readonly provider: string;
  /** Host of its base URL, with the port when it is not the usual one. */
  readonly host: string;
  /** The model's name at the provider. */
  readonly model: string;
  /** The environment variable the key comes from; null when there is no key. */
  readonly apiKeyEnv: string | null;
  /** The variable that names a proxy for requests to it; null when they go there directly. */
  readonly proxyVariable: string | null;
  /** Removes keys from foreign text. */
  readonly redact: Redact;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** `openrouter (openrouter.ai)`. */
export function placeOf(context: FaultContext): string {
  return `${context.provider} (${context.host})`;
}

/** Whether the server runs on this machine, which changes the advice. */
export function isLocal(context: FaultContext): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)(:\d+)?$/.test(context.host);
}

/** Longest quotation of a server's words, in characters. */
const EXCERPT = 300;

/**
 * A server's words, fit for one line: keys removed first (a cut must not leave half of one), then
 * control characters, then the length.
 */
export function excerpt(text: string, context: FaultContext): string {
  // deno-lint-ignore no-control-regex -- control characters are what is folded
  const line = context.redact(text).replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  const characters = [...line];
  return characters.length <= EXCERPT ? line : characters.slice(0, EXCERPT).join("") + "…";
}
