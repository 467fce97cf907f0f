/**
 * The interrupt menus.
 *
 * @module
 */

export { FALLBACK_MENU, runFallbackMenu } from "./fallback.ts";

export {
  askInTurn,
  type AskReply,
  type MenuAction,
  type MenuDecision,
  STREAMING_MENU,
  TURN_MENU,
} from "./turn_menus.ts";
