/**
 * When a server wants to be asked again: reads the headers it says so with.
 *
 * @module
 */

/**
 * Milliseconds to wait, or null when the server did not say. `retry-after-ms`, else `retry-after`
 * as seconds or as an HTTP date (RFC 9110 §10.2.3). A date is read against the server's own `date`
 * header when there is one, so that a wrong local clock does not matter.
 *
 * @param now milliseconds since the epoch.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const precise = seconds(headers.get("retry-after-ms"));
  if (precise !== null) return Math.round(precise);
  const value = headers.get("retry-after");
  const plain = seconds(value);
  if (plain !== null) return Math.round(plain * 1000);
  if (value === null) return null;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return null;
  const serverNow = Date.parse(headers.get("date") ?? "");
  return Math.max(0, at - (Number.isNaN(serverNow) ? now : serverNow));
}

/** What `x-should-retry` says, or null when it is not there. */
export function shouldRetry(headers: Headers): boolean | null {
  const value = headers.get("x-should-retry")?.trim().toLowerCase();
  return value === "true" ? true : value === "false" ? false : null;
}

function seconds(value: string | null): number | null {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null;
}
