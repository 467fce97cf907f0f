/**
 * Presses at moments nobody chose: while a menu opens, while it closes, between the phases of a
 * turn, behind keys that were typed ahead. Each press moves exactly one rung, and no key typed before
 * a press chooses anything (PR-002, interrupts.md "Invariants of the ladder").
 */
import {
  DEAD_BY_SIGINT,
  MENU,
  pastRelayWindow,
  pressCtrlC,
  query,
  type Run,
  SHUTTING_DOWN,
  startJp,
  streaming,
  TERMINATING,
} from "../../test/pty/ladder/support.ts";
import type { Pty, Target } from "../../test/support/mod.ts";
import { mulberry32 } from "./random.ts";

/** How many presses of each kind. */
export interface PressRuns {
  readonly opening: number;
  readonly closing: number;
  readonly phases: number;
  readonly typeAhead: number;
}

/** What was seen: how often each outcome came about, and what should not have been. */
export interface PressReport {
  readonly seen: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/** Two presses that a program without a turn in between has found as one. */
export const SEEN_AS_ONE = "opening: seen as one press";

const AT_ONCE = 4;
/** The message follows the press at once; without it in this time there was no second press. */
const SEEN_AS_ONE_MS = 5000;
/** One program is asked this often at most. */
const PER_PROGRAM = 25;
const STREAM = query(5000, 5);
const SHORT_WORDS = 4;
const SHORT = query(SHORT_WORDS, 1);
/** Bracketed paste off: the last thing a menu does. */
const MENU_CLOSED = "\x1b[?2004l";
const EITHER = new RegExp(`${MENU.source}|${SHUTTING_DOWN}`);

/** Plays all of it, a few programs at a time. */
export async function pressRuns(
  runs: PressRuns,
  { seed, target }: { readonly seed: number; readonly target: Target },
): Promise<PressReport> {
  const random = mulberry32(seed);
  const seen: Record<string, number> = {};
  const faults: string[] = [];
  const note = (what: string): void => void (seen[what] = (seen[what] ?? 0) + 1);
  const jobs: (() => Promise<void>)[] = [
    ...chunks(runs.closing).map((count) => () => closing(count, target, random, note)),
    ...chunks(runs.typeAhead).map((count) => () => typedAhead(count, target, random, note)),
    ...Array.from({ length: runs.opening }, () => () => opening(target, random, note)),
    ...Array.from({ length: runs.phases }, () => () => betweenPhases(target, random, note)),
  ];
  const worker = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      try {
        await job();
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { seen, faults };
}

function chunks(count: number): number[] {
  const whole = Array.from({ length: Math.floor(count / PER_PROGRAM) }, () => PER_PROGRAM);
  return count % PER_PROGRAM === 0 ? whole : [...whole, count % PER_PROGRAM];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** By key, or by a signal to the program alone. */
async function press(pty: Pty, random: () => number): Promise<void> {
  if (random() < 0.5) return await pressCtrlC(pty);
  await pastRelayWindow();
  Deno.kill(pty.pid, "SIGINT");
}

/** A second press while the menu of the first opens: the shutdown, once, and no more than that. */
async function opening(
  target: Target,
  random: () => number,
  note: (what: string) => void,
): Promise<void> {
  await using run = await startJp(target, STREAM);
  await streaming(run.pty);
  await press(run.pty, random);
  await pause(random() * 40);
  await press(run.pty, random);
  const both = await run.pty.expect(SHUTTING_DOWN, { timeoutMs: SEEN_AS_ONE_MS })
    .then(() => true, () => false);
  // Signals do not queue: a program that had no turn in between has had one press, and asks.
  if (!both) await press(run.pty, random);
  await shutDown(run);
  note(both ? "opening: shutdown" : SEEN_AS_ONE);
}

/** Keys and presses around a menu that closes: the next menu, or the shutdown; never both. */
async function closing(
  count: number,
  target: Target,
  random: () => number,
  note: (what: string) => void,
): Promise<void> {
  for (let left = count; left > 0;) {
    await using run = await startJp(target, STREAM);
    const { pty } = run;
    await streaming(pty);
    await press(pty, random);
    await pty.expect(MENU);
    for (let over = false; left > 0 && !over; left--) {
      await pastRelayWindow();
      pty.press("c");
      // Most of them in the first few milliseconds, in which it closes.
      await pause(20 * random() ** 3);
      if (random() < 0.5) pty.press("C-c");
      else Deno.kill(pty.pid, "SIGINT");
      const found = await pty.expect(EITHER);
      over = found.text.includes(SHUTTING_DOWN);
      note(`closing: ${over ? "shutdown" : "menu"}`);
    }
    if (pty.raw.includes(SHUTTING_DOWN)) await shutDown(run);
    else await stopped(pty);
  }
}

/** A press at any moment of a short turn, from its start to behind its end. */
async function betweenPhases(
  target: Target,
  random: () => number,
  note: (what: string) => void,
): Promise<void> {
  await using run = await startJp(target, SHORT);
  const { pty } = run;
  await pause(random() * 200);
  pty.press("C-c");
  const end = pty.expectExit();
  const menu = pty.expect(MENU).then(() => true, () => false);
  if (await Promise.race([menu, end.then(() => false)])) {
    pty.press("c");
    note("phases: menu");
  }
  const { code, signal } = await end;
  if (pty.raw.includes(SHUTTING_DOWN)) throw new Error(`one press shut down: ${pty.raw}`);
  // Before its first lines a program dies of SIGINT like any other.
  if (signal === "SIGINT" && !pty.raw.includes("demo")) return note("phases: before the start");
  if (code !== 0) throw new Error(`one press ended it with ${code ?? signal}: ${pty.raw}`);
  note("phases: complete");
}

/**
 * Keys before a press of the key: none of them chooses, and Continue still does. Before a press that
 * is sent by a program the kernel drops nothing, so those are left out.
 */
async function typedAhead(
  count: number,
  target: Target,
  random: () => number,
  note: (what: string) => void,
): Promise<void> {
  await using run = await startJp(target, STREAM);
  const { pty } = run;
  await streaming(pty);
  for (let left = count; left > 0; left--) {
    pty.write(["s", "a", "sa", "\x1b", "rs\r"][Math.floor(random() * 5)] ?? "s");
    await pause(random() * 4);
    await pressCtrlC(pty);
    await pty.expect(MENU);
    pty.press("c");
    // Else a press that comes before it was read takes it along.
    await pty.expect(MENU_CLOSED);
    note("type-ahead: menu");
  }
  await pressCtrlC(pty);
  await pty.expect(MENU);
  await stopped(pty);
}

/** A menu is up, and does what its keys say. */
async function stopped(pty: Pty): Promise<void> {
  pty.press("s");
  const { code, signal } = await pty.expectExit();
  if (code !== 0 || signal !== null) throw new Error(`s did not stop it: ${signal ?? code}`);
}

/** It said so once, went no further, and died of it. */
async function shutDown({ pty }: Run): Promise<void> {
  const ending = await pty.expectExit();
  const times = pty.raw.split(SHUTTING_DOWN).length - 1;
  const died = ending.code === DEAD_BY_SIGINT.code && ending.signal === DEAD_BY_SIGINT.signal;
  if (times !== 1 || !died || pty.raw.includes(TERMINATING)) {
    throw new Error(`${times} messages, ended by ${ending.signal ?? ending.code}: ${pty.raw}`);
  }
}
