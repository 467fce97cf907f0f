/** What `deno test` counted, read off its closing line. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

// ok | 12 passed (3 steps) | 0 failed | 1 ignored (2s)
const SUMMARY =
  /^(?:ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/gm;

/** The last summary in the output: one a test has printed comes before it. null if there is none. */
export function readCounts(output: string): Counts | null {
  // deno-lint-ignore no-control-regex -- colours
  const plain = output.replaceAll(/\x1b\[[\d;]*m/g, "");
  const match = [...plain.matchAll(SUMMARY)].at(-1);
  if (match === undefined) return null;
  return { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) };
}

// name => ./test/file_test.ts:12:3
const FAILURE = /^.+ => \.\/(test\/\S+?\.ts):\d+:\d+$/gm;

/** The files with a failed test, as the list at the end of the output names them. */
export function failedFiles(output: string): string[] {
  // deno-lint-ignore no-control-regex -- colours
  const plain = output.replaceAll(/\x1b\[[\d;]*m/g, "");
  const list = plain.slice(plain.lastIndexOf("\n FAILURES"));
  return [...new Set([...list.matchAll(FAILURE)].map((match) => match[1] ?? ""))].sort();
}

export function showCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
