/**
 * Which of some names was probably meant.
 *
 * @module
 */

export { editDistance, nearest } from "./nearest.ts";
