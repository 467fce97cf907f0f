/** Under another user than root, whom the kernel lets read everything. */

import assert from "node:assert/strict";
import { bunPath, repositoryPath, run } from "../../../support/mod.ts";

const script = (hide: boolean): string => `
import { hideMemory } from ${JSON.stringify(repositoryPath("src/host/platform/hide_memory.ts"))};
if (${hide}) console.log(await hideMemory(process.platform, process.arch));
const { execFileSync } = await import("node:child_process");
const look = "cat /proc/$PPID/environ >/dev/null 2>&1 && echo read || echo refused";
console.log(execFileSync("sh", ["-c", look], { encoding: "utf8" }).trim());
`;

const MAY_BE_NOBODY = Deno.build.os === "linux" &&
  new Deno.Command("setpriv", { args: ["--reuid", "65534", "--clear-groups", "true"] })
    .outputSync().success;

Deno.test({
  name: "what we start cannot read our environment",
  ignore: !MAY_BE_NOBODY,
  fn: async () => {
    for (const [hide, lines] of [[false, "read\n"], [true, "true\nrefused\n"]] as const) {
      const { stdout, stderr } = await run({
        cmd: "setpriv",
        args: ["--reuid", "65534", "--clear-groups", bunPath(), "-e", script(hide)],
        env: { PATH: Deno.env.get("PATH") ?? "", KEY: "secret" },
      });
      assert.equal(stdout, lines, stderr);
    }
  },
});
