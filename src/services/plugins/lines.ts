/**
 * Lines out of a stream of bytes, none of them longer than is allowed: what is longer is dropped as
 * it comes and reported, so that nobody can fill our memory with a line that never ends.
 *
 * @module
 */

/** A line, or that there was one too long to be read. */
export type ReadLine =
  /** `torn`: the stream ended before the line did. */
  | { readonly kind: "line"; readonly text: string; readonly torn: boolean }
  | { readonly kind: "too long" };

const NEWLINE = 0x0a;

/** @param limit bytes of a line, at most. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<ReadLine> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let size = 0;
  let dropping = false;
  const take = (): string => {
    const whole = new Uint8Array(size);
    let offset = 0;
    for (const part of parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    parts = [];
    size = 0;
    return decoder.decode(whole);
  };
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(NEWLINE, from);
      const piece = chunk.subarray(from, end < 0 ? chunk.length : end);
      from = end < 0 ? chunk.length : end + 1;
      if (!dropping) {
        parts.push(piece);
        size += piece.length;
      }
      if (size > limit) {
        dropping = true;
        parts = [];
        size = 0;
      }
      if (end < 0) continue;
      if (dropping) yield { kind: "too long" };
      else yield { kind: "line", text: take(), torn: false };
      dropping = false;
    }
  }
  if (dropping) yield { kind: "too long" };
  else if (size > 0) yield { kind: "line", text: take(), torn: true };
}
