/**
 * How often a turn's requests are repeated. An answer that broke off behind some text is taken up
 * again, and the count of repetitions begins anew with the text; that must not go on for ever.
 *
 * Source: reference-facts 3.5.
 *
 * @module
 */

import {
  type ProviderError,
  retryDelay,
  type RetrySettings,
} from "../../../services/providers/mod.ts";

/** One answer is taken up this often: a server that breaks each one off is broken itself. */
const MAX_RESUMPTIONS = 10;

/** Counts for one turn. */
export class Retries {
  readonly #settings: RetrySettings;
  #resumptions = 0;

  constructor(settings: RetrySettings) {
    this.#settings = settings;
  }

  /** A request that goes on with nothing: what came before it is done. */
  asked(goOn: boolean): void {
    if (!goOn) this.#resumptions = 0;
  }

  /** Milliseconds before repetition `attempt` (1: the first since anything arrived), or null. */
  delay(attempt: number, error: ProviderError): number | null {
    if (attempt === 1 && ++this.#resumptions > MAX_RESUMPTIONS) return null;
    return retryDelay(attempt, error, this.#settings);
  }
}
