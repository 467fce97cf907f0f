/**
 * Markdown rendered as it streams, into a terminal's ordinary scrollback. Pure: text in, what to
 * write out; the terminal's size and the width of a glyph are handed in.
 *
 * @module
 */

export { createRenderer, type Renderer, type RendererOptions } from "./renderer.ts";
export { ANSI_THEME, type CodeRole, type Theme, THEME_NAMES, themeNamed } from "./theme.ts";
export type { CodeStyle, TableStyle } from "./context.ts";
export type { Measure } from "../../core/frame/mod.ts";
