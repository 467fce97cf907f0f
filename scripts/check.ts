/**
 * Everything a machine can say about the sources without running them: format, lint, types, the
 * library's documentation, the directions of the imports. Runs all of it, also after a failure.
 *
 *     deno task check
 */
const ROOT = decodeURIComponent(new URL("../", import.meta.url).pathname);

interface Step {
  readonly name: string;
  readonly args: readonly string[];
}

export function steps(exists: (path: string) => boolean): Step[] {
  const sources = ["src", "test", "scripts", "mod.ts"].filter(exists);
  return [
    { name: "format", args: ["fmt", "--check"] },
    { name: "lint", args: ["lint"] },
    { name: "types", args: ["check", "--quiet", ...sources] },
    ...(exists("mod.ts") ? [{ name: "docs", args: ["doc", "--lint", "mod.ts"] }] : []),
    { name: "layers", args: ["run", "-A", "scripts/check_layers.ts"] },
  ];
}

function exists(path: string): boolean {
  try {
    Deno.statSync(`${ROOT}${path}`);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

if (import.meta.main) {
  const failed: string[] = [];
  const all = steps(exists);
  for (const { name, args } of all) {
    console.log(`\n${name}: deno ${args.join(" ")}`);
    const command = new Deno.Command(Deno.execPath(), {
      args: [...args],
      cwd: ROOT,
      stdin: "null",
    });
    const { success } = await command.spawn().status;
    if (!success) failed.push(name);
  }
  const words = all.map(({ name }) => `${name} ${failed.includes(name) ? "FAILED" : "ok"}`);
  console.log(`\ncheck: ${words.join(", ")}`);
  if (failed.length > 0) Deno.exitCode = 1;
}
