/**
 * The escalation ladder as one pure function: first press asks, second begins a graceful shutdown,
 * third ends the process. It owns which rung an event means and nothing else; the main thread and
 * the sentinel run this same code, so it must never touch a clock, a signal or the screen.
 *
 * Source: RFD 092 "The escalation ladder", interrupts.md "Router" and "Invariants of the ladder".
 *
 * @module
 */

import type {
  EndSignal,
  LadderEffect,
  LadderEvent,
  LadderSettings,
  LadderState,
  ShutdownReason,
  TerminalOwner,
} from "./types.ts";

/** How long after its death the SIGINT that killed an editor may still reach us. */
export const LATE_PRESS_MS = 100;

/** A SIGINT this soon after the last counted press is that press, relayed by a task runner. */
export const RELAY_WINDOW_MS = 25;

/** `[interrupt]` before any configuration is read. */
export const DEFAULT_SETTINGS: LadderSettings = { cooldownMs: 2000, timeoutMs: 10_000 };

/** A step of the ladder: the state after the event, and what to do. */
export interface Step {
  /** The ladder from now on. */
  readonly state: LadderState;
  /** What the caller has to do, in order. */
  readonly effects: readonly LadderEffect[];
}

/** The ladder at the start of the process. */
export function initialLadder(
  interactive: boolean,
  settings: LadderSettings = DEFAULT_SETTINGS,
): LadderState {
  return {
    settings,
    interactive,
    phase: "running",
    screen: "nothing",
    lent: false,
    presses: 0,
    lastPress: -Infinity,
    shutdownAt: 0,
    deadline: Infinity,
    endSignal: "SIGINT",
    byKey: false,
    lateUntil: -Infinity,
  };
}

/** What `event` at time `now` (ms) leads to. Total: every event is answered in every state. */
export function step(state: LadderState, event: LadderEvent, now: number): Step {
  if (state.phase === "ended") return stay(state);
  switch (event.kind) {
    case "press":
      return press(state, event.key, event.terminal ?? "us", now);
    case "escalate":
      return escalate(state, now);
    case "answer":
      return stay({ ...state, presses: 0, byKey: state.phase !== "running" && state.byKey });
    case "leave":
      return state.phase === "running" ? shutDown(state, "menu", now) : stay(state);
    case "declined":
      return state.phase === "running" ? shutDown(state, "declined", now) : stay(state);
    case "term":
      return state.phase === "running" ? shutDown(state, "sigterm", now) : stay(state);
    case "hup":
      return hangUp(state, now);
    case "quit":
      return end(state, "SIGINT", ["terminating"]);
    case "screen":
      return stay({ ...state, screen: event.screen });
    case "lent":
      return stay({ ...state, lent: true });
    case "taken back":
      // The next press after an editor is a first press.
      return stay({
        ...state,
        lent: false,
        presses: 0,
        screen: "nothing",
        lateUntil: event.byPress && now - state.lastPress >= LATE_PRESS_MS
          ? now + LATE_PRESS_MS
          : -Infinity,
      });
    case "settings":
      return newSettings(state, event.settings, now);
    case "finished":
      return end({ ...state, byKey: state.byKey || event.byKey === true }, state.endSignal, []);
    case "tick":
      return state.phase === "shutting down" && now >= state.deadline ? expire(state) : stay(state);
  }
}

/** The rung a press made now would be: what a menu may promise before it is pressed. */
export function nextRung(state: LadderState, now: number): 1 | 2 | 3 {
  if (state.phase !== "running") return 3;
  if (!state.interactive || state.screen === "menu") return 2;
  return repeats(state, now) ? 2 : 1;
}

function press(actual: LadderState, key: boolean, terminal: TerminalOwner, now: number): Step {
  const running = actual.phase === "running";
  if (running && actual.interactive) {
    if (actual.lent) return stay({ ...actual, lastPress: now });
    if (terminal === "other") return stay(actual);
    // It killed the editor first: the kernel tells everybody, in an order of its own.
    if (!key && now < actual.lateUntil) {
      return stay({ ...actual, lastPress: now, lateUntil: -Infinity });
    }
  }
  // In the background a press is what it is without a terminal; coming back makes it ask again.
  const state = terminal === "background" ? { ...actual, interactive: false } : actual;
  const { state: next, effects } = pressOn(state, key, now);
  return { state: { ...next, interactive: actual.interactive }, effects };
}

function pressOn(state: LadderState, key: boolean, now: number): Step {
  // Task runners relay the terminal's SIGINT; a key is read by us alone and never relayed.
  if (!key && isRelay(state, now)) return stay(state);
  const counted: LadderState = { ...state, lastPress: now, byKey: state.byKey || key };
  if (state.phase === "shutting down") return end(counted, "SIGINT", ["terminating"]);
  switch (nextRung(state, now)) {
    case 3:
      return end(counted, "SIGINT", ["terminating"]);
    case 2:
      return shutDown(counted, reasonOf(state), now);
    case 1: {
      const first = { ...counted, presses: 1, byKey: key };
      if (state.screen === "prompt") return { state: first, effects: [{ kind: "swap" }] };
      if (state.screen === "reply") return { state: first, effects: [{ kind: "interrupt reply" }] };
      return { state: first, effects: [{ kind: "notify" }] };
    }
  }
}

function escalate(state: LadderState, now: number): Step {
  const counted: LadderState = { ...state, lastPress: now, byKey: true };
  return state.phase === "running"
    ? shutDown(counted, "menu", now)
    : end(counted, "SIGINT", ["terminating"]);
}

function reasonOf(state: LadderState): ShutdownReason {
  if (!state.interactive) return "no-terminal";
  return state.screen === "menu" ? "menu" : "second-press";
}

function repeats(state: LadderState, now: number): boolean {
  return state.presses > 0 && state.settings.cooldownMs > 0 &&
    now - state.lastPress <= state.settings.cooldownMs;
}

function isRelay(state: LadderState, now: number): boolean {
  return now - state.lastPress < RELAY_WINDOW_MS;
}

function shutDown(state: LadderState, reason: ShutdownReason, now: number): Step {
  const deadline = now + state.settings.timeoutMs;
  const next: LadderState = {
    ...state,
    phase: "shutting down",
    presses: 2,
    shutdownAt: now,
    deadline,
    lent: reason === "sigterm" || reason === "sighup" ? state.lent : false,
    endSignal: reason === "sighup" ? "SIGHUP" : "SIGINT",
  };
  const silent = reason === "sighup";
  const effects: LadderEffect[] = [
    ...(silent ? [] : [{ kind: "say", message: "shutting down" } as const]),
    { kind: "arm", deadline },
    { kind: "shut down", reason },
  ];
  if (state.settings.timeoutMs > 0) return { state: next, effects };
  // No time is granted: rung 2 is rung 3, with its own message (RFD 092, Shutdown watchdog).
  const ended = end(next, next.endSignal, []);
  return { state: ended.state, effects: [...effects, ...ended.effects] };
}

// A hang-up during a shutdown changes what the parent sees, never the deadline.
function hangUp(state: LadderState, now: number): Step {
  return state.phase === "running"
    ? shutDown(state, "sighup", now)
    : stay({ ...state, endSignal: "SIGHUP" });
}

function newSettings(state: LadderState, settings: LadderSettings, now: number): Step {
  if (state.phase !== "shutting down") return stay({ ...state, settings });
  const deadline = Math.min(state.deadline, state.shutdownAt + settings.timeoutMs);
  const next = { ...state, settings, deadline };
  if (now >= deadline) return expire(next);
  return deadline < state.deadline
    ? { state: next, effects: [{ kind: "arm", deadline }] }
    : stay(next);
}

function expire(state: LadderState): Step {
  return end(state, state.endSignal, state.endSignal === "SIGHUP" ? [] : ["terminating"]);
}

function end(
  state: LadderState,
  signal: EndSignal,
  messages: readonly "terminating"[],
): Step {
  return {
    state: { ...state, phase: "ended", endSignal: signal },
    effects: [
      ...messages.map((message) => ({ kind: "say", message } as const)),
      { kind: "end", signal, wholeGroup: state.byKey && signal === "SIGINT" },
    ],
  };
}

function stay(state: LadderState): Step {
  return { state, effects: [] };
}
