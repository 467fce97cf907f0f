import assert from "node:assert/strict";
import { Retries } from "../../../../../src/app/commands/query/retries.ts";
import { ProviderError } from "../../../../../src/services/providers/mod.ts";

const SETTINGS = { maxRetries: 3, baseBackoffMs: 100, maxBackoffMs: 150 };
const lost = new ProviderError("connect", "lost", { help: "try again", retryable: true });
const refused = new ProviderError("auth", "no", { help: "check the key", retryable: false });

Deno.test("waits grow to their ceiling, and end with the retries", () => {
  const retries = new Retries(SETTINGS);
  retries.asked(false);
  assert.deepEqual([1, 2, 3, 4].map((n) => retries.delay(n, lost)), [100, 150, 150, null]);
  assert.equal(retries.delay(1, refused), null);
});

Deno.test("an answer is taken up ten times, the next one anew", () => {
  const retries = new Retries(SETTINGS);
  for (let answer = 0; answer < 2; answer++) {
    retries.asked(false);
    for (let n = 0; n < 10; n++) {
      assert.equal(retries.delay(1, lost), 100);
      retries.asked(true);
    }
    assert.equal(retries.delay(1, lost), null);
  }
});
