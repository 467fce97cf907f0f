/**
 * The controlling terminal.
 *
 * @module
 */

export { cellWidth } from "./cell_width.ts";
export { type TerminalFeatures, terminalFeatures } from "./features.ts";
export { ESCAPE_TIMEOUT_MS, Keyboard, type KeyboardRead } from "./keyboard.ts";
export type { Discipline } from "./mode_guards.ts";
export { type Borrower, type Loan, Terminal } from "./terminal.ts";
