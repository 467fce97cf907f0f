/**
 * Measures what the design promises and prints the figures beside the promises.
 *
 *     deno task bench [start|ladder|store|providers|output] [--runs N] [--json] [--strict]
 *
 * Exit status: 1 if a run failed, or with --strict if a row is over its limit; else 0.
 */
import { resetIgnoredSignals } from "../../test/support/default_signals.ts";
import { build } from "../build.ts";
import { ensureBun } from "../bun.ts";
import { type BenchArguments, readArguments, USAGE } from "./arguments.ts";
import { measureLadder } from "./ladder.ts";
import { type Verdict, verdictOf } from "./measure.ts";
import { measureOutput } from "./output.ts";
import { measureProviders } from "./providers.ts";
import { measureStart } from "./start.ts";
import { measureStore } from "./store.ts";
import { jsonLine, table } from "./table.ts";

const GROUPS = {
  start: measureStart,
  ladder: measureLadder,
  store: measureStore,
  providers: measureProviders,
  output: measureOutput,
} as const;

async function main(args: BenchArguments): Promise<number> {
  if (Deno.build.os !== "linux") {
    console.error(`bench: /proc and the pty bed are Linux's; this is ${Deno.build.os}`);
    return 1;
  }
  // In the background of a script SIGINT is ignored, and jp would rightly leave it so.
  resetIgnoredSignals();
  Deno.env.set("JP_TEST_BUN", await ensureBun());
  const progress = (what: string): void => console.error(`bench: ${what}`);
  progress("building the binary");
  await build();
  const verdicts: Verdict[] = [];
  for (const [group, measure] of Object.entries(GROUPS)) {
    if (args.group !== null && args.group !== group) continue;
    const rows = await measure(args.runs, progress);
    verdicts.push(...rows.map(verdictOf));
    // At once: whoever stops a bench of many minutes half way keeps what it has measured.
    if (args.json) { for (const row of rows) console.log(jsonLine(row)); }
    else console.log(`${machine()}\n\n${table(rows)}\n`);
  }
  const bad = verdicts.includes("failed") || (args.strict && verdicts.includes("over"));
  return bad ? 1 : 0;
}

/** The promises are for an idle machine with two cores; whether this was one, the reader sees. */
function machine(): string {
  const load = Deno.loadavg().map((value) => value.toFixed(1)).join(" ");
  return `${Deno.build.target}, ${navigator.hardwareConcurrency} cores, load ${load}, ` +
    `deno ${Deno.version.deno}`;
}

if (import.meta.main) {
  const args = readArguments(Deno.args);
  if (args === null) {
    console.error(USAGE);
    Deno.exit(2);
  }
  Deno.exit(await main(args));
}
