import assert from "node:assert/strict";
import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import {
  Approvals,
  type FoundPlugin,
  PluginError,
  type PluginPermission,
} from "../../../../src/services/plugins/mod.ts";

const PATH = "/bin/jp-x";
const SHA_OF_ONE = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";

async function machine(source: FoundPlugin["source"] = "path") {
  const fs = new FakeFileSystem();
  await fs.makeDir("/bin", { recursive: true, mode: 0o755 });
  const write = (text: string) => fs.replace(PATH, new TextEncoder().encode(text), 0o755);
  await write("one");
  const plugin: FoundPlugin = { name: "x", path: PATH, source };
  return { fs, write, plugin, approvals: new Approvals(fs, "/data") };
}

function own(run: PluginPermission["run"], value?: string): PluginPermission {
  return { run, checksum: value === undefined ? null : { algorithm: "sha256", value } };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof PluginError);
    return error.reason;
  }
  throw new assert.AssertionError({ message: "it was granted" });
}

Deno.test("what is on PATH is asked about until it is approved, and again when it changes", async () => {
  const { approvals, plugin, write } = await machine();
  assert.deepEqual(await approvals.permission(plugin, null), { kind: "ask", sha256: SHA_OF_ONE });
  assert.equal(await approvals.wasOther(PATH), false);
  assert.equal(await approvals.remember(PATH, SHA_OF_ONE), true);
  assert.equal((await approvals.permission(plugin, own("ask"))).kind, "granted");
  await write("two");
  const changed = await approvals.permission(plugin, null);
  assert.equal(changed.kind, "ask");
  assert.equal(await approvals.wasOther(PATH), true);
  // The same content at another place is another program.
  await write("one");
  assert.equal((await approvals.permission({ ...plugin, path: PATH }, null)).kind, "granted");
});

Deno.test("configuration denies, allows, and holds it to a digest", async () => {
  const { approvals, plugin } = await machine();
  assert.equal(await refusal(approvals.permission(plugin, own("deny"))), "denied");
  assert.equal((await approvals.permission(plugin, own("unattended"))).kind, "granted");
  const right = own("unattended", SHA_OF_ONE.toUpperCase());
  assert.equal((await approvals.permission(plugin, right)).kind, "granted");
  const wrong = own("unattended", "0".repeat(64));
  assert.equal(await refusal(approvals.permission(plugin, wrong)), "checksum");
});

Deno.test("what the user has installed needs no answer, and is held to a digest all the same", async () => {
  const { approvals, plugin } = await machine("installed");
  assert.equal((await approvals.permission(plugin, null)).kind, "granted");
  assert.equal(await refusal(approvals.permission(plugin, own("ask", "0".repeat(40)))), "checksum");
});

Deno.test("nothing to remember it in, and a file that is no list: it is asked again", async () => {
  const { fs, plugin } = await machine();
  const nowhere = new Approvals(fs, null);
  assert.equal(await nowhere.remember(PATH, SHA_OF_ONE), false);
  assert.equal((await nowhere.permission(plugin, null)).kind, "ask");
  await fs.makeDir("/data/plugins", { recursive: true, mode: 0o755 });
  for (const text of ["", "{", "[]", '{"approvals":7}', '{"approvals":[{"path":1}]}']) {
    const bytes = new TextEncoder().encode(text);
    await fs.replace("/data/plugins/plugin-approvals.json", bytes, 0o600);
    assert.equal((await new Approvals(fs, "/data").permission(plugin, null)).kind, "ask", text);
  }
});

Deno.test("what cannot be read cannot be looked at, and does not run", async () => {
  const { approvals, plugin } = await machine();
  const missing = { ...plugin, path: "/bin/jp-none" };
  assert.equal(await refusal(approvals.permission(missing, own("unattended"))), "start");
});
