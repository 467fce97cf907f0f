import assert from "node:assert/strict";
import fc from "fast-check";
import { readBounded } from "../../../../src/host/platform/bounded_read.ts";

/** A file that gives a little at a time; `reads` counts how often it was asked. */
function fileOf(bytes: Uint8Array, step: number) {
  let at = 0;
  const file = {
    reads: 0,
    read: (buffer: Uint8Array): Promise<number | null> => {
      file.reads++;
      const part = bytes.subarray(at, at + Math.min(step, buffer.length));
      buffer.set(part);
      at += part.length;
      return Promise.resolve(part.length === 0 ? null : part.length);
    },
  };
  return file;
}

Deno.test("read in any pieces, the text is the same; a byte too many is refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      async (text, step) => {
        const bytes = new TextEncoder().encode(text);
        const all = new TextDecoder().decode(bytes);
        assert.equal(await readBounded("f", bytes.length, fileOf(bytes, step).read), all);
        if (bytes.length === 0) return;
        await assert.rejects(
          readBounded("f", bytes.length - 1, fileOf(bytes, step).read),
          { code: "EFBIG", path: "f" },
        );
      },
    ),
  );
});

Deno.test("what has no end is read no further than the bound", async () => {
  let reads = 0;
  const endless = (buffer: Uint8Array): Promise<number> => {
    reads++;
    return Promise.resolve(buffer.length);
  };
  await assert.rejects(readBounded("zero", 1_000_000, endless), { code: "EFBIG" });
  assert.ok(reads < 20, `${reads} reads`);
});
