/**
 * The turn: a pure machine and the loop that runs it.
 *
 * @module
 */

export type { CallDecision, CallRequest, CallResult, Inquiry } from "./calls.ts";
export { runTurn, type TurnOutcome } from "./loop.ts";
export { stepTurn } from "./machine.ts";
export type {
  CallNews,
  Decision,
  NumberedCall,
  TurnInterrupts,
  TurnPorts,
  TurnScope,
  TurnTools,
} from "./ports.ts";
export { newTurn, type Phase, type TurnEffect, type TurnInput } from "./types.ts";
