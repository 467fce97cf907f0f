/**
 * One binary by one runtime. A binary that is not what it should be is never left behind.
 */

import { ensureBun } from "../bun.ts";
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
}

async function compileWithDeno(target: Target, outfile: string): Promise<void> {
  const triple = TARGETS[target].deno;
  if (triple === null) throw new Error(`Deno has no base binary for ${target}; Bun has`);
  const base = Deno.env.get("DENORT_BIN") ?? "";
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
  if (target === hostTarget()) await provenOrRemoved(outfile, base);
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

/** `deno compile` takes any file for its base; only the outcome tells. */
async function provenOrRemoved(path: string, base: string): Promise<void> {
  const said = await run(path, ["--version"]).catch(() => ({ success: false, output: "" }));
  if (said.success && said.output.startsWith("jp ")) return;
  await Deno.remove(path);
  throw new Error(
    `what was compiled is not jp: DENORT_BIN (${base || "not set"}) is no denort ` +
      `${Deno.version.deno} of this machine. The deno program itself is none.`,
  );
}

async function run(
  program: string,
  args: readonly string[],
): Promise<{ success: boolean; output: string }> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: ROOT,
    // Stack traces of the compiler say nothing to who builds.
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0", RUST_LIB_BACKTRACE: "0" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
}
