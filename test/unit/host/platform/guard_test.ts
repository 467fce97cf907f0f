import assert from "node:assert/strict";
import { fsError } from "../../../../src/host/platform/guard.ts";
import { denoPlatform } from "../../../../src/host/platform/deno.ts";
import { FsError } from "../../../../src/host/platform/port.ts";

// One for the file: the C library it loads stays loaded.
const platform = denoPlatform();

Deno.test("a failure keeps the name the runtime gave it, and gets one where it gave none", () => {
  const named = Object.assign(new Error("x (os error 27)"), { code: "ENOENT" });
  assert.equal(fsError("read", "/a", named).code, "ENOENT");
  const numbers: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
    linux: [[27, "EFBIG"], [122, "EDQUOT"], [116, "ESTALE"], [36, "ENAMETOOLONG"], [28, "ENOSPC"]],
    darwin: [[27, "EFBIG"], [69, "EDQUOT"], [70, "ESTALE"], [63, "ENAMETOOLONG"], [28, "ENOSPC"]],
    windows: [[112, "ENOSPC"], [39, "ENOSPC"]],
  };
  for (const [number, name] of numbers[Deno.build.os] ?? []) {
    const error = new Error(`Said the system (os error ${number})`);
    assert.equal(fsError("write", "/a", error).code, name);
  }
  assert.equal(fsError("write", "/a", new Error("who knows (os error 9999)")).code, "EUNKNOWN");
  assert.equal(fsError("write", "/a", new Error("who knows")).code, "EUNKNOWN");
  assert.equal(fsError("write", "/a", "a string").code, "EUNKNOWN");
});

Deno.test("real failures have their names", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const { fs } = platform;
    const code = async (work: Promise<unknown>): Promise<string> => {
      const error = await work.then(() => null, (reason: unknown) => reason);
      return error instanceof FsError ? error.code : String(error);
    };
    assert.equal(await code(fs.readText(`${directory}/none`)), "ENOENT");
    assert.equal(await code(fs.list(`${directory}/none`)), "ENOENT");
    assert.equal(await code(fs.readText(`${directory}/${"n".repeat(300)}`)), "ENAMETOOLONG");
    await Deno.symlink("loop", `${directory}/loop`);
    assert.equal(await code(fs.readText(`${directory}/loop`)), "ELOOP");
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("stamps tell a file's states apart, and what is not there", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const { fs } = platform;
    const file = `${directory}/file`;
    const state = async (): Promise<string | undefined> => (await fs.stamps([file]))[0]?.state;
    assert.deepEqual(await fs.stamps([file, `${directory}/none/below`]), [null, null]);
    await Deno.writeTextFile(file, "one");
    const first = await state();
    assert.ok(first);
    assert.equal(await state(), first);
    await fs.replace(file, new TextEncoder().encode("two"), 0o600);
    assert.notEqual(await state(), first);
    const [stamp] = await fs.stamps([file]);
    assert.ok(stamp !== null && stamp !== undefined && Number.isFinite(stamp.changed));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});
