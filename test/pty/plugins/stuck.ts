/** The fixture program whose main thread never moves again while a plugin runs. */
import { bunPath, type Command, repositoryPath, type Target } from "../../support/mod.ts";

export function stuckFixture(target: Exclude<Target, "binary">, ...args: string[]): Command {
  const file = repositoryPath("test/pty/plugins/fixtures/stuck.ts");
  return target === "deno"
    ? { cmd: Deno.execPath(), args: ["run", "--quiet", "-A", file, ...args] }
    : { cmd: bunPath(), args: [file, ...args] };
}
