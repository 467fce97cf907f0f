/**
 * Runs a turn: feeds the machine what the model sends and what the signals say, and does what it
 * asks for. Passes the gate before each step that somebody could see.
 *
 * @module
 */

import type { ConversationEvent, TurnEndReason, Usage } from "../../core/conversation/mod.ts";
import type { Scope } from "../../host/signals/mod.ts";
import type { ModelEvent, ProviderError } from "../../services/providers/mod.ts";
import { newTurn, stepTurn, type TurnEffect, type TurnInput, type TurnState } from "./machine.ts";

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

/**
 * Runs one turn to its end, and a further one for a reply that was begun before it and sent after
 * it. Rejects only for faults that are nobody's but ours.
 */
export async function runTurn(
  ports: TurnPorts,
  content: string,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  return await new Run(ports, signal).turns(content);
}

class Run {
  readonly #ports: TurnPorts;
  readonly #signal: AbortSignal;
  #state: TurnState;
  #outcome: TurnEndReason | null = null;
  #fault: ProviderError | null = null;
  /** Cuts the running request short: a decision was made, other than to continue. */
  #cut = new AbortController();
  #decided: Deciding | null = null;
  /** Asking what to do has failed: a mistake of ours. */
  #trouble: { readonly error: unknown } | null = null;
  /** The menu on screen; settled when there is none. */
  #menu: Promise<void> = Promise.resolve();

  constructor(ports: TurnPorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
    this.#state = newTurn(ports.model);
  }

  async turns(content: string): Promise<TurnOutcome> {
    for (let asked = content;;) {
      const reason = await this.#toTheEnd(asked);
      // A press in the turn's last moment: its menu is up, and what is typed there must not be lost.
      await this.#menu;
      const late = this.#decided;
      if (late?.kind !== "reply" || this.#signal.aborted) {
        const error = reason === "error" ? this.#fault : null;
        return { reason, error, usage: this.#state.usage };
      }
      this.#takeDecision();
      this.#outcome = null;
      this.#state = newTurn(this.#ports.model);
      asked = late.text;
      this.#ports.echo?.(asked);
    }
  }

  async #toTheEnd(content: string): Promise<TurnEndReason> {
    using _turn = this.#serve("turn");
    let next = await this.#feed({ kind: "begin", content });
    while (this.#outcome === null) {
      if (this.#signal.aborted) {
        next = await this.#feed({ kind: "stop", reason: "interrupted" });
      } else if (this.#trouble !== null) {
        next = await this.#broken(this.#trouble.error);
      } else if (this.#decided !== null) {
        const input = inputFor(this.#decided);
        this.#takeDecision();
        next = await this.#feed(input);
      } else if (next !== null) next = await this.#carryOn(next);
      else throw new TypeError("the turn has nothing to wait for and has not ended");
    }
    return this.#outcome;
  }

  /** Does what the machine asks; returns the effect that needs waiting, if there is one. */
  async #feed(input: TurnInput): Promise<Blocking | null> {
    const step = stepTurn(this.#state, input, this.#ports.timestamp());
    this.#state = step.state;
    let blocking: Blocking | null = null;
    for (const effect of step.effects) {
      if (effect.kind === "request" || effect.kind === "wait") blocking = effect;
      else if (effect.kind === "end") this.#outcome = effect.reason;
      else await carryOut(this.#ports, effect);
    }
    return blocking;
  }

  /** What comes after `effect`; itself when it was cut short, and has to give way to the reason. */
  async #carryOn(effect: Blocking): Promise<Blocking | null> {
    const until = AbortSignal.any([this.#signal, this.#cut.signal]);
    try {
      return await this.#blockOn(effect, until);
    } catch (error) {
      if (until.aborted) return effect;
      const fault = this.#ports.asProviderError(error);
      if (fault === null) return await this.#broken(error);
      // A stream that dies behind a menu is dealt with when the menu is answered.
      await this.#ports.pass(until).catch(() => {});
      if (until.aborted) return effect;
      this.#fault = fault;
      const delayMs = this.#ports.retryDelay(this.#state.attempts + 1, fault);
      return await this.#feed({ kind: "failed", message: fault.message, delayMs });
    } finally {
      this.#ports.waiting(null);
    }
  }

  /** Waits for what the model sends, or for the time of a repetition; returns what comes next. */
  async #blockOn(effect: Blocking, until: AbortSignal): Promise<Blocking | null> {
    const ports = this.#ports;
    using _scope = this.#serve("streaming");
    await ports.pass(until);
    if (effect.kind === "wait") {
      ports.notice(`${effect.why} Retrying (${effect.attempt})…`);
      ports.waiting(`retry ${effect.attempt}`);
      await ports.sleep(effect.ms, until);
      return await this.#feed({ kind: "retry" });
    }
    ports.waiting("sending request");
    for await (const event of ports.request(effect.goOn, until)) {
      await ports.pass(until);
      ports.waiting(waitingFor(event));
      const next = await this.#feed({ kind: "event", event });
      if (next !== null || this.#outcome !== null) return next;
    }
    // Every model's stream ends in a finish or an error; one that does neither is our mistake.
    throw new TypeError(`the stream of ${ports.model} ended without a finish`);
  }

  async #broken(error: unknown): Promise<never> {
    await this.#feed({ kind: "stop", reason: "error" });
    throw error;
  }

  #takeDecision(): void {
    this.#decided = null;
    this.#cut = new AbortController();
  }

  /** Answers the presses that reach a scope until disposed. */
  #serve(name: TurnScope): Disposable {
    const { interrupts } = this.#ports;
    if (!interrupts) return { [Symbol.dispose]: () => {} };
    const scope = interrupts.enter(name);
    const left = new AbortController();
    void this.#answer(interrupts, scope, name, left.signal);
    return {
      [Symbol.dispose]: () => {
        left.abort();
        scope[Symbol.dispose]();
      },
    };
  }

  async #answer(
    interrupts: TurnInterrupts,
    scope: Scope,
    name: TurnScope,
    left: AbortSignal,
  ): Promise<void> {
    for (;;) {
      try {
        await scope.notified(left);
      } catch {
        return;
      }
      using _closed = interrupts.close();
      if (scope.take()) await (this.#menu = this.#ask(interrupts, name));
    }
  }

  async #ask(interrupts: TurnInterrupts, name: TurnScope): Promise<void> {
    try {
      const decision = await interrupts.decide(name);
      if (decision.kind === "continue") return;
      this.#decided = decision;
    } catch (error) {
      this.#trouble = { error };
    }
    this.#cut.abort();
  }
}

type Deciding = Exclude<Decision, { readonly kind: "continue" }>;

function inputFor(decision: Deciding): TurnInput {
  switch (decision.kind) {
    case "stop":
      return { kind: "stop", reason: "stopped" };
    case "abort":
      return { kind: "abort" };
    case "reply":
      return { kind: "reply", content: decision.text };
  }
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
