import assert from "node:assert/strict";
import { ProviderError, retryDelay } from "../../../../src/services/providers/mod.ts";

const SETTINGS = { maxRetries: 5, baseBackoffMs: 1000, maxBackoffMs: 60_000 };

function fault(retryable: boolean, retryAfterMs: number | null = null): ProviderError {
  return new ProviderError("server", "x", { help: "y", retryable, retryAfterMs });
}

Deno.test("the wait doubles up to the cap", () => {
  const waits = [1, 2, 3, 4, 5].map((n) => retryDelay(n, fault(true), SETTINGS));
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000]);
  const many = { ...SETTINGS, maxRetries: 5000 };
  assert.equal(retryDelay(7, fault(true), many), 60_000);
  assert.equal(retryDelay(5000, fault(true), many), 60_000);
  assert.equal(retryDelay(5000, fault(true), { ...many, baseBackoffMs: 0 }), 0);
});

Deno.test("no more than max_retries, and none where it cannot help", () => {
  assert.equal(retryDelay(6, fault(true), SETTINGS), null);
  assert.equal(retryDelay(1, fault(true), { ...SETTINGS, maxRetries: 0 }), null);
  assert.equal(retryDelay(1, fault(false), SETTINGS), null);
  assert.equal(retryDelay(1, fault(false, 10), SETTINGS), null);
});

Deno.test("what the server asks for counts, beyond our cap, too", () => {
  assert.equal(retryDelay(1, fault(true, 7), SETTINGS), 7);
  assert.equal(retryDelay(1, fault(true, 0), SETTINGS), 0);
  assert.equal(retryDelay(3, fault(true, 300_000), SETTINGS), 300_000);
  // A timer set beyond this fires at once.
  assert.equal(retryDelay(1, fault(true, 1e15), SETTINGS), 2 ** 31 - 1);
});
