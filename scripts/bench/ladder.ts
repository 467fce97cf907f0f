/**
 * How fast the ladder is: interrupts.md "How fast", each figure taken from outside, on a real
 * terminal where a person would be on one. The binary is what the promises are made for; deno
 * source stands beside it. Every press is a process's first of its rung, as a person's is.
 */
import {
  epochMs,
  type ExitStatus,
  jpCommand,
  type Pty,
  repositoryPath,
  routerStands,
  type Script,
  spawnDetached,
  spawnPty,
  type Target,
} from "../../test/support/mod.ts";

import { Arrivals } from "./arrivals.ts";
import { Keyboard } from "./keyboard.ts";
import { type Row, Series } from "./measure.ts";
import { death, isAlive, sleep, start, within } from "./process.ts";
import { ASK, jpFixture, targetName } from "./programs.ts";
import { ProviderThread } from "./provider_thread.ts";

const TARGETS: readonly Target[] = ["binary", "deno"];
const INTERVAL_MS = 2; // 500 tokens/s
const TIMEOUT_MS = 1000;
/** More than the relay window of 25 ms, within which a SIGINT is the press before it. */
const NEXT_PRESS_MS = 40;
/** From here on before a deadline the process is looked at all the time. */
const EYE_MS = 100;
const LONG_MS = 20_000;
/** How often the kernel is asked whether the router stands: the error of that row. */
const LOOK_MS = 0.2;

const CTRL_C = "\x03";
const MENU = /Interrupted \[/;
const STREAM: Script = [{ pace: { words: 100_000, intervalMs: INTERVAL_MS } }];
/** More than a pipe holds: who writes it to a pipe that nobody reads is stuck. */
const FLOOD: Script = [{ text: "x".repeat(200_000) }, { stall: true }];

type Figure =
  | "up"
  | "menu"
  | "resume"
  | "third"
  | "watchdog"
  | "takeover"
  | "hungThird"
  | "hungWatchdog";

const ROWS: Readonly<Record<Figure, { name: string; limit: number; promise: string }>> = {
  up: {
    name: "router up after exec",
    limit: 25,
    promise: 'interrupts.md "router up 25 ms after exec"',
  },
  menu: {
    name: "press to menu, 500 tokens/s",
    limit: 10,
    promise: 'interrupts.md "press to first byte of the menu 10 ms"',
  },
  resume: {
    name: "menu key c to the next token",
    limit: 5,
    promise: 'interrupts.md "menu key to resumed output 5 ms"',
  },
  third: {
    name: "third press to death",
    limit: 10,
    promise: 'interrupts.md "third press to process death 10 ms"',
  },
  watchdog: {
    name: "watchdog after its deadline",
    limit: 20,
    promise: 'interrupts.md "watchdog expiry within 20 ms of its deadline"',
  },
  takeover: {
    name: "SIGINT to the sentinel's message",
    limit: 250,
    promise: 'interrupts.md "the sentinel takes over a hung main thread within 250 ms"',
  },
  hungThird: {
    name: "last press to death, main thread hung",
    limit: 10,
    promise: 'interrupts.md "third press to process death 10 ms"',
  },
  hungWatchdog: {
    name: "watchdog after its deadline, main thread hung",
    limit: 20,
    promise: 'interrupts.md "watchdog expiry within 20 ms of its deadline"',
  },
};
const FIGURES = Object.keys(ROWS) as Figure[];
const HUNG: readonly Figure[] = ["takeover", "hungThird", "hungWatchdog"];

/** Where one target runs, and with what provider. */
interface Bed {
  readonly target: Target;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly series: Readonly<Record<Figure, Series>>;
  /** What its provider answers from now on. */
  play(script: Script): Promise<void>;
}

/** Measures the group, `runs` processes for each row of each target. */
export async function measureLadder(
  runs: number,
  progress: (what: string) => void,
): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const beds: Bed[] = [];
  for (const target of TARGETS) {
    const provider = stack.use(await ProviderThread.start());
    const settings = `[interrupt.shutdown]\ntimeout_secs = ${TIMEOUT_MS / 1000}\n`;
    const { fixture, env } = await jpFixture(provider.url, settings);
    stack.use(fixture);
    const play = (script: Script): Promise<void> => provider.play(script);
    beds.push({ target, env, cwd: fixture.workspace, series: seriesOf(target), play });
  }

  const inTurns = async (
    figures: readonly Figure[],
    script: Script,
    measure: (bed: Bed) => Promise<Partial<Record<Figure, number>>>,
  ): Promise<void> => {
    progress(`ladder: ${figures.map((figure) => ROWS[figure].name).join("; ")}, ${runs} runs`);
    for (let run = -1; run < runs; run++) {
      for (const bed of beds) {
        if (bed.target !== "deno" && figures.some((figure) => HUNG.includes(figure))) continue;
        await bed.play(script);
        try {
          const samples = await measure(bed);
          // The first round warms caches up.
          if (run < 0) continue;
          for (const figure of figures) bed.series[figure].add(samples[figure] ?? NaN);
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error);
          for (const figure of figures) bed.series[figure].fail(why);
        }
      }
    }
  };

  await inTurns(["up"], [{ acceptOnly: true }], measureUp);
  await inTurns(["menu", "resume"], STREAM, measureMenu);
  await inTurns(["third"], FLOOD, measureThird);
  await inTurns(["watchdog"], FLOOD, measureWatchdog);
  await inTurns(["takeover", "hungWatchdog"], [], measureTakeover);
  await inTurns(["hungThird"], [], measureHungThird);
  return FIGURES.flatMap((figure) => beds.map((bed) => bed.series[figure].row));
}

function seriesOf(target: Target): Readonly<Record<Figure, Series>> {
  const one = (figure: Figure): Series => {
    const { name, limit, promise } = ROWS[figure];
    return new Series({
      group: "ladder",
      name,
      target: `jp, ${targetName(target)}`,
      unit: "ms",
      limit: { of: "p95", value: limit },
      promise,
      ...(target !== "deno" && HUNG.includes(figure)
        ? { unmeasured: "Bun's workers get no signals, so nothing takes over there" }
        : {}),
    });
  };
  return {
    up: one("up"),
    menu: one("menu"),
    resume: one("resume"),
    third: one("third"),
    watchdog: one("watchdog"),
    takeover: one("takeover"),
    hungThird: one("hungThird"),
    hungWatchdog: one("hungWatchdog"),
  };
}

/** From the spawn until the router listens; then a SIGINT is sent, as the proof. */
async function measureUp(bed: Bed): Promise<Partial<Record<Figure, number>>> {
  const env = { ...bed.env, JP_NON_INTERACTIVE: "1" };
  await using process = start(jpCommand(bed.target, ...ASK), { env, cwd: bed.cwd });
  const never = new Int32Array(new SharedArrayBuffer(4));
  let up = epochMs();
  for (; !routerStands(process.pid); up = epochMs()) {
    if (!isAlive(process.pid)) throw new Error(`ended early: ${process.stderr.text}`);
    // Not all the time: there are two cores, and the process wants both.
    Atomics.wait(never, 0, 0, LOOK_MS);
  }
  Deno.kill(process.pid, "SIGINT");
  await process.stderr.expect("gracefully shutting down");
  const { signal } = await within(process.ended, () => "expected its end");
  if (signal !== "SIGINT") throw new Error(`ended by ${signal}`);
  return { up: up - process.startedAt };
}

async function measureMenu(bed: Bed): Promise<Partial<Record<Figure, number>>> {
  await using pty = spawnPty({ ...jpCommand(bed.target, ...ASK), env: bed.env, cwd: bed.cwd });
  using keyboard = new Keyboard(pty);
  await streaming(pty);
  const menu = await keyboard.typeAndWatch(CTRL_C, MENU);
  const before = pty.raw + menu.shown.slice(0, menu.shown.search(MENU));
  const next = Number([...before.matchAll(/w(\d+)\b/g)].at(-1)?.[1] ?? NaN) + 1;
  // A person reads the menu; tokens go on arriving behind it.
  await sleep(NEXT_PRESS_MS);
  const resumed = await keyboard.typeAndWatch("c", new RegExp(`w${next}\\b`));
  return { menu: menu.ms, resume: resumed.ms };
}

/** A shutdown that lasts, since the reader of stdout does not read; then one press more. */
async function measureThird(bed: Bed): Promise<Partial<Record<Figure, number>>> {
  using pipe = await unreadPipe(bed);
  await using pty = spawnPty({
    ...jpCommand(bed.target, ...ASK),
    env: bed.env,
    cwd: bed.cwd,
    redirect: `>'${pipe.path}'`,
  });
  using keyboard = new Keyboard(pty);
  await within(
    Promise.race([pipe.full(), failsFirst(pty.exit, () => pty.raw)]),
    () => `no output: ${pty.raw}`,
  );
  pty.press("C-c");
  await pty.expect(MENU);
  await sleep(NEXT_PRESS_MS);
  pty.press("C-c");
  await pty.expect("gracefully shutting down");
  await sleep(NEXT_PRESS_MS);
  const pressed = keyboard.type(CTRL_C);
  const died = death(pty.pid);
  const { signal } = await pty.expectExit();
  if (signal !== "SIGINT") throw new Error(`ended by ${signal}`);
  if (!pty.raw.includes("terminating program")) throw new Error("ended without the third press");
  return { third: died - pressed };
}

/** The same shutdown, left to its deadline. */
async function measureWatchdog(bed: Bed): Promise<Partial<Record<Figure, number>>> {
  using pipe = await unreadPipe(bed);
  await using process = spawnDetached({
    ...jpCommand(bed.target, ...ASK),
    env: bed.env,
    cwd: bed.cwd,
    stdout: { file: pipe.path },
  });
  await within(
    Promise.race([pipe.full(), failsFirst(process.exit, () => process.stderr.text)]),
    () => `no output: ${process.stderr.text}`,
  );
  const pressed = epochMs();
  process.kill("SIGINT");
  await process.stderr.expect("gracefully shutting down");
  return { watchdog: await overdue(process, pressed + TIMEOUT_MS) };
}

/** The first SIGINT without a terminal is rung 2, and only the sentinel is there to say so. */
async function measureTakeover(bed: Bed): Promise<Partial<Record<Figure, number>>> {
  await using process = spawnHung(bed, TIMEOUT_MS);
  await process.stdout.expect("hung");
  const pressed = epochMs();
  process.kill("SIGINT");
  await process.stderr.expect("gracefully shutting down");
  const said = new Arrivals(process.stderr.chunks).first(/gracefully/) ?? NaN;
  const hungWatchdog = await overdue(process, pressed + TIMEOUT_MS);
  return { takeover: said - pressed, hungWatchdog };
}

async function measureHungThird(bed: Bed): Promise<Partial<Record<Figure, number>>> {
  await using process = spawnHung(bed, LONG_MS);
  await process.stdout.expect("hung");
  process.kill("SIGINT");
  await process.stderr.expect("gracefully shutting down");
  await sleep(NEXT_PRESS_MS);
  const pressed = epochMs();
  process.kill("SIGINT");
  const died = death(process.pid);
  const { signal, stderr } = await process.result();
  if (signal !== "SIGINT" || !stderr.includes("terminating program")) {
    throw new Error(`ended by ${signal}: ${stderr}`);
  }
  return { hungThird: died - pressed };
}

function spawnHung(bed: Bed, timeoutMs: number) {
  const fixture = repositoryPath("scripts/bench/fixtures/hung_main.ts");
  const args = ["run", "--quiet", "-A", fixture, String(timeoutMs)];
  return spawnDetached({ cmd: Deno.execPath(), args, env: bed.env, cwd: bed.cwd });
}

/** How long after its deadline it died, by the watchdog and nothing else. */
async function overdue(
  process: ReturnType<typeof spawnDetached>,
  deadline: number,
): Promise<number> {
  await sleep(deadline - EYE_MS - epochMs());
  if (!isAlive(process.pid)) throw new Error("ended long before its deadline");
  const died = death(process.pid);
  const { signal } = await process.expectExit();
  if (signal !== "SIGINT") throw new Error(`ended by ${signal}`);
  await process.stderr.ended;
  if (!process.stderr.text.includes("terminating program")) {
    throw new Error(`ended without the watchdog: ${process.stderr.text}`);
  }
  return died - deadline;
}

/** Until the answer has run for a moment, at no particular phase of the stream. */
async function streaming(pty: Pty): Promise<void> {
  await pty.expect(/w50\b/);
  await sleep(Math.random() * 20);
}

/** A pipe that fills up, since nobody reads it; "full" when the first byte is there. */
interface UnreadPipe extends Disposable {
  readonly path: string;
  /** Resolves when the program is writing FLOOD, of which the pipe does not hold the half. */
  full(): Promise<void>;
}

async function unreadPipe(bed: Bed): Promise<UnreadPipe> {
  const path = `${bed.cwd}/${crypto.randomUUID()}`;
  const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
  if (!success) throw new Error("mkfifo failed");
  // Open for both, so that opening it waits for nobody.
  const file = await Deno.open(path, { read: true, write: true });
  let waiting = false;
  return {
    path,
    full: async () => {
      waiting = true;
      await file.read(new Uint8Array(1));
      waiting = false;
    },
    [Symbol.dispose]: () => {
      // A read that still waits, since nothing ever came, is let go.
      if (waiting) file.writeSync(new Uint8Array(1));
      file.close();
      Deno.removeSync(path);
    },
  };
}

async function failsFirst(exit: Promise<ExitStatus>, said: () => string): Promise<never> {
  const { code, signal } = await exit;
  throw new Error(`ended with ${signal ?? code} before it was pressed: ${said()}`);
}
