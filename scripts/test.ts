/**
 * Runs the whole suite, and brings what it needs to a machine that has Deno and npm: Bun, and the
 * binary for this machine. Ends with one line of counts; a run without a test is a failure.
 *
 *     deno task test                        everything
 *     deno task test test/unit/core         the tests below a path
 *     deno task test "Ctrl-C"               the tests with that in their name
 *     deno task test --fail-fast test/pty   deno test's own options
 */
import { ensureBun } from "./bun.ts";
import { type Counts, readCounts, showCounts } from "./test_summary.ts";

const ROOT = decodeURIComponent(new URL("../", import.meta.url).pathname);

const FLAGS = ["-A", "--no-check", "--parallel", "--sanitize-ops", "--sanitize-resources"];

/** Paths choose files; what is neither a path nor an option is looked for in the tests' names. */
export function testArguments(args: readonly string[], isPath: (arg: string) => boolean): string[] {
  const paths = args.filter(isPath);
  const where = paths.length === 0 ? ["test/"] : [];
  if (args.some((arg) => arg.startsWith("-"))) return [...args, ...where];
  const words = args.filter((arg) => !isPath(arg));
  return [...(words.length === 0 ? [] : [`--filter=${words.join(" ")}`]), ...paths, ...where];
}

async function build(env: Record<string, string>): Promise<void> {
  const script = "scripts/build.ts";
  if (!exists(script)) return;
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script],
    cwd: ROOT,
    env,
    stdin: "null",
  });
  const { success, code } = await command.spawn().status;
  if (!success) throw new Error(`${script} ended with status ${code}`);
}

/** Runs deno test, passing its output on as it comes. */
async function runTests(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ counts: Counts | null; code: number }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", ...FLAGS, ...args],
    cwd: ROOT,
    env,
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const decoder = new TextDecoder();
  let output = "";
  for await (const bytes of child.stdout) {
    output += decoder.decode(bytes, { stream: true });
    for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await Deno.stdout.write(rest));
  }
  const { code } = await child.status;
  return { counts: readCounts(output), code };
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

async function main(): Promise<number> {
  const env = { JP_TEST_BUN: await ensureBun() };
  await build(env);
  const { counts, code } = await runTests(testArguments(Deno.args, exists), env);
  if (counts === null) {
    console.error(`deno test ended with status ${code} and without a summary`);
    return code || 1;
  }
  if (code !== 0 && counts.failed === 0) console.error(`deno test ended with status ${code}`);
  const ran = counts.passed + counts.failed > 0;
  if (!ran) console.error("no test ran");
  console.log(showCounts(counts));
  return code || (ran && counts.failed === 0 ? 0 : 1);
}

if (import.meta.main) {
  try {
    Deno.exitCode = await main();
  } catch (error) {
    console.error(`the tests did not run: ${error instanceof Error ? error.message : error}`);
    Deno.exitCode = 1;
  }
}
