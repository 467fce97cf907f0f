/**
 * Which processes a program has left behind, on Linux: those of its session, those that carry its
 * mark in their environment, and the children of either. Looks only; never signals.
 *
 * @module
 */

/** The variable that marks a program and, unless they drop it, everything it starts. */
export const MARK = "JP_RUN_ID";

/** The pids that are still there, zombies aside. */
export type LeftBehind = () => Promise<number[]>;

/** Entries looked at before the event loop gets its turn. */
const SLICE = 64;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** Clock ticks since boot. */
  readonly begun: number;
}

/**
 * @param session the leader's pid.
 * @param own our own pid, which is never among them.
 */
export function leftBehind(
  fs: Pick<typeof import("node:fs"), "readdirSync" | "readFileSync">,
  session: number,
  mark: string,
  own: number,
): LeftBehind {
  const read = (pid: number, file: string): string | null => {
    try {
      return fs.readFileSync(`/proc/${pid}/${file}`, "latin1");
    } catch {
      // Gone meanwhile, or somebody else's.
      return null;
    }
  };
  // Nothing it has started is older than it; older processes need not be looked into.
  const since = statOf(session, read(session, "stat"))?.begun ?? 0;
  return async () => {
    const stats: Stat[] = [];
    let names: string[] = [];
    try {
      names = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    } catch {
      return [];
    }
    for (const [index, name] of names.entries()) {
      if (index % SLICE === SLICE - 1) await new Promise((resolve) => setTimeout(resolve));
      const stat = statOf(Number(name), read(Number(name), "stat"));
      if (stat !== null && stat.begun >= since && stat.pid !== own) stats.push(stat);
    }
    const found = new Set<number>();
    for (const { pid, session: of } of stats) {
      if (of === session || isMarked(read(pid, "environ"), mark)) found.add(pid);
    }
    for (let size = -1; size !== found.size;) {
      size = found.size;
      for (const { pid, parent } of stats) if (found.has(parent)) found.add(pid);
    }
    return [...found];
  };
}

function isMarked(environment: string | null, mark: string): boolean {
  return environment?.split("\0").includes(`${MARK}=${mark}`) ?? false;
}

function statOf(pid: number, text: string | null): Stat | null {
  if (text === null) return null;
  // The second field is the name in parentheses, which may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent, , session] = fields;
  if (state === "Z" || state === "X") return null;
  return { pid, parent: Number(parent), session: Number(session), begun: Number(fields[19]) };
}
