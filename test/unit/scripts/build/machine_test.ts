import assert from "node:assert/strict";
import { hostTarget } from "../../../../scripts/build.ts";
import { baseFault } from "../../../../scripts/build/compile.ts";
import { machineOf, machineOfFile } from "../../../../scripts/build/machine.ts";

/** The first bytes of a file, `values` little-endian at their offsets. */
function header(...values: readonly [at: number, size: 2 | 4, value: number][]): Uint8Array {
  const view = new DataView(new ArrayBuffer(256));
  for (const [at, size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  return new Uint8Array(view.buffer);
}

Deno.test("a program says which machine it is for", async () => {
  const elf = (machine: number) => header([0, 4, 0x464c457f], [18, 2, machine]);
  const machO = (cpu: number) => header([0, 4, 0xfeedfacf], [4, 4, cpu]);
  const pe = (machine: number) =>
    header([0, 2, 0x5a4d], [0x3c, 4, 0x80], [0x80, 4, 0x4550], [0x84, 2, machine]);
  assert.equal(machineOf(elf(0x3e)), "linux-x64");
  assert.equal(machineOf(elf(0xb7)), "linux-arm64");
  assert.equal(machineOf(machO(0x01000007)), "darwin-x64");
  assert.equal(machineOf(machO(0x0100000c)), "darwin-arm64");
  assert.equal(machineOf(pe(0x8664)), "windows-x64");
  assert.equal(await machineOfFile(Deno.execPath()), hostTarget());
});

Deno.test("what is no program, or cut short, or for a machine we do not know, is for none", () => {
  const elf = header([0, 4, 0x464c457f], [18, 2, 0xf3]);
  for (const bytes of [new Uint8Array(0), elf, elf.subarray(0, 10), header([0, 2, 0x5a4d])]) {
    assert.equal(machineOf(bytes), null);
  }
  assert.equal(machineOf(header([0, 2, 0x5a4d], [0x3c, 4, 0xfffffff0])), null);
});

Deno.test("a DENORT_BIN that cannot be one is told in one line, before anything is compiled", async () => {
  const other = hostTarget() === "darwin-arm64" ? "linux-x64" : "darwin-arm64";
  const cases: [string, RegExp][] = [
    ["/no/such/denort", /^DENORT_BIN \(\/no\/such\/denort\) does not exist; set it to a denort/],
    ["/", /^DENORT_BIN \(\/\) is a directory; /],
    [new URL(import.meta.url).pathname, /is no program; set it to a denort \S+ for /],
    [Deno.execPath(), new RegExp(`is for ${hostTarget()}; set it to a denort \\S+ for ${other}$`)],
  ];
  for (const [path, words] of cases) {
    const said = await baseFault(other, path);
    assert.match(said ?? "", words);
    assert.doesNotMatch(said ?? "", /\n/);
  }
  assert.equal(await baseFault(hostTarget(), Deno.execPath()), null);
});
