/**
 * The machines there are binaries for, and what each runtime calls them.
 */

/** A target's name: what the binary, its archive and `jp --version` carry. */
export type Target = keyof typeof TARGETS;

/** Every target; `deno` is null where Deno has no base binary. */
export const TARGETS = {
  "linux-x64": { bun: "bun-linux-x64", deno: "x86_64-unknown-linux-gnu" },
  "linux-arm64": { bun: "bun-linux-arm64", deno: "aarch64-unknown-linux-gnu" },
  "linux-x64-musl": { bun: "bun-linux-x64-musl", deno: null },
  "darwin-x64": { bun: "bun-darwin-x64", deno: "x86_64-apple-darwin" },
  "darwin-arm64": { bun: "bun-darwin-arm64", deno: "aarch64-apple-darwin" },
  "windows-x64": { bun: "bun-windows-x64", deno: "x86_64-pc-windows-msvc" },
} as const satisfies Record<string, { readonly bun: string; readonly deno: string | null }>;

/** All of them, in the order they are built. */
export const TARGET_NAMES: readonly Target[] = Object.keys(TARGETS).filter(isTarget);

/** The target of this machine. */
export function hostTarget(): Target {
  const os = Deno.build.os === "darwin" || Deno.build.os === "windows" ? Deno.build.os : "linux";
  const name = `${os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
  if (isTarget(name)) return name;
  throw new Error(`there is no build for ${name}; there are ${TARGET_NAMES.join(", ")}`);
}

/** Whether a target goes by that name. */
export function isTarget(name: string): name is Target {
  return Object.hasOwn(TARGETS, name);
}

/** `.exe` where a program needs it. */
export function programSuffix(target: Target): string {
  return target.startsWith("windows") ? ".exe" : "";
}
