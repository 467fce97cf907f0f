/**
 * Runs a turn: feeds the machine what the model sends and what the signals say, and does what it
 * asks for. Passes the gate before each step that somebody could see.
 *
 * @module
 */

import type { TurnEndReason, Usage } from "../../core/conversation/mod.ts";
import type { Scope } from "../../host/signals/mod.ts";
import type { ModelEvent, ProviderError } from "../../services/providers/mod.ts";
import type { Waiting } from "../show/mod.ts";
import type { CallDecision, CallRequest } from "./calls.ts";
import { stepTurn } from "./machine.ts";
import type { Decision, TurnInterrupts, TurnPorts, TurnScope } from "./ports.ts";
import { runCalls } from "./run_calls.ts";
import { newTurn, type TurnEffect, type TurnInput, type TurnState } from "./types.ts";

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
    this.#state = newTurn(ports.model, ports.schema);
  }

  async turns(content: string): Promise<TurnOutcome> {
    for (let asked = content;;) {
      this.#ports.tools?.begin();
      const reason = await this.#toTheEnd(asked);
      // A press in the turn's last moment: its menu is up, and what is typed there must not be lost.
      await this.#menu;
      const late = this.#signal.aborted ? null : wordsOf(this.#decided);
      if (late === null) {
        const error = reason === "error" ? this.#fault : null;
        return { reason, error, usage: this.#state.usage };
      }
      this.#takeDecision();
      this.#outcome = null;
      this.#state = newTurn(this.#ports.model, this.#ports.schema);
      asked = late;
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
        // A decision on something that is over by now changes nothing.
        next = await this.#feed(input) ?? next;
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
      if (isBlocking(effect)) blocking = effect;
      else if (effect.kind === "end") this.#outcome = effect.reason;
      else await carryOut(this.#ports, effect);
    }
    return blocking;
  }

  /** What comes after `effect`; itself when it was cut short, and has to give way to the reason. */
  async #carryOn(effect: Blocking): Promise<Blocking | null> {
    const until = AbortSignal.any([this.#signal, this.#cut.signal]);
    try {
      switch (effect.kind) {
        case "request":
        case "wait":
          return await this.#stream(effect, until);
        case "decide":
          return await this.#decide(effect, until);
        case "run":
          return await this.#execute(effect, until);
      }
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
  async #stream(
    effect: Extract<Blocking, { readonly kind: "request" | "wait" }>,
    until: AbortSignal,
  ): Promise<Blocking | null> {
    const ports = this.#ports;
    using _scope = this.#serve("streaming");
    await ports.pass(until);
    if (effect.kind === "wait") {
      const { attempt, ms, why } = effect;
      const { maxRetries: most } = ports;
      const said = /[.!?…"]$/.test(why) ? why : `${why}.`;
      ports.notice(`${said} Retrying (${attempt}/${most})${inTime(effect.ms)}…`);
      ports.waiting({ kind: "retry", attempt, most, ms });
      await ports.sleep(effect.ms, until);
      return await this.#feed({ kind: "retry" });
    }
    ports.waiting({ kind: "request" });
    for await (const event of ports.request(effect.goOn, until)) {
      await ports.pass(until);
      ports.waiting(waitingFor(event));
      const next = await this.#feed({ kind: "event", event });
      // What the model sends meanwhile waits in the connection.
      if (next?.kind === "decide") await this.#decide(next, until);
      else if (next !== null || this.#outcome !== null) return next;
    }
    // Every model's stream ends in a finish or an error; one that does neither is our mistake.
    throw new TypeError(`the stream of ${ports.model} ended without a finish`);
  }

  async #decide(
    { call: number, request }: Extract<Blocking, { readonly kind: "decide" }>,
    until: AbortSignal,
  ): Promise<Blocking | null> {
    const { tools } = this.#ports;
    this.#ports.waiting(null);
    const decision = await tools?.decide({ ...request, number }, until) ?? NO_TOOLS;
    until.throwIfAborted();
    return await this.#feed({ kind: "decided", call: number, decision });
  }

  /** Runs calls. Cut short, results that were there by then count all the same. */
  async #execute(
    effect: Extract<Blocking, { readonly kind: "run" }>,
    until: AbortSignal,
  ): Promise<Blocking | null> {
    const { tools } = this.#ports;
    if (tools === undefined) throw new TypeError("calls were allowed, and there are no tools");
    using _scope = this.#serve("tool");
    await this.#ports.pass(until);
    const numbered = effect.calls.map((number) => ({ ...this.#callAt(number), number }));
    let next: Blocking | null = null;
    this.#ports.waiting(this.#runningNow());
    for await (const input of runCalls(tools, numbered, until)) {
      next = await this.#feed(input) ?? next;
      this.#ports.waiting(this.#runningNow());
    }
    return next ?? (until.aborted ? effect : null);
  }

  #callAt(number: number): CallRequest {
    const call = this.#state.calls[number];
    if (call === undefined) throw new RangeError(`there is no call ${number}`);
    return { id: call.id, name: call.name, arguments: call.arguments };
  }

  /** What is running, for the line that says what is waited for; null while somebody is asked. */
  #runningNow(): Waiting | null {
    const names = this.#state.calls.filter(({ phase }) => phase === "running")
      .map(({ name }) => name);
    return names.length === 0 ? null : { kind: "tools", names };
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

/** A wait that would be taken for a hang, in the only line there is where nothing can be drawn. */
function inTime(ms: number): string {
  if (ms < 1000) return "";
  return ms < 120_000 ? ` in ${Math.ceil(ms / 1000)} s` : ` in ${Math.ceil(ms / 60_000)} min`;
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
    case "restart":
      return { kind: "restart" };
    case "respond":
      return { kind: "respond", message: decision.message };
  }
}

/** What the user said in the turn's last moment. */
function wordsOf(decision: Decision | null): string | null {
  if (decision?.kind === "reply") return decision.text;
  return decision?.kind === "respond" ? decision.message : null;
}

type Blocking = Extract<TurnEffect, { kind: "request" | "wait" | "decide" | "run" }>;

function isBlocking(effect: TurnEffect): effect is Blocking {
  const { kind } = effect;
  return kind === "request" || kind === "wait" || kind === "decide" || kind === "run";
}

const NO_TOOLS: CallDecision = {
  kind: "answer",
  content: "There are no tools here. Do not call this one again; answer without it.",
  isError: true,
};

async function carryOut(
  ports: TurnPorts,
  effect: Exclude<TurnEffect, Blocking | { kind: "end" }>,
): Promise<void> {
  switch (effect.kind) {
    case "record":
      return await ports.record(effect.events, effect.sync);
    case "show":
      return await ports.show(effect.block, effect.text);
    case "block end":
      return await ports.blockEnd();
    case "show call":
      return await ports.showCall?.(effect.event);
    case "show result":
      return await ports.showResult?.(effect.event);
    case "echo":
      return ports.echo?.(effect.text);
    case "notice":
      return ports.notice(effect.text);
  }
}

function waitingFor(event: ModelEvent): Waiting {
  switch (event.kind) {
    case "connected":
      return { kind: "first token" };
    case "reasoning":
      return { kind: "reasoning" };
    case "tool_call_start":
      return { kind: "arguments", tool: event.name };
    case "tool_call_arguments":
      return { kind: "arguments", tool: null };
    default:
      return { kind: "more" };
  }
}
