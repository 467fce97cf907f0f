/**
 * The visible side of a graceful shutdown.
 *
 * @module
 */

export { showCountdown } from "./countdown.ts";
