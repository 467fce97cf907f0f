/**
 * Walks every sequence of ladder events up to length 8, with every pause that matters between
 * them, and checks the invariants of interrupts.md at each step. Sequences that lead to the same
 * state with the same history are walked once: that is what makes "every" affordable.
 */

import assert from "node:assert/strict";
import {
  decodeState,
  encodeState,
  initialLadder,
  type LadderEvent,
  type LadderSettings,
  type LadderState,
  LATE_PRESS_MS,
  RELAY_WINDOW_MS,
  STATE_SLOTS,
  step,
} from "../../src/core/ladder/mod.ts";

const DEPTH = 8;

/** What the checks need to know of the past, in time relative to now. */
interface History {
  /** Ages of counted presses since the last answer, newest first; at most two matter. */
  readonly presses: readonly number[];
  readonly said: number;
}

interface Node {
  readonly state: LadderState;
  readonly history: History;
}

const EVENTS: readonly LadderEvent[] = [
  { kind: "press", key: false },
  { kind: "press", key: true },
  { kind: "press", key: false, terminal: "background" },
  { kind: "press", key: false, terminal: "other" },
  { kind: "answer" },
  { kind: "escalate" },
  { kind: "declined" },
  { kind: "leave" },
  { kind: "term" },
  { kind: "hup" },
  { kind: "quit" },
  { kind: "screen", screen: "nothing" },
  { kind: "screen", screen: "menu" },
  { kind: "screen", screen: "reply" },
  { kind: "screen", screen: "prompt" },
  { kind: "lent" },
  { kind: "taken back", byPress: false },
  { kind: "taken back", byPress: true },
  { kind: "settings", settings: { cooldownMs: 2000, timeoutMs: 4000 } },
  { kind: "settings", settings: { cooldownMs: 0, timeoutMs: 60_000 } },
  { kind: "finished" },
  { kind: "tick" },
];
/** Within the relay window, within the cooldown, past it and past any deadline. */
const PAUSES = [5, 600, 70_000];
const NOW = 1_000_000;

/** The node as it looks `pause` ms later, with now moved back to {@linkcode NOW}. */
function later(node: Node, pause: number): Node {
  const { state } = node;
  const running = state.phase === "running";
  return {
    state: {
      ...state,
      lastPress: NOW - region(NOW - state.lastPress + pause, AGES),
      lateUntil: NOW + (state.lateUntil > NOW + pause ? LATE_PRESS_MS : -Infinity),
      shutdownAt: running ? 0 : NOW - region(NOW - state.shutdownAt + pause, SPANS),
      deadline: running ? Infinity : NOW + region(state.deadline - NOW - pause, REMAINDERS),
    },
    history: {
      ...node.history,
      presses: node.history.presses.map((age) => region(age + pause, AGES)),
    },
  };
}

/**
 * Times that no rule tells apart become one: without this the walk would never end. Each stands
 * for real sequences with pauses a little longer or shorter.
 */
const AGES = [5, 600];
const SPANS = [600, 8000, 80_000];
const REMAINDERS = [0, 3000, 50_000];

function region(time: number, regions: readonly number[]): number {
  return regions.find((limit) => time <= limit) ?? Infinity;
}

/** Two nodes with one key behave alike from here on. */
function keyOf(node: Node): string {
  // After the end only its finality is left to check.
  if (node.state.phase === "ended") return "ended";
  const slots = new Float64Array(STATE_SLOTS);
  encodeState(node.state, slots);
  // The bits as text: writing the numbers out would be half of the walk.
  const bits = String.fromCharCode(...new Uint16Array(slots.buffer));
  return `${bits}|${node.history.presses.join()}|${node.history.said}`;
}

function check(before: Node, event: LadderEvent, path: () => string): Node {
  const { state: after, effects } = step(before.state, event, NOW);
  const was = before.state;
  const fail = (message: string): never => assert.fail(`${message}\n${path()}`);
  const has = (kind: string): boolean => effects.some((effect) => effect.kind === kind);
  const ended = after.phase === "ended";
  const asksNothing = !has("notify") && !has("swap") && !has("interrupt reply");

  if (was.phase === "ended" && (effects.length > 0 || !same(was, after))) fail("life after death");
  if (effects.filter((effect) => effect.kind === "end").length > 1) fail("two ends");
  if (has("end") !== (was.phase !== "ended" && ended)) fail("an end without its effect");
  if (has("shut down") && !has("arm")) fail("a shutdown without a watchdog");

  const isPress = event.kind === "press" || event.kind === "escalate";
  const relayed = event.kind === "press" && !event.key &&
    NOW - was.lastPress < RELAY_WINDOW_MS && was.phase !== "ended";
  const owner = event.kind === "press" ? event.terminal ?? "us" : "us";
  const interactive = was.interactive && owner !== "background";
  const borrowed = was.interactive && was.phase === "running" && event.kind === "press" &&
    (was.lent || owner === "other");
  const late = was.interactive && was.phase === "running" && event.kind === "press" &&
    !event.key && !relayed && !borrowed && NOW < was.lateUntil;
  const counts = isPress && !relayed && !borrowed && !late && was.phase !== "ended";

  // 7: a relayed press is the press it relays, and the editor's press is the editor's.
  const { lastPress, lateUntil } = was;
  if (
    (relayed || borrowed || late) &&
    (effects.length > 0 || !same(was, { ...after, lastPress, lateUntil }))
  ) fail("a press counted twice, or was taken from the editor");
  // One of them only, and only where the editor's press has not been seen yet.
  if (late && after.lateUntil > NOW) fail("a second press taken for the editor's");
  if (event.kind === "taken back" && !event.byPress && after.lateUntil > NOW) {
    fail("a press would be lost after an editor that nobody pressed at");
  }
  // 3: no press is lost.
  if (counts && effects.length === 0 && same(was, after)) fail("a press was lost");
  // 2: once shutdown has begun, the next press ends the process.
  if (counts && was.phase === "shutting down" && !ended) fail("a press in shutdown did not end it");
  // 1: three presses inside the cooldown without an answer end it.
  const ages = before.history.presses;
  const third = ages[1];
  if (
    counts && third !== undefined && third <= was.settings.cooldownMs &&
    was.settings.cooldownMs > 0 && !ended
  ) fail("three presses inside the cooldown and still alive");
  // 4: after an answer, and after the cooldown, a press is a first press.
  if (
    counts && event.kind === "press" && was.phase === "running" && interactive &&
    was.screen !== "menu" && (was.presses === 0 || NOW - was.lastPress > was.settings.cooldownMs) &&
    (after.phase !== "running" || asksNothing)
  ) fail("a first press did not ask");
  if (event.kind === "answer" && was.phase === "running" && after.presses !== 0) {
    fail("an answer left the counter");
  }
  // 5: SIGTERM and SIGHUP never open a menu, a further SIGTERM changes nothing, SIGQUIT is at once.
  if ((event.kind === "term" || event.kind === "hup") && !asksNothing) fail("a menu for SIGTERM");
  if (event.kind === "term" && was.phase !== "running" && !same(was, after)) {
    fail("a further SIGTERM changed something");
  }
  if (event.kind === "quit" && !ended) fail("SIGQUIT waited");
  // 6: the deadline only moves earlier.
  if (was.phase === "shutting down" && after.deadline > was.deadline) fail("a later deadline");
  if (event.kind === "tick" && was.phase === "shutting down" && NOW >= was.deadline && !ended) {
    fail("past the deadline and still alive");
  }
  // 8: with a cooldown of 0 only a menu leads to rung 2.
  if (
    was.settings.cooldownMs === 0 && event.kind === "press" && was.phase === "running" &&
    interactive && was.screen !== "menu" && has("shut down")
  ) fail("a bare second press with a cooldown of 0");
  // A Ctrl-C on a menu is rung 2 however late it comes.
  if (
    counts && was.phase === "running" && (was.screen === "menu" || event.kind === "escalate") &&
    !has("shut down")
  ) fail("a Ctrl-C on a menu was not rung 2");
  // Without a terminal nothing is asked.
  if (!interactive && !asksNothing) fail("a question nobody can see");
  // What the shell has not seen is passed on; what it has is not doubled.
  for (const effect of effects) {
    if (effect.kind === "end" && effect.wholeGroup && !after.byKey) fail("a group signalled twice");
  }

  const said = before.history.said +
    effects.filter((effect) => effect.kind === "say" && effect.message === "shutting down").length;
  if (said > 1) fail("the shutdown was announced twice");

  const slots = new Float64Array(STATE_SLOTS);
  encodeState(after, slots);
  if (!equal(decodeState(slots), after)) fail("the shared form lost something");

  const forgets = event.kind === "answer" || event.kind === "taken back" ||
    event.kind === "lent" || event.kind === "settings";
  return {
    state: after,
    history: {
      said,
      presses: forgets ? [] : counts ? [0, ...ages].slice(0, 2) : ages,
    },
  };
}

/** As assert.deepEqual of two records has it, at a tenth of its cost. */
function equal(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return Object.is(a, b);
  }
  const values = b as Readonly<Record<string, unknown>>;
  return Object.keys(a).length === Object.keys(b).length &&
    Object.entries(a).every(([name, value]) => name in values && equal(value, values[name]));
}

function same(a: LadderState, b: LadderState): boolean {
  const left = new Float64Array(STATE_SLOTS);
  const right = new Float64Array(STATE_SLOTS);
  encodeState(a, left);
  encodeState(b, right);
  return left.every((value, index) => Object.is(value, right[index]));
}

function walk(start: LadderState): number {
  let frontier = new Map<string, { node: Node; path: string[] }>([
    ["start", { node: { state: start, history: { presses: [], said: 0 } }, path: [] }],
  ]);
  const seen = new Set<string>();
  // What a pause makes of one node it makes of many: all that can come after it is known by then.
  const waitedFor = new Set<string>();
  let steps = 0;
  for (let depth = 0; depth < DEPTH; depth++) {
    const next = new Map<string, { node: Node; path: string[] }>();
    for (const { node, path } of frontier.values()) {
      for (const pause of PAUSES) {
        const waited = later(node, pause);
        const moment = keyOf(waited);
        if (waitedFor.has(moment)) continue;
        waitedFor.add(moment);
        for (const event of EVENTS) {
          steps++;
          const label = (): string => `+${pause}ms ${JSON.stringify(event)}`;
          const after = check(waited, event, () => [...path, label()].join("\n"));
          const key = keyOf(after);
          if (seen.has(key)) continue;
          seen.add(key);
          next.set(key, { node: after, path: [...path, label()] });
        }
      }
    }
    frontier = next;
  }
  return steps;
}

const SETTINGS: readonly LadderSettings[] = [
  { cooldownMs: 2000, timeoutMs: 10_000 },
  { cooldownMs: 0, timeoutMs: 10_000 },
  { cooldownMs: 2000, timeoutMs: 0 },
];

for (const settings of SETTINGS) {
  for (const interactive of [true, false]) {
    Deno.test(`ladder: all sequences to depth ${DEPTH}, ${JSON.stringify({ settings, interactive })}`, () => {
      assert.ok(walk(initialLadder(interactive, settings)) > 10_000);
    });
  }
}
