/**
 * Compiles `dist/jp-TARGET`: one file that needs nothing beside it. Without arguments, for this
 * machine; Bun can build for all the others from here.
 *
 *     deno task build                        this machine's binary
 *     deno task build --target linux-arm64   another machine's
 *     deno task build --archive              its archive and dist/SHA256SUMS as well
 *     deno task build --all                  every binary and archive, and dist/SHA256SUMS
 *     deno task build --runtime deno         by deno compile: dist/jp-TARGET-deno
 */

import { compile, type Runtime } from "./build/compile.ts";
import { writeArchive, writeChecksums } from "./build/release.ts";
import { hostTarget, isTarget, type Target, TARGET_NAMES, TARGETS } from "./build/targets.ts";

export { hostTarget, type Target, TARGETS };

const ROOT = decodeURIComponent(new URL("../", import.meta.url).pathname);

/** Builds one target with Bun and returns the binary's path. */
export async function build(target: Target = hostTarget()): Promise<string> {
  return await compile(target);
}

/** What the command line asks for. */
export interface BuildPlan {
  readonly targets: readonly Target[];
  readonly runtime: Runtime;
  readonly archive: boolean;
}

const USAGE = "usage: deno task build [--target NAME | --all] [--runtime bun|deno] [--archive]\n" +
  `targets: ${TARGET_NAMES.join(", ")}`;

/** The plan, or what is wrong with the arguments. */
export function readPlan(args: readonly string[]): BuildPlan | string {
  let target: Target | "all" | null = null;
  let runtime: Runtime = "bun";
  let archive = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === "--archive") archive = true;
    else if (arg === "--all" && target === null) target = "all";
    else if (arg === "--target" && target === null) {
      const name = args[++at] ?? "";
      if (!isTarget(name)) return `--target: there is no "${name}"\n${USAGE}`;
      target = name;
    } else if (arg === "--runtime") {
      const name = args[++at];
      if (name !== "bun" && name !== "deno") return `--runtime takes bun or deno\n${USAGE}`;
      runtime = name;
    } else return USAGE;
  }
  const targets = target === "all"
    ? TARGET_NAMES.filter((name) => runtime === "bun" || TARGETS[name].deno !== null)
    : [target ?? hostTarget()];
  return { targets, runtime, archive: archive || target === "all" };
}

async function main(): Promise<number> {
  const plan = readPlan(Deno.args);
  if (typeof plan === "string") {
    console.error(plan);
    return 2;
  }
  const files: string[] = [];
  const failed: Target[] = [];
  for (const target of plan.targets) {
    try {
      const binary = await compile(target, plan.runtime);
      files.push(binary);
      if (plan.archive) files.push(await writeArchive(target, binary));
      console.log(`built ${shown(files.slice(plan.archive ? -2 : -1))}`);
    } catch (error) {
      failed.push(target);
      console.error(error instanceof Error ? error.message : error);
    }
  }
  if (plan.archive && files.length > 0) {
    console.log(`wrote ${shown([await writeChecksums(files)])}`);
  }
  if (failed.length > 0) console.error(`not built: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

function shown(paths: readonly string[]): string {
  return paths.map((path) => path.slice(ROOT.length)).join(", ");
}

if (import.meta.main) Deno.exitCode = await main();
