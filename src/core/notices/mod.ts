/**
 * Messages as data.
 *
 * @module
 */

export { formatNotice, type Notice, notice, type NoticeFormat } from "./notices.ts";
