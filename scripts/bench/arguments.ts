/** The command line of the benchmark as a value. */

export interface BenchArguments {
  readonly group: "start" | "ladder" | "store" | null;
  /** Processes for each row of a start or a press. */
  readonly runs: number;
  readonly json: boolean;
  readonly strict: boolean;
}

export const USAGE = "usage: deno task bench [start|ladder|store] [--runs N] [--json] [--strict]";

/** Null when it is not understood. */
export function readArguments(args: readonly string[]): BenchArguments | null {
  let read: BenchArguments = { group: null, runs: 100, json: false, strict: false };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "start" || arg === "ladder" || arg === "store") {
      if (read.group !== null) return null;
      read = { ...read, group: arg };
    } else if (arg === "--json") read = { ...read, json: true };
    else if (arg === "--strict") read = { ...read, strict: true };
    else if (arg === "--runs") {
      const runs = Number(rest.shift());
      if (!Number.isInteger(runs) || runs < 1) return null;
      read = { ...read, runs };
    } else return null;
  }
  return read;
}
