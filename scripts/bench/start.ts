/**
 * How fast it is there: start, request, first token, each token, a whole answer, memory. Every
 * figure of jp stands beside the same figure of its bare runtime, taken in turns with it, so that
 * whatever else the machine does meets both.
 *
 * The provider runs in this process, and its stamps are taken just before a write and just after
 * the arrival of a request's headers: what the benchmark itself costs counts against jp.
 */
import {
  type ProviderRequest,
  type ProviderServer,
  type Script,
  startProvider,
} from "../../test/support/mod.ts";
import { ChunkWriter } from "../../test/support/provider_script.ts";
import { Arrivals } from "./arrivals.ts";
import { type Limit, type Row, Series } from "./measure.ts";
import { peakToTheEnd, start, succeeded, type Timed } from "./process.ts";
import { type Subject, subjects } from "./programs.ts";

const STREAM_WORDS = 400;
/** 500 tokens a second, as in interrupts.md "How fast". */
const STREAM_INTERVAL_MS = 2;
const BULK_WORDS = 20_000;

// peers.md gives one figure of a typical run for each program, so the median is held against it.
const LIMITS = {
  version: { of: "p50", value: 35 },
  request: { of: "p50", value: 120 },
  answer: { of: "p50", value: 130 },
  firstToken: { of: "p50", value: 10 },
  token: { of: "p95", value: 5 },
  memory: { of: "max", value: 110 },
} as const satisfies Record<string, Limit>;

type Figure = keyof typeof LIMITS | "bulk";

const ROWS: Readonly<Record<Figure, Pick<Row, "name" | "unit" | "promise"> & Partial<Row>>> = {
  version: {
    name: "--version, whole process",
    unit: "ms",
    promise: 'peers.md "--version: 35 ms or less"',
  },
  request: {
    name: "exec to request at the server",
    unit: "ms",
    promise: 'peers.md "exec to request at the server: 120 ms or less"',
  },
  answer: {
    name: "exec to first answer byte",
    unit: "ms",
    promise: 'peers.md "exec to first answer byte: 130 ms or less"',
  },
  firstToken: {
    name: "first-token delay",
    unit: "ms",
    promise: "10 ms: the difference of peers.md's 130 and 120 ms",
  },
  token: {
    name: "per-token delay, 500 tokens/s",
    unit: "ms",
    promise: 'peers.md "streams in print mode: yes, under 5 ms"',
  },
  bulk: {
    name: "throughput into a pipe",
    unit: "tokens/s",
    better: "higher",
    promise: "no figure is promised",
  },
  memory: {
    name: "peak resident memory, 400 words",
    unit: "MiB",
    promise: 'peers.md "peak memory: 110 MiB or less"',
  },
};

type SeriesOf = Readonly<Record<Figure, Series>>;

/** Measures the group; `runs` processes for the rows of a start, a twentieth for the streams. */
export async function measureStart(
  runs: number,
  progress: (what: string) => void,
): Promise<Row[]> {
  let script: Script = [];
  await using provider = await startProvider(() => script);
  await using stack = new AsyncDisposableStack();
  const all = (await subjects(provider.url)).map((subject) => stack.use(subject));
  const series = new Map(all.map((subject) => [subject, seriesFor(subject)]));

  const inTurns = async (
    what: string,
    count: number,
    figures: readonly Figure[],
    play: Script,
    measure: (subject: Subject, into: SeriesOf) => Promise<void>,
  ): Promise<void> => {
    progress(`start: ${what}, ${count} runs of ${all.length} programs`);
    script = play;
    for (let run = -1; run < count; run++) {
      for (const [subject, own] of series) {
        // The first round warms caches up (transpiled sources, the page cache).
        const into = run < 0 ? seriesFor(subject) : own;
        try {
          await measure(subject, into);
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error);
          for (const figure of figures) own[figure].fail(why);
        }
      }
    }
  };

  const few = Math.max(2, Math.ceil(runs / 20));
  await inTurns("version", runs, ["version"], [], measureVersion);
  await inTurns("first token", runs, ["request", "firstToken", "answer"], [
    { text: "w1 " },
    { finish: "stop" },
  ], (subject, into) => measureFirst(subject, provider, into));
  await inTurns("stream", few, ["token", "memory"], [
    { pace: { words: STREAM_WORDS, intervalMs: STREAM_INTERVAL_MS } },
    { stall: true },
    { finish: "stop" },
  ], (subject, into) => measureStream(subject, provider, into));
  await inTurns("throughput", few, ["bulk"], [
    { raw: bulk() },
    { finish: "stop" },
  ], (subject, into) => measureBulk(subject, provider, into));

  return (Object.keys(ROWS) as Figure[])
    .flatMap((figure) => [...series.values()].map((own) => own[figure].row));
}

function seriesFor(subject: Subject): SeriesOf {
  const one = (figure: Figure): Series => {
    const limit = subject.isJp && figure !== "bulk" ? LIMITS[figure] : null;
    const { promise } = ROWS[figure];
    return new Series({
      ...ROWS[figure],
      group: "start",
      target: subject.name,
      limit,
      promise: subject.isJp ? promise : "for comparison: the runtime alone",
    });
  };
  return {
    version: one("version"),
    request: one("request"),
    answer: one("answer"),
    firstToken: one("firstToken"),
    token: one("token"),
    bulk: one("bulk"),
    memory: one("memory"),
  };
}

async function measureVersion(subject: Subject, into: SeriesOf): Promise<void> {
  await using process = start(subject.version, placeOf(subject));
  const { at } = await succeeded(process);
  if (!process.stdout.text.includes("0.")) throw new Error(`no version: ${process.stdout.text}`);
  into.version.add(at - process.startedAt);
}

async function measureFirst(
  subject: Subject,
  provider: ProviderServer,
  into: SeriesOf,
): Promise<void> {
  const { process, request } = await ask(subject, provider);
  await using _process = process;
  await succeeded(process);
  const answered = answerOf(subject, process, request);
  if (answered.text !== "w1 ") throw new Error(`not the answer: ${answered.text}`);
  const first = answered.arrivals.of(0) ?? NaN;
  into.request.add(request.at - process.startedAt);
  into.firstToken.add(first - (request.sent[0]?.at ?? NaN));
  into.answer.add(first - process.startedAt);
}

async function measureStream(
  subject: Subject,
  provider: ProviderServer,
  into: SeriesOf,
): Promise<void> {
  const { process, request } = await ask(subject, provider);
  await using _process = process;
  await request.stalled();
  await process.stdout.expect(`w${STREAM_WORDS} `);
  const ended = peakToTheEnd(process);
  request.release();
  const peak = await ended;
  const { arrivals, text } = answerOf(subject, process, request);
  const sent = request.sent.slice(0, STREAM_WORDS);
  const words = sent.map((_, index) => `w${index + 1} `);
  if (text !== words.join("")) throw new Error(`not the answer: ${text.slice(-80)}`);
  const lengths = subject.isJp
    ? words.map((word) => word.length)
    : sent.map((chunk) => chunk.text.length);
  const seen = arrivals.ofPieces(lengths);
  into.token.add(...sent.map(({ at }, index) => (seen[index] ?? NaN) - at));
  into.memory.add(peak);
}

async function measureBulk(
  subject: Subject,
  provider: ProviderServer,
  into: SeriesOf,
): Promise<void> {
  const { process, request } = await ask(subject, provider);
  await using _process = process;
  await succeeded(process);
  const { arrivals, text, length } = answerOf(subject, process, request);
  if (text !== bulkWords().join("")) throw new Error(`not the answer: ${text.slice(-80)}`);
  const last = arrivals.of(length - 1) ?? NaN;
  into.bulk.add(BULK_WORDS / (last - (request.sent[0]?.at ?? NaN)) * 1000);
}

async function ask(
  subject: Subject,
  provider: ProviderServer,
): Promise<{ process: Timed; request: ProviderRequest }> {
  const before = provider.requests.length;
  const process = start(subject.ask, placeOf(subject));
  try {
    const early = process.ended.then(({ code, signal }) => {
      throw new Error(`ended (${signal ?? code}) without asking: ${process.stderr.text}`);
    });
    const request = await Promise.race([provider.request(before + 1), early]);
    // Once it has asked, how it ends is looked at by those who wait for that.
    early.catch(() => {});
    return { process, request };
  } catch (error) {
    await process[Symbol.asyncDispose]();
    throw error;
  }
}

/** The answer as text and as it arrived: jp prints it, a bare program the events it is in. */
function answerOf(
  subject: Subject,
  process: Timed,
  request: ProviderRequest,
): { arrivals: Arrivals; text: string; length: number } {
  const arrivals = new Arrivals(process.stdout.chunks);
  if (subject.isJp) {
    const text = arrivals.text.replace(/\n$/, "");
    return { arrivals, text, length: text.length };
  }
  const whole = request.sent.map((chunk) => chunk.text).join("");
  if (arrivals.text !== whole) throw new Error(`not what was sent: ${arrivals.text.slice(-80)}`);
  const contents = [...whole.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content);
  return { arrivals, text: contents.join(""), length: whole.length };
}

function placeOf({ env, fixture }: Subject): { env: Subject["env"]; cwd: string } {
  return { env, cwd: fixture.workspace };
}

function bulkWords(): string[] {
  return Array.from({ length: BULK_WORDS }, (_, index) => `w${index + 1} `);
}

function bulk(): string {
  const chunks = new ChunkWriter("chatcmpl-bulk", "model");
  return bulkWords().map((word) => chunks.text(word)).join("");
}
