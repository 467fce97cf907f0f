/**
 * Which processes a test has started are still there, and an end to them. A child carries a marker
 * in its environment and hands it on, so a grandchild in a session of its own whose parent has died
 * is found too; session and parent are looked at for those that cleared their environment.
 *
 * Must never signal a process it has not identified in this way.
 */
import { elapse } from "./clock.ts";

/** Environment variable every program under test carries. */
export const MARKER = "TEST_BED_MARK";

export interface ProcessInfo {
  readonly pid: number;
  readonly command: string;
}

interface Stat {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly session: number;
}

/**
 * Processes (zombies aside) of the program with this marker. `leader` is its first process, as long
 * as that has not been waited for: afterwards the number may belong to somebody else.
 */
export function survivors(marker: string, leader: number | undefined): ProcessInfo[] {
  const stats = [...Deno.readDirSync("/proc")]
    .filter(({ name }) => /^\d+$/.test(name))
    .map(({ name }) => readStat(Number(name)))
    .filter((stat) => stat !== undefined)
    .filter(({ state }) => state !== "Z" && state !== "X");
  const ours = new Set<number>();
  for (const { pid, session } of stats) {
    if (session === leader || isMarked(pid, marker)) ours.add(pid);
  }
  for (let grew = true; grew;) {
    const before = ours.size;
    for (const { pid, parent } of stats) if (ours.has(parent)) ours.add(pid);
    grew = ours.size > before;
  }
  return [...ours].map((pid) => ({ pid, command: readProc(pid, "cmdline") ?? "" }));
}

/** Kills them all, and those they start meanwhile, and waits until they are gone. */
export async function killSurvivors(
  marker: string,
  leader: () => number | undefined,
): Promise<void> {
  for (let round = 0; round < 500; round++) {
    const alive = survivors(marker, leader());
    if (alive.length === 0) return;
    for (const { pid } of alive) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound) && !isGone(error)) throw error;
      }
    }
    // They are not our children, so there is nothing to wait on but a look at /proc.
    await elapse(2);
  }
  throw new Error(`processes survive SIGKILL: ${JSON.stringify(survivors(marker, leader()))}`);
}

function isGone(error: unknown): boolean {
  return error instanceof Error && /ESRCH/.test(error.message);
}

/**
 * A process's state as ps(1) shows it: "S" asleep, "R" running, "T" stopped, "Z" a zombie, …;
 * undefined if there is no such process.
 */
export function processState(pid: number): string | undefined {
  return readStat(pid)?.state;
}

function readStat(pid: number): Stat | undefined {
  const text = readProc(pid, "stat");
  if (text === undefined) return undefined;
  // The second field is the name in parentheses, which may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent, , session] = fields;
  return { pid, state: state ?? "", parent: Number(parent), session: Number(session) };
}

function isMarked(pid: number, marker: string): boolean {
  const environment = readProc(pid, "environ");
  return environment?.split(" ").includes(`${MARKER}=${marker}`) ?? false;
}

/** A file of /proc with NULs as spaces; undefined if the process is gone or not ours to read. */
function readProc(pid: number, file: string): string | undefined {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/${file}`).replaceAll("\0", " ").trimEnd();
  } catch {
    return undefined;
  }
}

const SIGINT_AND_SIGQUIT = 0b110n;

/**
 * Whether the router listens to SIGINT: a press is the kernel's before that. It adds SIGQUIT right
 * after, and that is what shows it: the bit of SIGINT alone is set a few microseconds before the
 * runtime knows whom to tell (seen on Deno: a SIGINT in between ended the process without a word).
 */
export function routerStands(pid: number): boolean {
  const caught = /^SigCgt:\s+([0-9a-f]+)$/m.exec(readProc(pid, "status") ?? "")?.[1];
  return caught !== undefined &&
    (BigInt(`0x${caught}`) & SIGINT_AND_SIGQUIT) === SIGINT_AND_SIGQUIT;
}
