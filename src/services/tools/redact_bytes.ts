/**
 * Takes secrets out of bytes that come in pieces, also one that is cut between two. A possible
 * beginning of a secret at the end of a piece is held back until the next tells.
 *
 * @module
 */

const REPLACEMENT = new TextEncoder().encode("[redacted]");

/** A filter for one stream. */
export class ByteRedactor {
  readonly #secrets: readonly Uint8Array[];
  #held = new Uint8Array(0);

  constructor(secrets: readonly string[]) {
    const encoder = new TextEncoder();
    // Longer ones first: one may begin like another.
    this.#secrets = secrets.map((secret) => encoder.encode(secret))
      .filter((secret) => secret.length > 0)
      .toSorted((a, b) => b.length - a.length);
  }

  /** What may be passed on by now. */
  take(chunk: Uint8Array): Uint8Array {
    if (this.#secrets.length === 0) return chunk;
    const bytes = concat([this.#held, chunk]);
    const { parts, rest } = this.#cut(bytes);
    const keep = this.#secrets.reduce(
      (most, secret) => Math.max(most, overlap(rest, secret)),
      0,
    );
    this.#held = rest.slice(rest.length - keep);
    return concat([...parts, rest.subarray(0, rest.length - keep)]);
  }

  /** The rest, at the stream's end. */
  end(): Uint8Array {
    const rest = this.#held;
    this.#held = new Uint8Array(0);
    return rest;
  }

  #cut(bytes: Uint8Array): { readonly parts: Uint8Array[]; readonly rest: Uint8Array } {
    const parts: Uint8Array[] = [];
    let from = 0;
    for (;;) {
      const hits = this.#secrets
        .map((secret) => ({ at: indexOf(bytes, secret, from), length: secret.length }))
        .filter(({ at }) => at >= 0);
      const first = hits.reduce<typeof hits[number] | undefined>(
        (best, hit) => best === undefined || hit.at < best.at ? hit : best,
        undefined,
      );
      if (first === undefined) return { parts, rest: bytes.subarray(from) };
      parts.push(bytes.subarray(from, first.at), REPLACEMENT);
      from = first.at + first.length;
    }
  }
}

/** A text without the secrets. */
export function redactText(text: string, secrets: readonly string[]): string {
  return secrets.toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
}

/** The parts one after another. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function indexOf(bytes: Uint8Array, sought: Uint8Array, from: number): number {
  const first = sought[0] ?? 0;
  const last = bytes.length - sought.length;
  for (let at = bytes.indexOf(first, from); at >= 0 && at <= last;) {
    if (matches(bytes, at, sought, sought.length)) return at;
    at = bytes.indexOf(first, at + 1);
  }
  return -1;
}

/** How many bytes at the end of `bytes` are the beginning of `secret`. */
function overlap(bytes: Uint8Array, secret: Uint8Array): number {
  for (let length = Math.min(secret.length - 1, bytes.length); length > 0; length--) {
    if (matches(bytes, bytes.length - length, secret, length)) return length;
  }
  return 0;
}

function matches(bytes: Uint8Array, at: number, sought: Uint8Array, length: number): boolean {
  for (let index = 0; index < length; index++) {
    if (bytes[at + index] !== sought[index]) return false;
  }
  return true;
}
