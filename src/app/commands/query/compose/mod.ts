/**
 * Composing a query in the user's editor.
 *
 * @module
 */

export { Composer, type ComposerOptions, type Plan, type TextSource } from "./composer.ts";
export { overlaid } from "./overlaid.ts";
