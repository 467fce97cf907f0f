/**
 * Many turns of the real program, each killed with SIGKILL at a random moment, in one workspace;
 * then a look at what is left. A run acknowledges an event by printing its record: from then on it
 * has to be on the disk, whatever happens to the process.
 */
import {
  type ConversationEvent,
  isKnown,
  type KnownEvent,
  readLog,
  splitTurns,
} from "../../src/core/conversation/mod.ts";
import { type FixtureEnv, fixtureEnv, jpCommand, spawnDetached } from "../../test/support/mod.ts";
import { mulberry32 } from "./random.ts";

export interface KillOptions {
  /** How many runs are to be killed; those that end before their moment come on top. */
  readonly kills: number;
  readonly seed: number;
  /** Told after each run that was killed, with how many were. */
  readonly progress?: (killed: number) => void;
}

export interface KillSummary {
  readonly runs: number;
  /** Runs that were still there when their moment came. */
  readonly killed: number;
  /** Of all runs, those that had printed their request, their answer, their end. */
  readonly acknowledged: {
    readonly requests: number;
    readonly answers: number;
    readonly ends: number;
  };
  readonly conversations: number;
  /** Ends of files that were cut in the middle of a write, set aside or still there. */
  readonly torn: number;
  /** Half-made conversations, which nobody sees. */
  readonly abandoned: number;
  /** What must not be: empty. */
  readonly faults: readonly string[];
}

/** What one run printed before it was killed. */
interface Acknowledged {
  readonly text: string;
  readonly killed: boolean;
  readonly request: boolean;
  readonly answers: readonly string[];
  readonly end: boolean;
}

/** So that answering takes about as long as starting. */
const WORDS = 100;
const INTERVAL_MS = 3;

/** When a run is killed: some time after its start, or after it has acknowledged its request. */
interface Aim {
  readonly from: "start" | "request";
  readonly afterMs: number;
}

/** Runs for each one that is to be killed, at most. */
const MOST_RUNS = 4;

export async function killRuns(options: KillOptions): Promise<KillSummary> {
  const random = mulberry32(options.seed);
  await using fixture = await fixtureEnv({ env: { JP_SESSION: "soak" } });
  const faults: string[] = [];
  // The first run also warms the caches.
  await oneRun(fixture, "not killed", true, null, faults);
  const began = performance.now();
  await oneRun(fixture, "not killed either", true, null, faults);
  let whole = performance.now() - began;
  const acknowledged: Acknowledged[] = [];
  let killed = 0;
  while (killed < options.kills && acknowledged.length < options.kills * MOST_RUNS) {
    const text = `run ${acknowledged.length + 1}`;
    const aim: Aim = random() < 0.5
      ? { from: "start", afterMs: random() * whole }
      : { from: "request", afterMs: random() * WORDS * INTERVAL_MS * 1.1 };
    const run = await oneRun(fixture, text, random() < 0.25, aim, faults);
    acknowledged.push(run);
    // The machine is busier or less than a moment ago: half of these come before the request.
    if (aim.from === "start") whole *= run.request ? 0.97 : 1.03;
    if (!run.killed) continue;
    killed += 1;
    options.progress?.(killed);
  }
  return {
    ...await inspect(fixture, acknowledged, faults),
    runs: acknowledged.length,
    killed,
    acknowledged: {
      requests: acknowledged.filter(({ request }) => request).length,
      answers: acknowledged.filter(({ answers }) => answers.length > 0).length,
      ends: acknowledged.filter(({ end }) => end).length,
    },
    faults,
  };
}

async function oneRun(
  { workspace, env }: FixtureEnv,
  text: string,
  isNew: boolean,
  aim: Aim | null,
  faults: string[],
): Promise<Acknowledged> {
  const demo = ["-m", "demo/chat", "-p", `words=${WORDS}`, "-p", `interval_ms=${INTERVAL_MS}`];
  const args = ["q", "-F", "json", ...isNew ? ["-n"] : [], ...demo, text];
  await using jp = spawnDetached({ ...jpCommand("deno", ...args), cwd: workspace, env });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const takeAim = (): void => {
    if (aim !== null) timer = setTimeout(() => killIfThere(jp.pid), aim.afterMs);
  };
  if (aim?.from === "request") jp.stdout.expect('"chat_request"').then(takeAim, () => {});
  else takeAim();
  const { code, signal, stdout, stderr } = await jp.result();
  clearTimeout(timer);
  if (code !== null && code !== 0) faults.push(`${text}: status ${code}: ${stderr}`);
  if (/is locked|writing to this conversation/.test(stderr)) {
    faults.push(`${text}: a lock outlived its holder: ${stderr}`);
  }
  // The last line may be cut.
  const records = stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  return {
    text,
    killed: signal === "SIGKILL",
    request: records.some(({ type, content }) => type === "chat_request" && content === text),
    answers: records.flatMap(({ type, message }) =>
      type === "chat_response" && typeof message === "string" ? [message] : []
    ),
    end: records.some(({ type, reason }) => type === "turn_end" && reason === "complete"),
  };
}

function killIfThere(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function inspect(
  fixture: FixtureEnv,
  acknowledged: readonly Acknowledged[],
  faults: string[],
): Promise<Pick<KillSummary, "conversations" | "torn" | "abandoned">> {
  const place = `${fixture.workspace}/.jp/conversations`;
  const turns = new Map<string, readonly ConversationEvent[]>();
  let conversations = 0;
  let torn = 0;
  let abandoned = 0;
  for (const { name } of Deno.readDirSync(place)) {
    if (!/^\d/.test(name)) {
      abandoned += 1;
      continue;
    }
    conversations += 1;
    for (const file of ["metadata.json", "base_config.json"]) {
      if (!isJson(`${place}/${name}/${file}`)) faults.push(`${name}/${file} is not JSON`);
    }
    for (const each of Deno.readDirSync(`${place}/${name}`)) {
      if (each.name.startsWith("events.torn-")) torn += 1;
    }
    const contents = readLog(bytesOf(`${place}/${name}/events.jsonl`));
    if (contents.problems.length > 0) faults.push(`${name} has unreadable lines`);
    if (contents.torn !== null) torn += 1;
    for (const { request, events } of splitTurns(contents.events).turns) {
      if (request !== null) turns.set(request.content, events);
    }
  }
  for (const each of acknowledged) faults.push(...lostOf(each, turns.get(each.text)));
  await loadsAll(fixture, conversations, faults);
  return { conversations, torn, abandoned };
}

/** What of a run was acknowledged and is not there. */
function lostOf(
  { text, request, answers, end }: Acknowledged,
  turn: readonly ConversationEvent[] | undefined,
): string[] {
  const events = (turn ?? []).flatMap((event) => isKnown(event) ? [event as KnownEvent] : []);
  const lost: string[] = [];
  if (request && turn === undefined) lost.push(`${text}: its request is lost`);
  for (const answer of answers) {
    const there = events.some((event) =>
      event.type === "chat_response" && event.message === answer
    );
    if (!there) lost.push(`${text}: an answer is lost`);
  }
  // Settings of the next run may stand behind it.
  if (end && !events.some(({ type }) => type === "turn_end")) lost.push(`${text}: its end is lost`);
  return lost;
}

/** The program itself loads every conversation. */
async function loadsAll(
  { workspace, env }: FixtureEnv,
  conversations: number,
  faults: string[],
): Promise<void> {
  await using jp = spawnDetached({
    ...jpCommand("deno", "-F", "json", "c", "show", "+live"),
    cwd: workspace,
    env,
  });
  const { code, stdout, stderr } = await jp.result();
  const shown = stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  if (code !== 0 || shown.length !== conversations) {
    faults.push(`jp c show loads ${shown.length} of ${conversations}: status ${code}: ${stderr}`);
  }
}

function bytesOf(file: string): Uint8Array {
  try {
    return Deno.readFileSync(file);
  } catch (error) {
    // Killed between the conversation and its first event.
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
}

function isJson(file: string): boolean {
  try {
    JSON.parse(Deno.readTextFileSync(file));
    return true;
  } catch {
    return false;
  }
}
