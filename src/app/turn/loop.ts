/**
 * Runs a turn: feeds the machine what the model sends and what the signals say, and does what it
 * asks for. Passes the gate before each step that somebody could see.
 *
 * @module
 */

import type { ConversationEvent, TurnEndReason, Usage } from "../../core/conversation/mod.ts";
import type { Scope } from "../../host/signals/mod.ts";
import type { ModelEvent, ProviderError } from "../../services/providers/mod.ts";
import { newTurn, stepTurn, type TurnEffect, type TurnInput } from "./machine.ts";

/** What a turn is run with; every wait takes the signal. */
export interface TurnPorts {
  /** `provider/name`. */
  readonly model: string;
  /** Asks the model, with the conversation as it is now. */
  request(goOn: boolean, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Keeps events, on the disk if it can; never throws for a disk that cannot. */
  record(events: readonly ConversationEvent[], sync: boolean): Promise<void>;
  show(block: "message" | "reasoning", text: string): Promise<void>;
  blockEnd(): void;
  notice(text: string): void;
  /** What is being waited for, or null when something has arrived. */
  waiting(what: string | null): void;
  /** A provider's fault as such, or null for anything else. */
  asProviderError(error: unknown): ProviderError | null;
  /** Milliseconds before repetition `attempt`, or null not to repeat. */
  retryDelay(attempt: number, error: ProviderError): number | null;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves when the next visible step may be taken. */
  pass(signal: AbortSignal): Promise<void>;
  /** The time as the conversation stores it. */
  timestamp(): string;
  /** Shows a reply that was given in the middle of the turn. */
  echo?(text: string): void;
  readonly interrupts?: TurnInterrupts;
}

/** What the user decides about a turn that a press has paused. */
export type Decision =
  | { readonly kind: "continue" }
  | { readonly kind: "stop" }
  | { readonly kind: "abort" }
  | { readonly kind: "reply"; readonly text: string };

/** The scopes of a turn. */
export type TurnScope = "turn" | "streaming";

/** How presses reach a turn; without it they are somebody else's. */
export interface TurnInterrupts {
  /** Puts a scope on the stack. */
  enter(scope: TurnScope): Scope;
  /** Holds every visible step until disposed. */
  close(): Disposable;
  /** Asks, or does what is configured instead. */
  decide(scope: TurnScope): Promise<Decision>;
}

/** How the turn ended; an error that ended it is kept. */
export interface TurnOutcome {
  readonly reason: TurnEndReason;
  readonly error: ProviderError | null;
  /** What it cost, as far as the provider said. */
  readonly usage: Usage | undefined;
}

/** Runs one turn to its end. Rejects only for faults that are nobody's but ours. */
export async function runTurn(
  ports: TurnPorts,
  content: string,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  let state = newTurn(ports.model);
  let outcome: TurnEndReason | null = null;
  let lastError: ProviderError | null = null;
  // A decision other than to continue cuts the running request short.
  let cut = new AbortController();
  let decided: Decision | null = null;

  // Does what the machine asks; returns the effect that needs waiting, if there is one.
  const feed = async (input: TurnInput): Promise<Blocking | null> => {
    const step = stepTurn(state, input, ports.timestamp());
    state = step.state;
    let blocking: Blocking | null = null;
    for (const effect of step.effects) {
      if (effect.kind === "request" || effect.kind === "wait") blocking = effect;
      else if (effect.kind === "end") outcome = effect.reason;
      else await carryOut(ports, effect);
    }
    return blocking;
  };

  const decide = (decision: Decision): void => {
    if (decision.kind === "continue") return;
    decided = decision;
    cut.abort();
  };

  // Waits for what the model sends, or for the time of a repetition; returns what comes next.
  const blockOn = async (effect: Blocking, until: AbortSignal): Promise<Blocking | null> => {
    using _scope = serve(ports, "streaming", decide);
    await ports.pass(until);
    if (effect.kind === "wait") {
      ports.notice(`${effect.why} Retrying (${effect.attempt})…`);
      ports.waiting(`retry ${effect.attempt}`);
      await ports.sleep(effect.ms, until);
      return await feed({ kind: "retry" });
    }
    ports.waiting("sending request");
    for await (const event of ports.request(effect.goOn, until)) {
      await ports.pass(until);
      ports.waiting(waitingFor(event));
      const next = await feed({ kind: "event", event });
      if (next !== null || outcome !== null) return next;
    }
    // Every model's stream ends in a finish or an error; one that does neither is our mistake.
    throw new TypeError(`the stream of ${ports.model} ended without a finish`);
  };

  const failed = async (error: unknown): Promise<Blocking | null> => {
    const fault = ports.asProviderError(error);
    if (fault === null) {
      await feed({ kind: "stop", reason: "error" });
      throw error;
    }
    // A stream that dies behind a menu is dealt with when the menu is answered.
    await ports.pass(AbortSignal.any([signal, cut.signal])).catch(() => {});
    if (signal.aborted || decided !== null) return null;
    lastError = fault;
    const delayMs = ports.retryDelay(state.attempts + 1, fault);
    return await feed({ kind: "failed", message: fault.message, delayMs });
  };

  using _turn = serve(ports, "turn", decide);
  let next: Blocking | null = await feed({ kind: "begin", content });
  while (outcome === null) {
    if (signal.aborted) {
      await feed({ kind: "stop", reason: "interrupted" });
    } else if (decided !== null) {
      const input = inputFor(decided);
      decided = null;
      cut = new AbortController();
      next = await feed(input);
    } else if (next !== null) {
      const effect: Blocking = next;
      const until = AbortSignal.any([signal, cut.signal]);
      try {
        next = await blockOn(effect, until);
      } catch (error) {
        next = until.aborted ? effect : await failed(error) ?? effect;
      } finally {
        ports.waiting(null);
      }
    } else {
      throw new TypeError("the turn has nothing to wait for and has not ended");
    }
  }
  const reason = outcome;
  return { reason, error: reason === "error" ? lastError : null, usage: state.usage };
}

function inputFor(decision: Exclude<Decision, { kind: "continue" }>): TurnInput {
  switch (decision.kind) {
    case "stop":
      return { kind: "stop", reason: "stopped" };
    case "abort":
      return { kind: "abort" };
    case "reply":
      return { kind: "reply", content: decision.text };
  }
}

/** Answers the presses that reach a scope until disposed. */
function serve(
  ports: TurnPorts,
  name: TurnScope,
  decide: (decision: Decision) => void,
): Disposable {
  const { interrupts } = ports;
  if (!interrupts) return { [Symbol.dispose]: () => {} };
  const scope = interrupts.enter(name);
  const left = new AbortController();
  const loop = async (): Promise<void> => {
    for (;;) {
      try {
        await scope.notified(left.signal);
      } catch {
        return;
      }
      using _closed = interrupts.close();
      if (scope.take()) decide(await interrupts.decide(name));
    }
  };
  void loop();
  return {
    [Symbol.dispose]: () => {
      left.abort();
      scope[Symbol.dispose]();
    },
  };
}

type Blocking = Extract<TurnEffect, { kind: "request" | "wait" }>;

async function carryOut(
  ports: TurnPorts,
  effect: Exclude<TurnEffect, { kind: "request" | "wait" | "end" }>,
): Promise<void> {
  switch (effect.kind) {
    case "record":
      return await ports.record(effect.events, effect.sync);
    case "show":
      return await ports.show(effect.block, effect.text);
    case "block end":
      return ports.blockEnd();
    case "echo":
      return ports.echo?.(effect.text);
    case "notice":
      return ports.notice(effect.text);
  }
}

function waitingFor(event: ModelEvent): string | null {
  return event.kind === "connected" ? "waiting for first tokens" : null;
}
