/** Keys of providers: out of environments, and out of bytes however they are cut. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { serverEnvironment, toolEnvironment } from "../../../../src/services/tools/environment.ts";
import { ByteRedactor, concat, redactText } from "../../../../src/services/tools/redact_bytes.ts";

const SECRETS = ["sk-abcabcabd", "abcabc-longer-one", "ключ-ключ-ключ"];

Deno.test("a secret is taken out wherever the pieces are cut, and nothing else is", () => {
  const piece = fc.oneof(
    fc.constantFrom(...SECRETS, "sk-abc", "abcabc-", "ключ-", "b", "s"),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(fc.property(
    fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.array(fc.nat({ max: 200 }), { maxLength: 12 }),
    (text, cuts) => {
      const bytes = new TextEncoder().encode(text);
      const redactor = new ByteRedactor(SECRETS);
      const out: Uint8Array[] = [];
      const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length]
        .toSorted((a, b) => a - b);
      let from = 0;
      for (const to of places) {
        out.push(redactor.take(bytes.slice(from, to)));
        from = to;
      }
      out.push(redactor.end());
      assert.equal(new TextDecoder().decode(concat(out)), expected(text));
    },
  ));
});

/** The same in one go: leftmost first, the longest of those that begin together. */
function expected(text: string): string {
  const pattern = SECRETS.toSorted((a, b) => b.length - a.length).join("|");
  return text.replace(new RegExp(pattern, "g"), "[redacted]");
}

Deno.test("a secret that contains another goes whole", () => {
  assert.equal(redactText("x abcdefgh1234 y", ["abcdefgh", "abcdefgh1234"]), "x [redacted] y");
});

Deno.test("a tool's environment has no key, by name, by configuration, or by value", () => {
  const { env, secrets } = toolEnvironment({
    PATH: "/bin",
    anthropic_api_key: "lower-case-key",
    MISTRAL_API_KEY: "mistral-mistral",
    AZURE_OPENAI_API_KEY_2: "azure-azure-2",
    WORK: "work-work-work",
    OLLAMA_API_KEY: "none",
    COPY: "--key=work-work-work",
    GITHUB_TOKEN: "ghp_kept",
    NONE: "none",
    KEYBOARD: "de",
    EMPTY_API_KEY: "",
  }, ["WORK"]);
  assert.deepEqual(env, { PATH: "/bin", GITHUB_TOKEN: "ghp_kept", NONE: "none", KEYBOARD: "de" });
  assert.deepEqual([...secrets].sort(), [
    "azure-azure-2",
    "lower-case-key",
    "mistral-mistral",
    "work-work-work",
  ]);
});

Deno.test("a server gets what any program needs, and what is named", () => {
  const all = { PATH: "/bin", HOME: "/h", SECRET: "s", OPENAI_API_KEY: "k", SSH_AUTH_SOCK: "/s" };
  assert.deepEqual(serverEnvironment(all, ["SECRET", "NOT_SET"]), {
    PATH: "/bin",
    HOME: "/h",
    SECRET: "s",
  });
});
