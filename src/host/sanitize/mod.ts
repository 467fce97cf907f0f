/**
 * Text that somebody else wrote (models, tools, servers, file names), made harmless for a terminal.
 *
 * @module
 */

export { type Sanitize, sanitized, type SanitizeOptions, Sanitizer } from "./sanitizer.ts";
export { safeName } from "./names.ts";
export { plainSgr, sgrGroups } from "./sgr.ts";
