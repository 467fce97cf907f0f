/**
 * What each provider's package costs: loading it, the way to the first request and from there to
 * the first token on stdout, memory. The server speaks each provider's own wire format.
 */
import {
  bunPath,
  type Command,
  jpCommand,
  type ProviderServer,
  repositoryPath,
  type Script,
  startProvider,
} from "../../test/support/mod.ts";
import { type Wire, WIRES } from "../../test/unit/services/providers/wires.ts";
import { Arrivals } from "./arrivals.ts";
import { type Row, Series } from "./measure.ts";
import { peakToTheEnd, start, succeeded } from "./process.ts";
import { ASK, jpFixture } from "./programs.ts";

const WORD = "w1 ";
/** Before its first byte, as little as any provider takes; what jp has to do meanwhile is free. */
const THINKING_MS = 150;
const IMPORT = "scripts/bench/fixtures/import_provider.ts";

type Figure = "deno" | "bun" | "request" | "firstToken" | "memory";

const ROWS: Readonly<Record<Figure, Pick<Row, "name" | "unit" | "promise"> & { target: string }>> =
  {
    deno: {
      name: "loading the package",
      target: "deno source",
      unit: "ms",
      promise: 'platform-findings.md: "one @ai-sdk provider 25-50 ms"',
    },
    bun: {
      name: "loading the package",
      target: "bun source",
      unit: "ms",
      promise: "no figure is promised",
    },
    request: {
      name: "exec to request at the server",
      target: "jp, binary",
      unit: "ms",
      promise: 'peers.md "exec to request at the server: 120 ms or less"',
    },
    firstToken: {
      name: `first-token delay, the server thinking ${THINKING_MS} ms`,
      target: "jp, binary",
      unit: "ms",
      promise: "10 ms: the difference of peers.md's 130 and 120 ms",
    },
    memory: {
      name: "peak resident memory",
      target: "jp, binary",
      unit: "MiB",
      promise: 'peers.md "peak memory: 110 MiB or less"',
    },
  };

const LIMITS: Readonly<Partial<Record<Figure, Row["limit"]>>> = {
  request: { of: "p50", value: 120 },
  firstToken: { of: "p50", value: 10 },
  memory: { of: "max", value: 110 },
};

type SeriesOf = Readonly<Record<Figure, Series>>;

/** Measures the group, every provider in turns with the others. */
export async function measureProviders(
  runs: number,
  progress: (what: string) => void,
): Promise<Row[]> {
  let script: Script = [];
  await using provider = await startProvider(() => script);
  const series = new Map(WIRES.map((wire) => [wire, seriesFor(wire)]));
  const attempt = async (
    figures: readonly Series[],
    measure: () => Promise<void>,
  ): Promise<void> => {
    try {
      await measure();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      for (const figure of figures) figure.fail(why);
    }
  };
  progress(`providers: ${runs} runs of ${WIRES.length} providers`);
  for (let run = -1; run < runs; run++) {
    for (const [wire, own] of series) {
      // The first round warms caches up.
      const into = run < 0 ? seriesFor(wire) : own;
      for (const runtime of ["deno", "bun"] as const) {
        await attempt([into[runtime]], () => measureImport(runtime, wire, into[runtime]));
      }
      script = [
        { delayMs: THINKING_MS },
        { raw: wire.start },
        { raw: wire.word(WORD) },
        { stall: true },
        { raw: wire.end },
        { end: true },
      ];
      const { request, firstToken, memory } = into;
      await attempt([request, firstToken, memory], () => measureAnswer(wire, provider, into));
    }
  }
  return (Object.keys(ROWS) as Figure[])
    .flatMap((figure) => [...series.values()].map((own) => own[figure].row));
}

function seriesFor({ provider }: Wire): SeriesOf {
  const one = (figure: Figure): Series => {
    const { name, target, unit, promise } = ROWS[figure];
    return new Series({
      group: "providers",
      name: `${provider}: ${name}`,
      target,
      unit,
      limit: LIMITS[figure] ?? null,
      promise,
    });
  };
  return {
    deno: one("deno"),
    bun: one("bun"),
    request: one("request"),
    firstToken: one("firstToken"),
    memory: one("memory"),
  };
}

async function measureImport(
  runtime: "deno" | "bun",
  { provider }: Wire,
  into: Series,
): Promise<void> {
  const program = repositoryPath(IMPORT);
  const command: Command = runtime === "deno"
    ? { cmd: Deno.execPath(), args: ["run", "--quiet", "-A", program, provider] }
    : { cmd: bunPath(), args: [program, provider] };
  await using process = start(command, { env: Deno.env.toObject(), cwd: repositoryPath("") });
  await succeeded(process);
  into.add(Number(process.stdout.text));
}

async function measureAnswer(
  wire: Wire,
  provider: ProviderServer,
  into: SeriesOf,
): Promise<void> {
  const { fixture, env } = await jpFixture(
    provider.url,
    `[providers.llm.${wire.provider}]\nbase_url = "${provider.url}"\napi_key_env = "BENCH_KEY"\n`,
  );
  await using _fixture = fixture;
  const before = provider.requests.length;
  const [query, ...rest] = ASK;
  await using process = start(
    jpCommand("binary", query, "-m", `${wire.provider}/model`, ...rest),
    { env: { ...env, JP_NON_INTERACTIVE: "1" }, cwd: fixture.workspace },
  );
  const early = process.ended.then(({ code, signal }) => {
    throw new Error(`ended (${signal ?? code}) without asking: ${process.stderr.text}`);
  });
  const request = await Promise.race([provider.request(before + 1), early]);
  early.catch(() => {});
  await request.stalled();
  await process.stdout.expect(WORD.trim());
  const ended = peakToTheEnd(process);
  request.release();
  const peak = await ended;
  const arrivals = new Arrivals(process.stdout.chunks);
  const word = request.sent.find(({ text }) => text.includes(WORD));
  into.request.add(request.at - process.startedAt);
  into.firstToken.add((arrivals.of(0) ?? NaN) - (word?.at ?? NaN));
  into.memory.add(peak);
}
