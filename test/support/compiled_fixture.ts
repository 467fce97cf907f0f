/**
 * A fixture program in the three ways jp runs: from source on Deno, on Bun, and compiled with the
 * sentinel beside it as the binary is.
 */
import {
  bunPath,
  type Command,
  denoRun,
  isFile,
  repositoryPath,
  type Target,
} from "./jp_command.ts";

/** Runs the program at `path` (from the repository's root) with the arguments. */
export function fixtureCommand(target: Target, path: string, ...args: string[]): Command {
  const file = repositoryPath(path);
  switch (target) {
    case "deno":
      return denoRun(file, ...args);
    case "bun":
      return { cmd: bunPath(), args: [file, ...args] };
    case "binary":
      return { cmd: compiled(path), args };
  }
}

/** Compiles a program, unless that is done already. */
function compiled(path: string): string {
  const program = `${builds.directory}/${path.replaceAll("/", "-").replace(/\.ts$/, "")}`;
  // Test files run side by side: who comes second waits, and finds it there.
  using lock = Deno.openSync(`${program}.lock`, { create: true, write: true });
  lock.lockSync(true);
  if (isFile(program)) return program;
  const part = `${program}.part`;
  const { success, stderr } = new Deno.Command(bunPath(), {
    args: ["build", "--compile", "--root=.", path, "src/host/signals/sentinel.ts"]
      .concat(`--outfile=${part}`),
    cwd: repositoryPath(""),
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  Deno.renameSync(part, program);
  return program;
}

/**
 * Where compiled programs lie: one directory for a whole run of the suite, which `deno task test`
 * names and clears away, else one for this test file, gone with it.
 */
class Builds {
  #directory = Deno.env.get("JP_TEST_BUILDS") ?? "";

  get directory(): string {
    if (this.#directory !== "") return this.#directory;
    const own = Deno.makeTempDirSync({ prefix: "jp-fixture-" });
    globalThis.addEventListener("unload", () => Deno.removeSync(own, { recursive: true }));
    return this.#directory = own;
  }
}

const builds = new Builds();
