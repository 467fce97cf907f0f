/**
 * The widgets under every prompt.
 *
 * @module
 */

export {
  type Choice,
  type InlineSelect,
  OPENED,
  type SelectOutcome,
  type SelectState,
  updateSelect,
  viewSelect,
} from "./inline_select.ts";
export { type Run, type RunOptions } from "./run.ts";
export { runWidget } from "./run_widget.ts";
export { BACK, selectWidget, type ShownOutcome, showSelect } from "./show_select.ts";
export type { Stage } from "./stage.ts";
export * from "./pure.ts";
