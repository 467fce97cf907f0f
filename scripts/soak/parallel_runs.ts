/**
 * Many `jp q -n` at once in one workspace: each gets a conversation of its own, with its own words
 * in it and nobody else's.
 */
import { fixtureEnv, jpCommand, run } from "../../test/support/mod.ts";

export interface ParallelSummary {
  readonly started: number;
  readonly ids: ReadonlySet<string>;
  /** What must not be: empty. */
  readonly faults: readonly string[];
}

export async function parallelRuns(count: number): Promise<ParallelSummary> {
  await using fixture = await fixtureEnv({ env: { JP_SESSION: "soak" } });
  const { workspace: cwd, env } = fixture;
  const demo = ["-m", "demo/chat", "-p", "words=3", "-p", "interval_ms=1"];
  const results = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const text = `request ${number}`;
      const args = ["q", "-n", "-F", "json", ...demo, text];
      // A hundred on two cores take their time.
      const result = await run({ ...jpCommand("deno", ...args), cwd, env, timeoutMs: 300_000 });
      return { text, ...result };
    }),
  );
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const { text, code, stdout, stderr } of results) {
    const end = JSON.parse(stdout.trimEnd().split("\n").at(-1) || "null");
    const id: unknown = end?.conversation;
    if (code !== 0 || typeof id !== "string") {
      faults.push(`${text}: status ${code}: ${stderr}`);
      continue;
    }
    if (ids.has(id)) faults.push(`${text}: ${id} was given twice`);
    ids.add(id);
    const said = requestsIn(`${cwd}/.jp/conversations`, id.slice(4));
    if (said.join() !== text) faults.push(`${id} holds ${JSON.stringify(said)}, not ${text}`);
  }
  return { started: count, ids, faults };
}

function requestsIn(place: string, number: string): string[] {
  const found = [...Deno.readDirSync(place)].filter(({ name }) => name.startsWith(`${number}-`));
  return found.flatMap(({ name }) =>
    Deno.readTextFileSync(`${place}/${name}/events.jsonl`).trimEnd().split("\n")
      .map((line) => JSON.parse(line))
      .flatMap(({ type, content }) => type === "chat_request" ? [String(content)] : [])
  );
}
