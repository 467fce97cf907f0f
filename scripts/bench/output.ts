/**
 * How fast answers are rendered: what the renderer manages in CPU time, whether a token costs more
 * the longer the answer is, and the program itself, from a provider that sends all at once to the
 * end of the process: into a pipe in each format, and in front of a terminal.
 */
import { type Script, spawnPty, startProvider, type Target } from "../../test/support/mod.ts";
import { ChunkWriter } from "../../test/support/provider_script.ts";
import { Arrivals } from "./arrivals.ts";
import { MARKDOWN_INPUTS, measureMarkdown } from "./markdown.ts";
import { type Row, Series } from "./measure.ts";
import { peakToTheEnd, start, succeeded } from "./process.ts";
import { ASK, jpFixture, targetName } from "./programs.ts";
import { jpCommand } from "../../test/support/mod.ts";

const PROMISE = {
  pipe: "50,000 tokens/s into a pipe",
  terminal: "5,000 tokens/s to a terminal",
  heap: "no memory that grows with the answer",
  ratio: "a token costs the same at the end of an answer as at its beginning",
  frame: "a token is shown within one frame of its arrival",
};
/** Words of an answer that is sent as fast as it is read, an event for each. */
const BULK_WORDS = 100_000;
const FORMATS = ["text", "text-pretty", "json"] as const;
/** Words that come one at a time, and the time between two, ms. */
const PACED = { words: 200, intervalMs: 10 };
const FRAME_MS = 16.7;

/** Measures the group. */
export async function measureOutput(
  runs: number,
  progress: (what: string) => void,
): Promise<Row[]> {
  const few = Math.max(1, Math.ceil(runs / 50));
  return [
    ...measureRenderer(few, progress),
    ...await measurePipe("deno", few, progress),
    ...await measurePipe("binary", few, progress),
    ...await measureTerminal(few, progress),
  ];
}

function measureRenderer(count: number, progress: (what: string) => void): Row[] {
  return MARKDOWN_INPUTS.flatMap((input) =>
    [false, true].flatMap((interactive) => {
      const where = interactive ? "terminal" : "pipe";
      progress(`output: ${input.what}, ${where}`);
      const common = { group: "output", target: `renderer, ${where}` } as const;
      const rate = new Series({
        ...common,
        name: input.what,
        unit: "tokens/s",
        better: "higher",
        limit: input.hostile ? null : { of: "p50", value: interactive ? 5_000 : 50_000 },
        promise: input.hostile ? "for comparison: text made to be slow" : PROMISE[where],
      });
      const ratio = new Series({
        ...common,
        name: `${input.what}, last tenth against second`,
        unit: "times",
        limit: { of: "p50", value: 3 },
        promise: PROMISE.ratio,
      });
      const heap = new Series({
        ...common,
        name: `${input.what}, heap`,
        unit: "MiB",
        limit: { of: "p50", value: 32 },
        promise: PROMISE.heap,
      });
      for (let run = 0; run < count; run++) {
        const figure = measureMarkdown(input, interactive);
        rate.add(figure.perSecond);
        ratio.add(figure.growth);
        heap.add(figure.heapMb);
      }
      return [rate.row, ratio.row, heap.row];
    })
  );
}

/** The whole program: a provider's bytes in, an answer in a pipe out, the process gone. */
async function measurePipe(
  target: Target,
  count: number,
  progress: (what: string) => void,
): Promise<Row[]> {
  await using provider = await startProvider(() => [{ raw: bulk() }, { finish: "stop" }]);
  const { fixture, env } = await jpFixture(provider.url);
  await using _fixture = fixture;
  const rows: Row[] = [];
  for (const format of FORMATS) {
    const common = { group: "output", target: `jp, ${targetName(target)}, pipe` } as const;
    const what = `${BULK_WORDS} tokens at once, ${format}`;
    const rate = new Series({
      ...common,
      name: what,
      unit: "tokens/s",
      better: "higher",
      limit: { of: "p50", value: 50_000 },
      promise: PROMISE.pipe,
    });
    const memory = new Series({
      ...common,
      name: `${what}, peak resident memory`,
      unit: "MiB",
      limit: null,
      promise: "for comparison: the program itself and the answer, which is kept",
    });
    for (let run = 0; run < count; run++) {
      progress(`output: ${common.target}, ${format}, run ${run + 1} of ${count}`);
      try {
        await using process = start(jpCommand(target, ...ASK, "--format", format), {
          env: { ...env, JP_NON_INTERACTIVE: "1" },
          cwd: fixture.workspace,
        });
        const peak = await peakToTheEnd(process);
        const { at } = await succeeded(process);
        const words = process.stdout.text.match(/\bw\d+\b/g)?.length;
        if (words !== BULK_WORDS) throw new Error(`${words} words came`);
        const first = provider.requests.at(-1)?.sent[0]?.at ?? NaN;
        rate.add(BULK_WORDS / (at - first) * 1000);
        memory.add(peak);
      } catch (error) {
        rate.fail(error instanceof Error ? error.message : String(error));
      }
    }
    rows.push(rate.row, memory.row);
  }
  return rows;
}

async function measureTerminal(count: number, progress: (what: string) => void): Promise<Row[]> {
  let script: Script = [];
  await using provider = await startProvider(() => script);
  const { fixture, env } = await jpFixture(provider.url);
  await using _fixture = fixture;
  const common = { group: "output", target: "jp, binary, terminal" } as const;
  const delay = new Series({
    ...common,
    name: "token sent to token on the screen",
    unit: "ms",
    limit: { of: "p95", value: FRAME_MS },
    promise: PROMISE.frame,
  });
  const rate = new Series({
    ...common,
    name: `${BULK_WORDS} tokens at once`,
    unit: "tokens/s",
    better: "higher",
    limit: { of: "p50", value: 5_000 },
    promise: PROMISE.terminal,
  });
  const ask = async (play: Script): Promise<Arrivals> => {
    script = play;
    await using pty = spawnPty({
      ...jpCommand("binary", ...ASK),
      cwd: fixture.workspace,
      env: { ...env, TERM: "xterm-256color" },
    });
    const { code, signal } = await pty.exit;
    if (code !== 0) throw new Error(`ended with ${signal ?? code}`);
    return new Arrivals(pty.chunks);
  };
  for (let run = 0; run < count; run++) {
    progress(`output: on a terminal, run ${run + 1} of ${count}`);
    try {
      const arrivals = await ask([{ pace: PACED }, { finish: "stop" }]);
      const sent = provider.requests.at(-1)?.sent ?? [];
      for (let word = 1; word <= PACED.words; word++) {
        const at = arrivals.first(new RegExp(`\\bw${word}\\b`));
        delay.add((at ?? NaN) - (sent[word - 1]?.at ?? NaN));
      }
    } catch (error) {
      delay.fail(error instanceof Error ? error.message : String(error));
    }
    try {
      const arrivals = await ask([{ raw: bulk() }, { finish: "stop" }]);
      const first = provider.requests.at(-1)?.sent[0]?.at ?? NaN;
      const last = arrivals.first(new RegExp(`\\bw${BULK_WORDS}\\b`)) ?? NaN;
      rate.add(BULK_WORDS / (last - first) * 1000);
    } catch (error) {
      rate.fail(error instanceof Error ? error.message : String(error));
    }
  }
  return [delay.row, rate.row];
}

function bulk(): string {
  const chunks = new ChunkWriter("chatcmpl-bulk", "model");
  return Array.from({ length: BULK_WORDS }, (_, index) => chunks.text(`w${index + 1} `)).join("");
}
