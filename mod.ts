/**
 * The parts of `jp` that other command-line programs can use: a ladder for Ctrl-C that always acts,
 * the router and the pure function under it, and the printer.
 *
 * ```ts
 * import { runWithLadder } from "./mod.ts";
 *
 * await runWithLadder(async (ladder) => {
 *   for (const name of ["a", "b", "c"]) {
 *     await ladder.pass();
 *     ladder.print(`converted ${name}\n`);
 *   }
 * });
 * ```
 *
 * @module
 */

export { type Ladder, type LadderOptions, runWithLadder } from "./src/app/library.ts";
export {
  type EndSignal,
  initialLadder,
  type LadderEffect,
  type LadderEvent,
  type LadderSettings,
  type LadderState,
  nextRung,
  type OnScreen,
  type ShutdownReason,
  type ShutdownSettings,
  type Step,
  step,
  type TerminalOwner,
} from "./src/core/ladder/mod.ts";
export type { Notice } from "./src/core/notices/mod.ts";
export type { ColorChoice, FormatChoice } from "./src/host/printer/mod.ts";
export { type Scope, ScopeStack, type SentinelWorker, Shutdown } from "./src/host/signals/mod.ts";
