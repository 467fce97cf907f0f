/**
 * A press at any moment after exec: before our first line it has its default action, after that it
 * opens the menu (without a terminal: begins the shutdown). It is never lost, and never ends in a
 * stack trace (RFD 092, "Where the properties hold").
 *
 * The suite takes a sample; JP_TEST_SWEEP=1 takes every millisecond and says what came of it.
 */
import assert from "node:assert/strict";
import {
  elapse,
  eventually,
  fixtureEnv,
  jpCommand,
  spawnDetached,
  TARGETS,
} from "../../support/mod.ts";
import {
  assertNoTrace,
  DEAD_BY_SIGINT,
  LONG_QUERY,
  MENU,
  pressCtrlC,
  SHUTTING_DOWN,
  startJp,
} from "./support.ts";

const LAST_MS = 200;
const STEP_MS = Deno.env.get("JP_TEST_SWEEP") === undefined ? 16 : 1;
/** So many programs start at a time. */
const AT_ONCE = 3;

type Outcome = "default action" | "menu" | "shutdown";

function moments(offset: number): number[] {
  const first = STEP_MS === 1 ? 0 : offset;
  return Array.from(
    { length: Math.floor((LAST_MS - first) / STEP_MS) + 1 },
    (_, n) => first + n * STEP_MS,
  );
}

/** Sleeps and then spins, since a timer alone is a millisecond or two late. */
async function passed(since: number, ms: number): Promise<void> {
  const left = ms - (performance.now() - since);
  if (left > 3) await elapse(left - 2);
  while (performance.now() - since < ms);
}

async function sweep(
  at: readonly number[],
  press: (ms: number) => Promise<Outcome>,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  const left = [...at];
  const one = async (): Promise<void> => {
    for (let ms = left.shift(); ms !== undefined; ms = left.shift()) {
      outcomes.set(ms, await press(ms));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return outcomes;
}

for (const [index, target] of TARGETS.entries()) {
  const at = moments(index % 2 === 0 ? 0 : 8);

  Deno.test(`${target}: Ctrl-C at any moment of the start`, async () => {
    const outcomes = await sweep(at, async (ms) => {
      await using run = await startJp(target);
      const { pty } = run;
      // The terminal is the program's once the shell that starts it has opened it.
      await eventually(() => pty.foregroundGroup === pty.pid || undefined, "the foreground");
      await passed(performance.now(), ms);
      pty.write("\x03");
      const outcome = await Promise.race([
        pty.expect(MENU).then((): Outcome => "menu", () => undefined),
        pty.exit.then((): Outcome => "default action"),
      ]) ?? "default action";
      assertNoTrace(pty.raw);
      if (outcome === "menu") {
        await pressCtrlC(pty);
        await pty.expect(SHUTTING_DOWN);
      }
      assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT, `pressed at ${ms} ms: ${pty.raw}`);
      if (outcome === "default action") assert.equal(pty.raw.replace("^C", "").trim(), "");
      return outcome;
    });
    assert.equal(outcomes.size, at.length);
    if (STEP_MS === 1) console.log(summary(target, outcomes));
  });

  Deno.test(`${target}: SIGINT at any moment of the start, without a terminal`, async () => {
    const outcomes = await sweep(at, async (ms) => {
      await using env = await fixtureEnv();
      await using program = spawnDetached({
        ...jpCommand(target, ...LONG_QUERY),
        env: env.env,
        cwd: env.workspace,
      });
      await passed(performance.now(), ms);
      program.kill("SIGINT");
      const { code, signal, stdout, stderr } = await program.result();
      assert.deepEqual({ code, signal }, DEAD_BY_SIGINT, `sent at ${ms} ms`);
      assertNoTrace(stderr);
      if (stderr.includes(SHUTTING_DOWN)) return "shutdown";
      assert.equal(stdout + stderr, "", "by default action only before anything is said");
      return "default action";
    });
    assert.equal(outcomes.size, at.length);
    if (STEP_MS === 1) console.log(summary(target, outcomes));
  });
}

function summary(target: string, outcomes: ReadonlyMap<number, Outcome>): string {
  const entries = [...outcomes].sort(([a], [b]) => a - b);
  const by = Object.groupBy(entries, ([, outcome]) => outcome);
  const parts = Object.entries(by).map(([outcome, of = []]) =>
    `${outcome} ${of.length} (${of[0]?.[0]}..${of.at(-1)?.[0]} ms)`
  );
  return `${target}: ${parts.join(", ")}`;
}
