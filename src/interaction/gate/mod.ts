/**
 * What keeps a command from acting behind a menu.
 *
 * @module
 */

export { Gate } from "./gate.ts";
