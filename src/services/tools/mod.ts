/**
 * Tools: what the model may call, and how a call is prepared and run.
 *
 * @module
 */

export {
  type AskMode,
  type DetachedPolicy,
  type Interaction,
  type PreparedCall,
  type Preview,
  type RunOutcome,
  type Tool,
  ToolError,
  type ToolQuestion,
  type ToolSource,
} from "./types.ts";
