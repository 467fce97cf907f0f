/**
 * A fixture program in the three ways jp runs: from source on Deno, on Bun, and compiled with the
 * sentinel beside it as the binary is.
 */
import { bunPath, type Command, repositoryPath, type Target } from "./jp_command.ts";

const compiled = new Map<string, string>();

/** Runs the program at `path` (from the repository's root) with the arguments. */
export function fixtureCommand(target: Target, path: string, ...args: string[]): Command {
  const file = repositoryPath(path);
  switch (target) {
    case "deno":
      return { cmd: Deno.execPath(), args: ["run", "--quiet", "-A", file, ...args] };
    case "bun":
      return { cmd: bunPath(), args: [file, ...args] };
    case "binary":
      return { cmd: compile(path), args };
  }
}

/** Compiled once a test file; gone with it. */
function compile(path: string): string {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  const directory = Deno.makeTempDirSync({ prefix: "jp-fixture-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(directory, { recursive: true }));
  const outfile = `${directory}/fixture`;
  const { success, stderr } = new Deno.Command(bunPath(), {
    args: ["build", "--compile", "--root=.", path, "src/host/signals/sentinel.ts"]
      .concat(`--outfile=${outfile}`),
    cwd: repositoryPath(""),
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  compiled.set(path, outfile);
  return outfile;
}
