/** Rows as a person reads them, and as a program does. */
import { type Row, summarize, verdictOf } from "./measure.ts";

const HEAD = ["what", "of", "p50", "p95", "max", "n", "limit", "", "promise"];

/** A table with a line for every failure and every row that could not be measured below it. */
export function table(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length))
  );
  const drawn = lines.map((line) =>
    line.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join("  ").trimEnd()
  );
  return [...drawn, ...remarks(rows)].join("\n");
}

/** One line of NDJSON. */
export function jsonLine(row: Row): string {
  const { group, name, target, unit, better, limit, promise, failures, unmeasured } = row;
  return JSON.stringify({
    group,
    name,
    target,
    unit,
    better,
    ...(summarize(row.samples, better) ?? { n: 0, p50: null, p95: null, max: null }),
    limit,
    verdict: verdictOf(row),
    promise,
    failures,
    ...(unmeasured === undefined ? {} : { unmeasured }),
  });
}

function cells(row: Row): string[] {
  const summary = summarize(row.samples, row.better);
  const figure = (value: number | undefined): string =>
    value === undefined ? "-" : value >= 1000 ? value.toFixed(0) : value.toFixed(1);
  return [
    `${row.name} (${row.unit})`,
    row.target,
    figure(summary?.p50),
    figure(summary?.p95),
    figure(summary?.max),
    String(row.samples.length),
    row.limit === null ? "" : `${row.limit.of} ${row.limit.value}`,
    verdictOf(row),
    row.promise,
  ];
}

function pad(cell: string, width: number, column: number): string {
  return column >= 2 && column <= 5 ? cell.padStart(width) : cell.padEnd(width);
}

function remarks(rows: readonly Row[]): string[] {
  const unmeasured = rows.filter((row) => row.unmeasured !== undefined)
    .map(({ name, target, unmeasured }) => `not measured: ${name} (${target}): ${unmeasured}`);
  const failed = rows.flatMap(({ name, target, failures, samples }) => {
    const [first] = failures;
    if (first === undefined) return [];
    const all = failures.length + samples.length;
    return [`failed: ${name} (${target}): ${failures.length} of ${all}; the first: ${first}`];
  });
  const all = [...unmeasured, ...failed];
  return all.length === 0 ? [] : ["", ...all];
}
