/**
 * What a row of the benchmark is: samples, their percentiles, the limit somebody promised, and the
 * verdict. Pure; it takes no time and drops no sample.
 */

/** How samples are read: milliseconds and MiB are better low, a rate is better high. */
export type Better = "lower" | "higher";

export interface Summary {
  readonly n: number;
  /** The median. */
  readonly p50: number;
  /** 95 of 100 samples are at least this good. */
  readonly p95: number;
  /** The worst sample. */
  readonly max: number;
}

/** What a design document promises. */
export interface Limit {
  /** Which figure of the summary is held against it. */
  readonly of: "p50" | "p95" | "max";
  readonly value: number;
}

/**
 * - "ok", "over": measured, and held against the limit.
 * - "-": measured for comparison; nobody promised anything.
 * - "failed": at least one run did not do what was to be measured.
 * - "not measured": this machine or this target has no way to.
 */
export type Verdict = "ok" | "over" | "-" | "failed" | "not measured";

export interface Row {
  readonly group: "start" | "ladder" | "store" | "providers" | "output";
  readonly name: string;
  /** What was run: "jp, deno source", "bare, bun binary", … */
  readonly target: string;
  readonly unit: "ms" | "MiB" | "tokens/s" | "bytes" | "times";
  readonly better: Better;
  readonly samples: readonly number[];
  /** Why a run yielded no sample, one entry for each such run. */
  readonly failures: readonly string[];
  readonly limit: Limit | null;
  /** The document line the limit is from, or what the row is for. */
  readonly promise: string;
  /** Why there are no samples, where there can be none. */
  readonly unmeasured?: string;
}

/** Percentiles by nearest rank: always a sample that was seen. Null without samples. */
export function summarize(samples: readonly number[], better: Better = "lower"): Summary | null {
  const sorted = samples.toSorted((a, b) => better === "lower" ? a - b : b - a);
  const at = (fraction: number): number | undefined =>
    sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)];
  const [p50, p95, max] = [at(0.5), at(0.95), at(1)];
  if (p50 === undefined || p95 === undefined || max === undefined) return null;
  return { n: sorted.length, p50, p95, max };
}

/** A run that failed is never outvoted by those that did not. */
export function verdictOf(row: Row): Verdict {
  if (row.unmeasured !== undefined) return "not measured";
  const summary = summarize(row.samples, row.better);
  if (row.failures.length > 0 || summary === null) return "failed";
  if (row.limit === null) return "-";
  const seen = summary[row.limit.of];
  const within = row.better === "lower" ? seen <= row.limit.value : seen >= row.limit.value;
  return within ? "ok" : "over";
}

/** Collects the samples of one row; what fails is kept beside them. */
export class Series {
  readonly samples: number[] = [];
  readonly failures: string[] = [];
  readonly #head: Omit<Row, "samples" | "failures">;

  constructor(head: Omit<Row, "samples" | "failures" | "better"> & { readonly better?: Better }) {
    this.#head = { better: "lower", ...head };
  }

  add(...samples: readonly number[]): void {
    for (const sample of samples) {
      if (Number.isFinite(sample)) this.samples.push(sample);
      else this.fail(`not a number: ${sample}`);
    }
  }

  fail(why: string): void {
    this.failures.push(why);
  }

  get row(): Row {
    return { ...this.#head, samples: this.samples, failures: this.failures };
  }
}
