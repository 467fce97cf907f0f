/**
 * Commands that are programs of their own, and the list of them.
 *
 * @module
 */

export { runExternal } from "./run_external.ts";
export { listPluginCommands } from "./plugin_ls.ts";
