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
export { type ShownOutcome, showSelect, type Stage } from "./show_select.ts";
