/**
 * The interrupt menus.
 *
 * @module
 */

export { FALLBACK_MENU, runFallbackMenu, serveMenu } from "./fallback.ts";

export {
  askInTurn,
  type AskReply,
  type MenuAction,
  type MenuDecision,
  STREAMING_MENU,
  TOOL_MENU,
  TURN_MENU,
  type Words,
} from "./turn_menus.ts";

export {
  askWhileLocked,
  type LockAsked,
  type LockDecision,
  lockMenu,
  type LockOffer,
} from "./lock_menu.ts";
