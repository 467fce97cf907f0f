/**
 * The turn: a pure machine and the loop that runs it.
 *
 * @module
 */

export {
  type Decision,
  runTurn,
  type TurnInterrupts,
  type TurnOutcome,
  type TurnPorts,
  type TurnScope,
} from "./loop.ts";
export { newTurn, type Phase, stepTurn, type TurnEffect, type TurnInput } from "./machine.ts";
