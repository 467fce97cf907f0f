/**
 * Command plugins: finding them, whether they may run, and running them on the ladder.
 *
 * @module
 */

export { Approvals, type Permission, type PluginPermission } from "./approvals.ts";
export {
  findPlugin,
  findUnexecutable,
  type FoundPlugin,
  listPlugins,
  type PluginForWords,
  type PluginHost,
} from "./discover.ts";
export { PluginError, type PluginErrorCode, RequestError } from "./errors.ts";
export {
  COMPOSE_KINDS,
  type ComposeOption,
  type ComposeRequest,
  LOG_LEVELS,
  type PluginDescription,
  PRINT_CHANNELS,
  PRINT_FORMATS,
  type PrintRequest,
  PROTOCOL_VERSION,
} from "./protocol.ts";
export { type PluginEnd, type PluginRun, type PluginStage, runPlugin } from "./run_plugin.ts";
export { type Composed, LINE_LIMIT, type PluginExit, type PluginPorts } from "./session.ts";
