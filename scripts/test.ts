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
import { type Counts, failedFiles, readCounts, showCounts } from "./test_summary.ts";

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

/** How many files run side by side: a third of the time a file waits, for a person's pace mostly. */
export function jobs(processors: number): string {
  return String(Math.ceil(processors * 1.5));
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
  flags: readonly string[] = FLAGS,
): Promise<{ counts: Counts | null; code: number; failed: string[] }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", ...flags, ...args],
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
  return { counts: readCounts(output), code, failed: failedFiles(output) };
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

/** More than this has failed for a reason that does not go away by itself. */
const MOST_FILES = 8;
/** A file gets this many further runs. */
const RUNS_ALONE = 2;

/**
 * Runs the files with a failure again, each by itself. The tests press keys on real terminals
 * against real clocks, and on a machine that is busy with something else one may starve. It is said
 * which did, and how often; what never passes has failed.
 */
async function alone(
  first: { counts: Counts | null; code: number; failed: string[] },
  env: Record<string, string>,
): Promise<{ counts: Counts | null; code: number }> {
  const { counts, failed } = first;
  if (counts === null || counts.failed === 0 || Deno.args.length > 0) return first;
  if (failed.length === 0 || failed.length > MOST_FILES) return first;
  console.log(`\n${counts.failed} failed beside others; by themselves: ${failed.join(" ")}\n`);
  const serial = FLAGS.filter((flag) => flag !== "--parallel");
  let again = 0;
  for (const file of failed) {
    let left = 0;
    for (let n = 1; n <= RUNS_ALONE; n++) {
      const run = await runTests([file], env, serial);
      if (run.counts === null || (run.code !== 0 && run.counts.failed === 0)) return first;
      left = run.counts.failed;
      console.log(`\n${file}: run ${n} by itself: ${left} failed`);
      if (left === 0) break;
    }
    again += left;
  }
  const total = counts.passed + counts.failed;
  console.log(`\nfailed beside others: ${counts.failed}; failed again: ${again}`);
  return {
    counts: { ...counts, passed: total - again, failed: again },
    code: again === 0 ? 0 : first.code,
  };
}

async function main(): Promise<number> {
  const builds = await Deno.makeTempDir({ prefix: "jp-builds-" });
  try {
    return await test({
      DENO_JOBS: Deno.env.get("DENO_JOBS") ?? jobs(navigator.hardwareConcurrency),
      JP_TEST_BUN: await ensureBun(),
      JP_TEST_BUILDS: builds,
    });
  } finally {
    await Deno.remove(builds, { recursive: true });
  }
}

async function test(env: Record<string, string>): Promise<number> {
  await build(env);
  const first = await runTests(testArguments(Deno.args, exists), env);
  const { counts, code } = await alone(first, env);
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
