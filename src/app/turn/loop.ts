/**
 * Runs a turn: feeds the machine what the model sends and what the signals say, and does what it
 * asks for. Passes the gate before each step that somebody could see.
 *
 * @module
 */

import type { ConversationEvent, TurnEndReason, Usage } from "../../core/conversation/mod.ts";
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

  const stopped = (): TurnInput => ({ kind: "stop", reason: "interrupted" });

  let next: Blocking | null = await feed({ kind: "begin", content });
  while (next !== null && outcome === null) {
    if (signal.aborted) {
      next = await feed(stopped());
      continue;
    }
    try {
      await ports.pass(signal);
      if (next.kind === "wait") {
        ports.notice(`${next.why} Retrying (${next.attempt})…`);
        ports.waiting(`retry ${next.attempt}`);
        await ports.sleep(next.ms, signal);
        next = await feed({ kind: "retry" });
        continue;
      }
      ports.waiting("sending request");
      const request = next;
      next = null;
      for await (const event of ports.request(request.goOn, signal)) {
        await ports.pass(signal);
        ports.waiting(waitingFor(event));
        next = await feed({ kind: "event", event });
        if (next !== null || outcome !== null) break;
      }
      // Every model's stream ends in a finish or an error; one that does neither is our mistake.
      if (next === null && outcome === null) {
        throw new TypeError(`the stream of ${ports.model} ended without a finish`);
      }
    } catch (error) {
      if (signal.aborted) {
        next = await feed(stopped());
        continue;
      }
      const fault = ports.asProviderError(error);
      if (fault === null) {
        await feed({ kind: "stop", reason: "error" });
        throw error;
      }
      lastError = fault;
      const delayMs = ports.retryDelay(state.attempts + 1, fault);
      next = await feed({ kind: "failed", message: fault.message, delayMs });
    } finally {
      ports.waiting(null);
    }
  }
  const reason = outcome ?? "error";
  return { reason, error: reason === "error" ? lastError : null, usage: state.usage };
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
    case "notice":
      return ports.notice(effect.text);
  }
}

function waitingFor(event: ModelEvent): string | null {
  return event.kind === "connected" ? "waiting for first tokens" : null;
}
