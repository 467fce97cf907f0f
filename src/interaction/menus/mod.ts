/**
 * The interrupt menus.
 *
 * @module
 */

export { FALLBACK_MENU, runFallbackMenu, serveMenu } from "./fallback.ts";

export {
  askInTurn,
  type AskReply,
  decideInTurn,
  type MenuAction,
  type MenuDecision,
  type MenuPorts,
  STREAMING_MENU,
  TOOL_MENU,
  TURN_MENU,
  type Words,
  wordsOf,
} from "./turn_menus.ts";

export { type RehearsalOptions, rehearseMenu } from "./rehearsal.ts";

export {
  askWhileLocked,
  type LockAsked,
  type LockDecision,
  lockMenu,
  type LockOffer,
} from "./lock_menu.ts";
