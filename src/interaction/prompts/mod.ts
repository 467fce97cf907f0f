/**
 * Prompts that are no menus.
 *
 * @module
 */

export { type Answer, ask } from "./ask.ts";
