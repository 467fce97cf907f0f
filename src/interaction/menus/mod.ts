/**
 * The interrupt menus.
 *
 * @module
 */

export { FALLBACK_MENU, runFallbackMenu } from "./fallback.ts";
export { Gate } from "./gate.ts";
