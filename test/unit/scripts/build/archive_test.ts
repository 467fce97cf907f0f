import assert from "node:assert/strict";
import { type ArchiveEntry, checksums, pack } from "../../../../scripts/build/archive.ts";

const encoder = new TextEncoder();

const ENTRIES: readonly ArchiveEntry[] = [
  { name: "jp-1/jp", data: new Uint8Array(3000).fill(0x6a), executable: true },
  { name: "jp-1/LICENSE", data: encoder.encode("free\n"), executable: false },
  { name: "jp-1/man/empty", data: new Uint8Array(0), executable: false },
];

async function inDirectory(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "jp-archive-" });
  try {
    await work(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

async function output(cwd: string, program: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, cwd }).output();
  const decoder = new TextDecoder();
  assert.ok(success, decoder.decode(stderr));
  return decoder.decode(stdout);
}

Deno.test("tar unpacks what was packed, with the executable bit and without an owner", () =>
  inDirectory(async (directory) => {
    await Deno.writeFile(`${directory}/a.tar.gz`, await pack("tar.gz", ENTRIES));
    const listed = await output(directory, "tar", "tzvf", "a.tar.gz");
    assert.match(listed, /^-rwxr-xr-x \S+ +3000 .* jp-1\/jp$/m);
    assert.match(listed, /^-rw-r--r-- \S+ +5 .* jp-1\/LICENSE$/m);
    await output(directory, "tar", "xzf", "a.tar.gz", "--no-same-owner");
    for (const { name, data } of ENTRIES) {
      assert.deepEqual(new Uint8Array(await Deno.readFile(`${directory}/${name}`)), data, name);
    }
  }));

Deno.test("a zip holds each file whole, named, with its mode", async () => {
  const zip = await pack("zip", ENTRIES);
  const { unzipSync } = await import("fflate");
  const files = unzipSync(zip);
  assert.deepEqual(Object.keys(files), ENTRIES.map(({ name }) => name));
  for (const { name, data } of ENTRIES) assert.deepEqual(new Uint8Array(files[name] ?? []), data);
  // The first entry of the central directory: made by Unix, mode 0100755.
  const view = new DataView(zip.buffer);
  const start = view.getUint32(zip.length - 22 + 16, true);
  assert.equal(view.getUint8(start + 5), 3);
  assert.equal(view.getUint32(start + 38, true) >>> 16, 0o100755);
});

for (const kind of ["tar.gz", "zip"] as const) {
  Deno.test(`the same files make the same ${kind}`, async () => {
    assert.deepEqual(await pack(kind, ENTRIES), await pack(kind, ENTRIES));
  });
}

Deno.test("a name that tar cannot hold is refused, not cut short", async () => {
  const long = { name: "d/".repeat(60), data: new Uint8Array(1), executable: false };
  await assert.rejects(pack("tar.gz", [long]), /too long for tar/);
});

Deno.test("sha256sum accepts the checksums, and no changed file", () =>
  inDirectory(async (directory) => {
    const files = new Map([["b.zip", encoder.encode("two")], ["a.tar.gz", encoder.encode("one")]]);
    const text = await checksums(files);
    assert.match(text, /^[0-9a-f]{64} {2}a\.tar\.gz\n[0-9a-f]{64} {2}b\.zip\n$/);
    for (const [name, data] of files) await Deno.writeFile(`${directory}/${name}`, data);
    await Deno.writeTextFile(`${directory}/SHA256SUMS`, text);
    await output(directory, "sha256sum", "--check", "SHA256SUMS");
    await Deno.writeTextFile(`${directory}/b.zip`, "three");
    await assert.rejects(output(directory, "sha256sum", "--check", "SHA256SUMS"));
  }));
