/**
 * Messages as data.
 *
 * @module
 */

export { assertNever, formatNotice, type Notice, notice, type NoticeFormat } from "./notices.ts";
