/**
 * Compiles `dist/jp-TARGET`: one file that needs nothing beside it. Without arguments, for this
 * machine; with `--target NAME`, for another that Bun can cross-compile to.
 *
 *     deno task build [--target linux-x64]
 */

import { ensureBun } from "./bun.ts";

const ROOT = decodeURIComponent(new URL("../", import.meta.url).pathname);

/** The targets that are built, and what Bun calls them. */
export const TARGETS = {
  "linux-x64": "bun-linux-x64",
  "linux-arm64": "bun-linux-arm64",
  "linux-x64-musl": "bun-linux-x64-musl",
  "darwin-x64": "bun-darwin-x64",
  "darwin-arm64": "bun-darwin-arm64",
  "windows-x64": "bun-windows-x64",
} as const;

/** A target's name. */
export type Target = keyof typeof TARGETS;

/** The target of this machine. */
export function hostTarget(): Target {
  const os = Deno.build.os === "darwin" || Deno.build.os === "windows" ? Deno.build.os : "linux";
  const name = `${os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
  if (isTarget(name)) return name;
  throw new Error(`there is no build for ${name}; there are ${Object.keys(TARGETS).join(", ")}`);
}

function isTarget(name: string): name is Target {
  return Object.hasOwn(TARGETS, name);
}

/** Builds one target and returns the binary's path. */
export async function build(target: Target = hostTarget()): Promise<string> {
  const bun = await ensureBun();
  const outfile = `${ROOT}dist/jp-${target}${target.startsWith("windows") ? ".exe" : ""}`;
  await Deno.mkdir(`${ROOT}dist`, { recursive: true });
  const { code, stderr } = await new Deno.Command(bun, {
    args: [
      "build",
      "--compile",
      // What a run does not import is not parsed, and what it imports is not parsed again: 60 ms
      // of every start.
      "--format=esm",
      "--splitting",
      "--bytecode",
      "--minify-syntax",
      "--minify-whitespace",
      `--target=${TARGETS[target]}`,
      "src/main.ts",
      // A compiled worker is found only if it is an entry point of its own.
      "src/host/signals/sentinel.ts",
      `--outfile=${outfile}`,
    ],
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (code !== 0) throw new Error(`bun build failed:\n${new TextDecoder().decode(stderr)}`);
  return outfile;
}

if (import.meta.main) {
  const [flag, name] = Deno.args;
  if (flag !== undefined && (flag !== "--target" || name === undefined || !isTarget(name))) {
    console.error(`usage: deno task build [--target ${Object.keys(TARGETS).join("|")}]`);
    Deno.exit(2);
  }
  const target = name !== undefined && isTarget(name) ? name : hostTarget();
  console.log(`built ${(await build(target)).slice(ROOT.length)}`);
}
