/**
 * Finds the Bun the project is tested and built with, or brings it from the npm registry into
 * `.cache/`. Never another version, and never nothing: it fails if Bun cannot be had.
 */

export const BUN_VERSION = "1.4.5";

const ROOT = decodeURIComponent(new URL("../", import.meta.url).pathname);

/** The path of a Bun of that version: JP_TEST_BUN, else PATH, else `.cache/`, else fetched. */
export async function ensureBun(): Promise<string> {
  const cache = `${ROOT}.cache/bun-${BUN_VERSION}`;
  const given = Deno.env.get("JP_TEST_BUN");
  for (const path of [...(given ? [given] : []), ...onPath(), ...packed(cache)]) {
    if (await version(path) === BUN_VERSION) return path;
  }
  console.error(`Bun ${BUN_VERSION} is not on PATH: npm brings it into .cache/`);
  await fetchBun(cache);
  for (const path of packed(cache)) if (await version(path) === BUN_VERSION) return path;
  throw new Error(`the bun package has no binary that runs on this machine (${Deno.build.target})`);
}

async function fetchBun(directory: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  // Without the package's install script, which newer versions of npm refuse to run: it would only
  // link the binary that lies in the package for this platform, and that is used as it is.
  const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const args = ["install", "--prefix", directory, ...options, `bun@${BUN_VERSION}`];
  const failure = `Bun ${BUN_VERSION} is needed and could not be installed:`;
  let status: Deno.CommandStatus;
  try {
    status = await new Deno.Command("npm", { args, stdin: "null" }).spawn().status;
  } catch (cause) {
    throw new Error(`${failure} npm does not start`, { cause });
  }
  if (!status.success) throw new Error(`${failure} npm ended with status ${status.code}`);
}

function onPath(): string[] {
  return (Deno.env.get("PATH") ?? "").split(":").filter((directory) => directory !== "")
    .map((directory) => `${directory}/bun`);
}

/** The binaries in an installed bun package: one for each flavour of this platform npm chose. */
function packed(directory: string): string[] {
  const scope = `${directory}/node_modules/@oven`;
  try {
    return [...Deno.readDirSync(scope)].map(({ name }) => `${scope}/${name}/bin/bun`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** What `bun --version` says; undefined if it is not there or does not run. */
async function version(path: string): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(path, { args: ["--version"] }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined;
  }
}
