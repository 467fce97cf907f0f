/**
 * The kill ring: what was killed or yanked in vi's sense, newest last.
 *
 * @module
 */

/** How many entries are kept: readline's number. */
const RING_SIZE = 10;

/** One entry. */
export interface Kill {
  readonly text: string;
  /** Whole lines: vi puts it above or below the current line. */
  readonly linewise: boolean;
}

/** Entries and the one C-y yanks. Immutable. */
export interface KillRing {
  readonly entries: readonly Kill[];
  /** Index of the entry that C-y yanks; M-y moves it. */
  readonly index: number;
}

/** Nothing killed yet. */
export const EMPTY_RING: KillRing = { entries: [], index: 0 };

/** A new entry. */
export function pushKill(ring: KillRing, text: string, linewise = false): KillRing {
  const entries = [...ring.entries.slice(1 - RING_SIZE), { text, linewise }];
  return { entries, index: entries.length - 1 };
}

/** Joins a kill to the newest entry: after its text when killing forward, else before it. */
export function joinKill(
  ring: KillRing,
  text: string,
  direction: "forward" | "backward",
): KillRing {
  const newest = ring.entries.at(-1);
  if (newest === undefined) return pushKill(ring, text);
  const joined = direction === "forward" ? newest.text + text : text + newest.text;
  const entries = [...ring.entries.slice(0, -1), { text: joined, linewise: false }];
  return { entries, index: entries.length - 1 };
}

/** What C-y yanks; undefined when nothing was killed. */
export function currentKill(ring: KillRing): Kill | undefined {
  return ring.entries[ring.index];
}

/** Makes the entry before the current one current, the newest after the oldest. */
export function rotateRing(ring: KillRing): KillRing {
  const size = ring.entries.length;
  return size === 0 ? ring : { ...ring, index: (ring.index - 1 + size) % size };
}
