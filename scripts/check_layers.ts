/**
 * Fails if an import goes against the house's directions (layers/rules.ts says which they are).
 *
 *     deno run -A scripts/check_layers.ts
 */
import { checkLayers, showViolation } from "./layers/rules.ts";

const ROOT = new URL("../", import.meta.url);

async function readSources(): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  const directories = ["src"];
  for (let path = directories.pop(); path !== undefined; path = directories.pop()) {
    for await (const { name, isDirectory } of Deno.readDir(new URL(`${path}/`, ROOT))) {
      const full = `${path}/${name}`;
      if (isDirectory) directories.push(full);
      else if (/\.[cm]?tsx?$/.test(name)) {
        sources.set(full, await Deno.readTextFile(new URL(full, ROOT)));
      }
    }
  }
  try {
    sources.set("mod.ts", await Deno.readTextFile(new URL("mod.ts", ROOT)));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return sources;
}

if (import.meta.main) {
  const sources = await readSources();
  const violations = checkLayers(sources);
  for (const violation of violations) console.error(showViolation(violation));
  console.log(`layers: ${sources.size} files, ${violations.length} violations`);
  if (violations.length > 0) Deno.exit(1);
}
