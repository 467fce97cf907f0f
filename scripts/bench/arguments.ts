/** The command line of the benchmark as a value. */

/** What can be measured by itself. */
export const GROUP_NAMES = ["start", "ladder", "store", "providers", "output"] as const;

export interface BenchArguments {
  readonly group: (typeof GROUP_NAMES)[number] | null;
  /** Processes for each row of a start or a press. */
  readonly runs: number;
  readonly json: boolean;
  readonly strict: boolean;
}

export const USAGE = `usage: deno task bench [${
  GROUP_NAMES.join("|")
}] [--runs N] [--json] [--strict]`;

/** Null when it is not understood. */
export function readArguments(args: readonly string[]): BenchArguments | null {
  let read: BenchArguments = { group: null, runs: 100, json: false, strict: false };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const group = GROUP_NAMES.find((name) => name === arg);
    if (group !== undefined) {
      if (read.group !== null) return null;
      read = { ...read, group };
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
