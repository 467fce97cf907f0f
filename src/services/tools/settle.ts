/**
 * Turns work that throws into the outcome of a run, so that a run never rejects.
 *
 * @module
 */

import { type RunOutcome, ToolError } from "./types.ts";

/** The outcome of `work`; an error of a tool's becomes a result, an abort a cancelled call. */
export async function settled(
  signal: AbortSignal,
  work: () => Promise<RunOutcome>,
): Promise<RunOutcome> {
  if (signal.aborted) return { kind: "cancelled" };
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) return { kind: "cancelled" };
    return failed(error instanceof ToolError ? error.message : `The tool failed: ${String(error)}`);
  }
}

/** A result. */
export function done(content: string): RunOutcome {
  return { kind: "done", content, isError: false };
}

/** A result that says what went wrong. */
export function failed(content: string): RunOutcome {
  return { kind: "done", content, isError: true };
}
