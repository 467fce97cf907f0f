/**
 * One binary by one runtime. A binary that is not what it should be is never left behind.
 */

import { ensureBun } from "../bun.ts";
import { machineFor, machineOfFile } from "./machine.ts";
import { signed } from "./sign_mach_o.ts";
import { hostTarget, programSuffix, type Target, TARGETS } from "./targets.ts";

const ROOT = decodeURIComponent(new URL("../../", import.meta.url).pathname);

/** What the binary runs on. Deno's stays Deno inside: signals reach its second thread as well. */
export type Runtime = "bun" | "deno";

const MAIN = "src/main.ts";
/** A compiled worker is found only if it was named for itself. */
const SENTINEL = "src/host/signals/sentinel.ts";

/** Compiles `dist/jp-TARGET`, or `dist/jp-TARGET-deno`, and returns its path. */
export async function compile(target: Target, runtime: Runtime = "bun"): Promise<string> {
  const suffix = `${runtime === "deno" ? "-deno" : ""}${programSuffix(target)}`;
  const outfile = `${ROOT}dist/jp-${target}${suffix}`;
  await Deno.mkdir(`${ROOT}dist`, { recursive: true });
  if (runtime === "bun") await compileWithBun(target, outfile);
  else await compileWithDeno(target, outfile);
  await provenOrRemoved(target, outfile, runtime);
  return outfile;
}

async function compileWithBun(target: Target, outfile: string): Promise<void> {
  const args = [
    "build",
    "--compile",
    // What lies in the current directory may be somebody else's: a bunfig.toml there names code to
    // run first, an .env sets any variable. None of it is read.
    "--no-compile-autoload-bunfig",
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-package-json",
    "--no-compile-autoload-tsconfig",
    // What a run does not import is not parsed, and what it imports is not parsed again: 60 ms of
    // every start.
    "--format=esm",
    "--splitting",
    "--bytecode",
    "--minify-syntax",
    "--minify-whitespace",
    `--target=${TARGETS[target].bun}`,
    MAIN,
    SENTINEL,
    `--outfile=${outfile}`,
  ];
  const { success, output } = await run(await ensureBun(), args);
  if (!success) throw new Error(`bun could not build ${target}:\n${output}`);
  if (target.startsWith("darwin")) await sign(outfile);
}

/** Bun leaves an x64 program with the signature of Bun itself, which the program does not match. */
async function sign(path: string): Promise<void> {
  const program = await Deno.readFile(path);
  const result = signed(program, "jp");
  if (result !== program) await Deno.writeFile(path, result);
}

async function compileWithDeno(target: Target, outfile: string): Promise<void> {
  const triple = TARGETS[target].deno;
  if (triple === null) throw new Error(`Deno has no base binary for ${target}; Bun has`);
  const base = Deno.env.get("DENORT_BIN") ?? "";
  const fault = base === "" ? null : await baseFault(target, base);
  if (fault !== null) throw new Error(fault);
  // Permissions are settled here, so that a binary never asks for one (PR-048).
  const args = ["compile", "--quiet", "--no-check", "-A", "--target", triple, "--include"];
  const { success, output } = await run(Deno.execPath(), [
    ...args,
    SENTINEL,
    "--output",
    outfile,
    MAIN,
  ]);
  if (!success) throw new Error(denoFailure(target, base, output));
}

/** What is wrong with the DENORT_BIN at `path`, as far as that can be seen without running it. */
export async function baseFault(target: Target, path: string): Promise<string | null> {
  const wanted = `set it to a denort ${Deno.version.deno} for ${target}`;
  try {
    const machine = await machineOfFile(path);
    if (machine === machineFor(target)) return null;
    return `DENORT_BIN (${path}) is ${
      machine === null ? "no program" : `for ${machine}`
    }; ${wanted}`;
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound
      ? "does not exist"
      : error instanceof Deno.errors.IsADirectory
      ? "is a directory"
      : `cannot be read (${error instanceof Error ? error.name : error})`;
    return `DENORT_BIN (${path}) ${why}; ${wanted}`;
  }
}

/** What to do about a `deno compile` that failed. */
export function denoFailure(target: Target, base: string, output: string): string {
  const last = output.trim();
  return /download|dns|lookup|connect/i.test(last)
    ? `deno compile for ${target} needs its base binary, denort, which cannot be downloaded here.\n` +
      `Set DENORT_BIN to a denort ${Deno.version.deno} of that target, ` +
      `or build with --runtime bun.`
    : `deno could not build ${target}${base === "" ? "" : ` with DENORT_BIN ${base}`}:\n${last}`;
}

/** Compilers take nearly any file for their base; only the outcome tells. */
async function provenOrRemoved(target: Target, path: string, runtime: Runtime): Promise<void> {
  const fault = await machineOfFile(path) !== machineFor(target)
    ? `is no program for ${target}`
    : target === hostTarget()
    ? await doctorFault(path)
    : null;
  if (fault === null) return;
  await Deno.remove(path);
  const base = Deno.env.get("DENORT_BIN") || "not set";
  throw new Error(
    `what was compiled is not jp: it ${fault}.` + (runtime === "bun" ? "" : "\n" +
      `DENORT_BIN (${base}) has to be the denort ${Deno.version.deno} of this machine; ` +
      "the deno program itself is none."),
  );
}

/** Runs it where nothing is configured: what a jp does not do that has all of its parts in it. */
async function doctorFault(path: string): Promise<string | null> {
  const home = await Deno.makeTempDir({ prefix: "jp-build-" });
  try {
    const said = await run(path, ["doctor"], { cwd: home, env: { HOME: home }, clearEnv: true })
      .catch(() => ({ success: false, output: "" }));
    if (!said.success) return "does not run `jp doctor`";
    return /^sentinel +up: /m.test(said.output) ? null : "does not bring its sentinel up";
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function run(
  program: string,
  args: readonly string[],
  options: Pick<Deno.CommandOptions, "cwd" | "env" | "clearEnv"> = {},
): Promise<{ success: boolean; output: string }> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: ROOT,
    // Stack traces of the compiler say nothing to who builds.
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0", RUST_LIB_BACKTRACE: "0" },
    ...options,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
}
