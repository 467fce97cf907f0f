/**
 * Keeps keys out of everything a fault carries. Owns the rewriting of foreign text (server
 * messages, causes) before it is put into an error; must never be applied to a model's answer.
 *
 * @module
 */

/** Rewrites a text so that it no longer holds a secret. */
export type Redact = (text: string) => string;

const REPLACEMENT = "[redacted]";

/** Placeholders for servers without keys (`ollama`, `none`) are words, not secrets. */
const SHORTEST_SECRET = 8;

/** Longest message kept of a cause, in code units; parsers quote the whole input. */
const MAX_MESSAGE = 1000;

/** How many links of a cause chain are kept; also ends cycles. */
const MAX_CAUSES = 6;

/** A function that removes each of `secrets`, also URL-encoded, JSON-escaped or half-masked. */
export function redactor(secrets: readonly (string | undefined)[]): Redact {
  const patterns: RegExp[] = [];
  for (const secret of secrets) {
    if (secret === undefined || secret.length < SHORTEST_SECRET) continue;
    const forms = [secret, encodeURIComponent(secret), secret.replaceAll("/", "\\/")];
    for (const form of new Set(forms)) {
      patterns.push(new RegExp(escapeRegExp(form), "g"));
    }
    // "Incorrect API key provided: sk-abcd****wxyz": the ends of a key help nobody but a thief.
    patterns.push(new RegExp(escapeRegExp(secret.slice(0, 3)) + "[\\w.-]*[*•…]+[\\w.*•…-]*", "g"));
  }
  return (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, REPLACEMENT), text);
}

/**
 * A copy of an error and its causes that holds nothing but class names, error codes and redacted
 * messages: what libraries attach (request bodies, headers) would carry keys and conversations.
 */
export function safeCause(error: unknown, redact: Redact): Error | undefined {
  return copyOf(error, redact, MAX_CAUSES);
}

function copyOf(error: unknown, redact: Redact, left: number): Error | undefined {
  if (left === 0 || error === undefined || error === null) return undefined;
  const message = redact(error instanceof Error ? error.message : String(error));
  if (!(error instanceof Error)) return new Error(message.slice(0, MAX_MESSAGE));
  const copy = new Error(message.slice(0, MAX_MESSAGE), {
    cause: copyOf(error.cause, redact, left - 1),
  });
  copy.name = error.name;
  const code = errorCode(error);
  return code === null ? copy : Object.assign(copy, { code });
}

/** The machine-readable code of a system error (`ECONNREFUSED`), or null. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
