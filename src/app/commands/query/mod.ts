/**
 * `jp query`: one turn.
 *
 * @module
 */

export { query } from "./query.ts";
