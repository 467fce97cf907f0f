/**
 * Where a text is no JSON.
 *
 * @module
 */

export { jsonFault } from "./json_fault.ts";
