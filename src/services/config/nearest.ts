/**
 * The name that was probably meant. Loads the distance function only once there is a problem to
 * explain, since it costs more than everything else in here.
 *
 * @module
 */

import type { Problem } from "./problem.ts";

/** Adds to each problem the right name that is closest to what was written, if one is close. */
export async function withNearest(problems: readonly Problem[]): Promise<Problem[]> {
  if (problems.every((each) => each.choices.length === 0)) return [...problems];
  const { distance } = await import("fastest-levenshtein");
  return problems.map((problem) => ({ ...problem, nearest: nearest(problem, distance) }));
}

function nearest(
  { kind, path, got, choices }: Problem,
  distance: (a: string, b: string) => number,
): string | null {
  const written = kind === "unknown_key"
    ? path[path.length - 1]
    : got?.startsWith('"')
    ? got.slice(1, -1)
    : undefined;
  if (written === undefined) return null;
  let best: string | null = null;
  let least = Math.max(2, Math.floor(written.length / 3)) + 1;
  for (const each of choices) {
    // Of a longer path only the last name is compared: what was written may be one level off.
    const name = each.slice(each.lastIndexOf(".") + 1);
    const away = distance(written.toLowerCase(), name.toLowerCase());
    if (away < least && away < name.length) {
      best = each;
      least = away;
    }
  }
  return best;
}
