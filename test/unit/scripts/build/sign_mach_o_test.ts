import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { signed } from "../../../../scripts/build/sign_mach_o.ts";

const CODE = 9000;

/** As little of a Mach-O program as can be signed; what follows the code is an old signature. */
function program(): Uint8Array {
  const bytes = new Uint8Array(CODE + 100).fill(7);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xfeedfacf, true);
  view.setUint32(16, 3, true);
  let at = 32;
  const segment = (name: string, offset: number, size: number): void => {
    view.setUint32(at, 0x19, true);
    view.setUint32(at + 4, 72, true);
    bytes.set(new TextEncoder().encode(name.padEnd(16, "\0")), at + 8);
    view.setBigUint64(at + 40, BigInt(offset), true);
    view.setBigUint64(at + 48, BigInt(size), true);
    at += 72;
  };
  segment("__TEXT", 0, 4096);
  segment("__LINKEDIT", 8192, CODE + 100 - 8192);
  view.setUint32(at, 0x1d, true);
  view.setUint32(at + 4, 16, true);
  view.setUint32(at + 8, CODE, true);
  view.setUint32(at + 12, 100, true);
  return bytes;
}

Deno.test("every page is hashed as it is in the file, and the file ends with its signature", () => {
  const bytes = signed(program(), "jp");
  const view = new DataView(bytes.buffer);
  const size = view.getUint32(32 + 144 + 12, true);
  assert.equal(bytes.length, CODE + size);
  const linkEdit = 32 + 72;
  assert.equal(view.getBigUint64(linkEdit + 48, true), BigInt(bytes.length - 8192));
  assert.equal(view.getBigUint64(linkEdit + 32, true), 0x4000n);
  assert.equal(view.getUint32(CODE), 0xfade0cc0);
  assert.ok(view.getUint32(CODE + 4) <= size);
  const directory = CODE + view.getUint32(CODE + 16);
  const word = (index: number): number => view.getUint32(directory + 4 * index);
  const [hashes, name, slots, limit] = [word(4), word(5), word(7), word(8)];
  assert.deepEqual([word(0), slots, limit], [0xfade0c02, 3, CODE]);
  const identifier = bytes.subarray(directory + (name ?? 0), directory + (name ?? 0) + 3);
  assert.equal(new TextDecoder().decode(identifier), "jp\0");
  for (let slot = 0; slot < 3; slot++) {
    const page = bytes.subarray(slot * 4096, Math.min(CODE, (slot + 1) * 4096));
    const at = directory + (hashes ?? 0) + slot * 32;
    const said = Array.from(bytes.subarray(at, at + 32));
    assert.deepEqual(said, Array.from(createHash("sha256").update(page).digest()), `${slot}`);
  }
});

Deno.test("a program whose signature covers it is left as it is", () => {
  const once = signed(program(), "jp");
  assert.equal(signed(once, "other"), once);
});

Deno.test("what has no place for a signature is not signed", () => {
  const bytes = program();
  new DataView(bytes.buffer).setUint32(16, 2, true);
  assert.throws(() => signed(bytes, "jp"), /no signature in this Mach-O/);
});
