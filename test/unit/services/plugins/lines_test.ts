import assert from "node:assert/strict";
import fc from "fast-check";
import { linesOf, type ReadLine } from "../../../../src/services/plugins/lines.ts";

async function* chunks(parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await Promise.resolve();
    yield typeof part === "string" ? new TextEncoder().encode(part) : part;
  }
}

async function read(
  parts: readonly (string | Uint8Array)[],
  limit = 10,
): Promise<ReadLine[]> {
  const lines: ReadLine[] = [];
  for await (const line of linesOf(chunks(parts), limit)) lines.push(line);
  return lines;
}

const line = (text: string, torn = false): ReadLine => ({ kind: "line", text, torn });

Deno.test("lines, however they are cut, and one that is torn", async () => {
  assert.deepEqual(await read(["a\nb", "c\n\nd"]), [
    line("a"),
    line("bc"),
    line(""),
    line("d", true),
  ]);
  assert.deepEqual(await read([]), []);
});

Deno.test("a line at the limit is read, a longer one is dropped, and the next is read", async () => {
  assert.deepEqual(await read(["0123456789\n0123456789a", "bc\nnext\n"]), [
    line("0123456789"),
    { kind: "too long" },
    line("next"),
  ]);
  assert.deepEqual(await read(["01234567890123"]), [{ kind: "too long" }]);
});

Deno.test("a line that never ends is not kept", async () => {
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 1000; n++) yield new Uint8Array(65_536).fill(0x61);
  };
  const lines: ReadLine[] = [];
  for await (const each of linesOf(endless(), 1000)) lines.push(each);
  assert.deepEqual(lines, [{ kind: "too long" }]);
});

Deno.test("a character cut in two is one", async () => {
  const bytes = new TextEncoder().encode("é€\n");
  const cut = [...bytes].map((byte) => Uint8Array.of(byte));
  assert.deepEqual(await read(cut), [line("é€")]);
});

Deno.test("whatever the cuts, the lines are those of the whole", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("a", "bb", "\n", "ccc\n", "\n\n"), { maxLength: 40 }),
      async (parts) => {
        assert.deepEqual(await read(parts, 1000), await read([parts.join("")], 1000));
      },
    ),
  );
});
