/**
 * The command line that starts jp: from source under Deno or Bun, or the compiled binary. A missing
 * runtime or binary is an error, never a skipped test.
 */

import { hostTarget } from "../../scripts/build.ts";

export type Target = "deno" | "bun" | "binary";

export const TARGETS: readonly Target[] = ["deno", "bun", "binary"];

/**
 * Each runtime once, for what does not depend on how the program was started: the binary holds Bun,
 * and is there in a fifth of the time that either takes from source.
 */
export const RUNTIMES: readonly Target[] = ["deno", "binary"];

export interface Command {
  readonly cmd: string;
  readonly args: readonly string[];
}

const ROOT = new URL("../../", import.meta.url);

/** The path of a file of the repository. */
export function repositoryPath(path: string): string {
  return decodeURIComponent(new URL(path, ROOT).pathname);
}

/** `jpCommand("deno", "query", "hi")`, to be spread into `spawnPty` or `spawnDetached`. */
export function jpCommand(target: Target, ...args: string[]): Command {
  const main = repositoryPath("src/main.ts");
  switch (target) {
    case "deno":
      return denoRun(main, ...args);
    case "bun":
      return { cmd: bunPath(), args: [main, ...args] };
    case "binary":
      return { cmd: existing(repositoryPath(`dist/jp-${hostTarget()}`)), args };
  }
}

/** A program of the repository, from source on Deno. */
export function denoRun(file: string, ...args: string[]): Command {
  // Without --quiet Deno wipes the terminal's current line a few times before the program runs.
  // Whoever runs this has the packages: looking for them again costs each start 60 ms.
  const options = ["--quiet", "--node-modules-dir=manual", "-A"];
  return { cmd: Deno.execPath(), args: ["run", ...options, file, ...args] };
}

/** Bun, from JP_TEST_BUN (`deno task test` sets it) or PATH. */
export function bunPath(): string {
  const given = Deno.env.get("JP_TEST_BUN");
  if (given !== undefined && given !== "") return existing(given);
  for (const directory of (Deno.env.get("PATH") ?? "").split(":")) {
    if (isFile(`${directory}/bun`)) return `${directory}/bun`;
  }
  throw new Error("no bun: set JP_TEST_BUN, or run the suite by `deno task test`");
}

function existing(path: string): string {
  if (!isFile(path)) throw new Error(`${path} does not exist; \`deno task test\` makes it`);
  return path;
}

export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
