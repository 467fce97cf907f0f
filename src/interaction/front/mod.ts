/**
 * Other programs in front of us: an editor, a pager.
 *
 * @module
 */

export { type FrontEnding, type FrontStage, runInFront } from "./run_in_front.ts";
