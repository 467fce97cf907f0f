/**
 * What large stores cost: listing 10,000 conversations, loading one of 100,000 events, and adding a
 * turn to that one. The turn's bytes are counted by the growth of every file below the workspace.
 */
import { type FixtureEnv, fixtureEnv, jpCommand, TARGETS } from "../../test/support/mod.ts";
import { type Row, Series } from "./measure.ts";
import { start, within } from "./process.ts";
import { targetName } from "./programs.ts";

const CONVERSATIONS = 10_000;
const EVENTS = 100_000;
const LONG = 17_900_000_000;
const LISTED = /^(?:[ *] jp-c\d+ .*\n){10001}$/;
const TURN = ["-m", "demo/chat", "-p", "words=5", "-p", "interval_ms=0", "hi"];

/** Measures the group. */
export async function measureStore(
  runs: number,
  progress: (what: string) => void,
): Promise<Row[]> {
  progress(`store: writing ${CONVERSATIONS} conversations and one of ${EVENTS} events`);
  await using fixture = await fixtureEnv();
  await fill(`${fixture.workspace}/.jp/conversations`);
  const few = Math.max(5, Math.ceil(runs / 5));
  const rows: Row[] = [];
  for (const target of TARGETS) {
    const series = (name: string, unit: Row["unit"], limit: number, promise: string): Series =>
      new Series({
        group: "store",
        target: `jp, ${targetName(target)}`,
        name,
        unit,
        // Promised of what is released; the sources' own start is in the other figures.
        limit: target === "binary" || unit === "bytes" ? { of: "p50", value: limit } : null,
        promise,
      });
    const list = series("c ls over 10,000", "ms", 300, "under 300 ms");
    const load = series("c show of 100,000 events", "ms", 300, "loading under 300 ms");
    const turn = series("bytes a turn writes there", "bytes", 4096, "only the new bytes");
    progress(`store: ${few} runs of each with ${target}`);
    // What was just written is remembered only once it has stood for two seconds.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    for (let run = -1; run < few; run++) {
      await add(list, run, async () => {
        const { ms, stdout } = await time(fixture, target, ["c", "ls"]);
        if (!LISTED.test(stdout)) throw new Error(`not the list: ${stdout.slice(0, 200)}`);
        return ms;
      });
    }
    // Apart: a listing right after a turn reads that conversation again, here one of 100,000 events.
    for (let run = -1; run < few; run++) {
      await add(load, run, async () => {
        const { ms, stdout } = await time(fixture, target, ["c", "show", `jp-c${LONG}`]);
        if (!/^events +\d{6,}$/m.test(stdout)) throw new Error(`not the details: ${stdout}`);
        return ms;
      });
      await add(turn, run, async () => {
        const file = `${fixture.workspace}/.jp/conversations/${LONG}-long/events.jsonl`;
        const before = (await Deno.stat(file)).size;
        const head = await digest(file, before);
        await time(fixture, target, ["q", "-i", `jp-c${LONG}`, ...TURN]);
        const after = (await Deno.stat(file)).size;
        if (await digest(file, before) !== head) throw new Error("what was there was rewritten");
        return after - before;
      });
    }
    rows.push(list.row, load.row, turn.row);
  }
  return rows;
}

/** The first round warms caches up, the listing's memory among them. */
async function add(series: Series, run: number, work: () => Promise<number>): Promise<void> {
  try {
    const value = await work();
    if (run >= 0) series.add(value);
  } catch (error) {
    series.fail(error instanceof Error ? error.message : String(error));
  }
}

async function time(
  fixture: FixtureEnv,
  target: (typeof TARGETS)[number],
  args: readonly string[],
): Promise<{ readonly ms: number; readonly stdout: string }> {
  await using process = start(jpCommand(target, ...args), {
    env: fixture.env,
    cwd: fixture.workspace,
  });
  const { code, at } = await within(process.ended, () => `jp ${args.join(" ")}`);
  if (code !== 0) throw new Error(`status ${code}: ${process.stderr.text.slice(0, 200)}`);
  return { ms: at - process.startedAt, stdout: process.stdout.text };
}

async function fill(place: string): Promise<void> {
  await Deno.mkdir(place, { recursive: true });
  for (let number = 0; number < CONVERSATIONS; number++) {
    await put(`${place}/${17_000_000_000 + number * 37}-about-topic-${number}`, 3, number);
  }
  await put(`${place}/${LONG}-long`, EVENTS / 4, 0);
}

async function put(directory: string, turns: number, number: number): Promise<void> {
  const timestamp = "2026-02-02T12:56:36.300Z";
  const lines = Array.from({ length: turns }, (_, turn) => [
    { timestamp, type: "turn_start" },
    { timestamp, type: "chat_request", content: `question ${turn} about ${number}` },
    { timestamp, type: "chat_response", message: "word ".repeat(20), model: "demo/chat" },
    { timestamp, type: "turn_end", reason: "complete" },
  ]).flat().map((event) => `${JSON.stringify(event)}\n`);
  await Deno.mkdir(directory);
  await Deno.writeTextFile(`${directory}/metadata.json`, `{"title":"About topic ${number}"}\n`);
  await Deno.writeTextFile(`${directory}/base_config.json`, "{}\n");
  await Deno.writeTextFile(`${directory}/events.jsonl`, lines.join(""));
}

async function digest(path: string, length: number): Promise<string> {
  const bytes = (await Deno.readFile(path)).subarray(0, length);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
