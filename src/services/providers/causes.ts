/**
 * Reads what runtimes and libraries say about a fault: chains of causes, and their innermost words.
 *
 * @module
 */

import { excerpt, type FaultContext } from "./fault_context.ts";
import { errorCode } from "./redact.ts";

/** How many links of a chain are looked at; also ends cycles. */
const MAX_CAUSES = 6;

/** What runtimes put around the words that matter. */
const WRAPPING: readonly RegExp[] = [
  /^error sending request (for url \(\S+\)|from \S+ for \S+ \(\S+\)): client error \(\w+\): /,
  / fetching "\S+"(?=\.|$)/,
  /\. For more information, pass `verbose: true`.*$/s,
];

/** The error and what caused it, the innermost last. */
export function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let link = error;
  while (link !== undefined && link !== null && chain.length < MAX_CAUSES) {
    chain.push(link);
    link = link instanceof Error ? link.cause : undefined;
  }
  return chain;
}

/** Everything the chain says, codes as well, without addresses: a host may be named `tls.example`. */
export function allWordsOf(error: unknown): string {
  const words = (link: unknown): string =>
    link instanceof Error ? `${errorCode(link) ?? ""} ${link.message}` : String(link);
  return chainOf(error).map(words).join(" ").replace(/https?:\/\/\S+/g, "");
}

/** The innermost words, fit for a message: libraries put "fetch failed" around what happened. */
export function reasonOf(error: unknown, context: FaultContext): string {
  const last = chainOf(error).at(-1);
  const words = last instanceof Error ? last.message : String(last);
  return excerpt(WRAPPING.reduce((rest, pattern) => rest.replace(pattern, ""), words), context);
}
