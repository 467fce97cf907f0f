/**
 * The name that was probably meant. Loads the distance function only once there is a problem to
 * explain, since it costs more than everything else in here.
 *
 * @module
 */

import { describeKeys } from "./describe.ts";
import type { Problem } from "./problem.ts";

/** Adds to each problem the right name that is closest to what was written, if one is close. */
export async function withNearest(problems: readonly Problem[]): Promise<Problem[]> {
  if (problems.every((each) => each.choices.length === 0)) return [...problems];
  const { distance } = await import("fastest-levenshtein");
  const keys = describeKeys().map(({ path }) => path);
  return problems.map((problem) => {
    const written = writtenName(problem);
    if (written === null) return problem;
    const near = closest(written, problem.choices, distance);
    return { ...problem, nearest: near ?? elsewhere(problem, written, keys) };
  });
}

function writtenName({ kind, path, got }: Problem): string | null {
  if (kind === "unknown_key") return path[path.length - 1] ?? null;
  return got !== null && got.startsWith('"') ? got.slice(1, -1) : null;
}

function closest(
  written: string,
  choices: readonly string[],
  distance: (a: string, b: string) => number,
): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.floor(written.length / 3)) + 1;
  for (const name of choices) {
    const away = distance(written.toLowerCase(), name.toLowerCase());
    if (away < least && away < name.length) {
      best = name;
      least = away;
    }
  }
  return best;
}

/** A key of that very name in another table: what was written may be in the wrong place. */
function elsewhere({ kind }: Problem, written: string, keys: readonly string[]): string | null {
  if (kind !== "unknown_key") return null;
  return keys.find((path) => path.endsWith(`.${written}`)) ?? null;
}
