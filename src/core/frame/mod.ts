/**
 * Inline frames: a few rows at the bottom of the normal screen, drawn, redrawn and taken away.
 *
 * Pure: `paint` and `erase` give the text to write; the width function and the terminal's size are
 * handed in.
 *
 * @module
 */

export { paint } from "./paint.ts";
export { erase, type Erased, type EraseOptions } from "./erase.ts";
export { damagedFrame, type Frame, frameHeight, openFrame, type Screen } from "./frame.ts";
export type { Painted, PaintOptions } from "./options.ts";
export { type Reflow, reflowOf, type TerminalEnvironment } from "./reflow.ts";
export { type RowMapper, rowMapper, type RowMapperOptions } from "./row_mapper.ts";
export { graphemes, walkGraphemes } from "./graphemes.ts";
export type { Caret, Line, Measure, Size, Span, View, Wrap } from "./types.ts";
export type { Cell, Row } from "./row.ts";
export type { PenPlace } from "./pen.ts";
export type { ViewLayout } from "./view_layout.ts";
export type { Grid, LineLayout } from "./line_layout.ts";
