/**
 * Presses to effects: which rung of the interrupt ladder an event is.
 *
 * @module
 */

export {
  DEFAULT_SETTINGS,
  initialLadder,
  LATE_PRESS_MS,
  nextRung,
  RELAY_WINDOW_MS,
  step,
} from "./ladder.ts";
export type { Step } from "./ladder.ts";
export { decodeState, encodeState, STATE_SLOTS } from "./shared_form.ts";
export {
  countdownPlan,
  type ShutdownDisplay,
  shutdownDisplay,
  type ShutdownSettings,
} from "./countdown.ts";
export type {
  EndSignal,
  LadderEffect,
  LadderEvent,
  LadderSettings,
  LadderState,
  OnScreen,
  ShutdownReason,
  TerminalOwner,
} from "./types.ts";
