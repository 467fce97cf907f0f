/**
 * The turn: a pure machine and the loop that runs it.
 *
 * @module
 */

export { runTurn, type TurnOutcome, type TurnPorts } from "./loop.ts";
export { newTurn, type Phase, stepTurn, type TurnEffect, type TurnInput } from "./machine.ts";
