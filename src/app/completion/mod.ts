/**
 * Completion for the shells, generated from the command table: what jp accepts is said once.
 *
 * @module
 */

export { completionScript, type CompletionValues, type Shell } from "./completion_script.ts";
