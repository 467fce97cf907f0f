/**
 * `jp query`: one turn.
 *
 * @module
 */

export { query } from "./query.ts";
export { oneConversation } from "./choose_conversation.ts";
