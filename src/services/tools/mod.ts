/**
 * Tools: what the model may call, and how a call is prepared and run.
 *
 * @module
 */

export {
  type ArgumentFormatter,
  type AskMode,
  type DetachedPolicy,
  type FormattedArguments,
  type Interaction,
  type PreparedCall,
  type Preview,
  type RunOutcome,
  type Tool,
  ToolError,
  type ToolQuestion,
  type ToolSource,
} from "./types.ts";
export { BUILT_INS } from "./builtin/mod.ts";
export { DESCRIBE_TOOLS } from "./describe_tools.ts";
export { FILE_BYTES, HEAD_BYTES, MAX_BYTES, TAIL_BYTES } from "./output_keeper.ts";
export type { Spill, ToolHost, ToolWorkspace } from "./host.ts";
export { Toolbox, type ToolboxOptions, type ToolSet } from "./open_tools.ts";
export type { ToolSwitch } from "./selection.ts";
export { keyVariables, toolEnvironment } from "./environment.ts";
