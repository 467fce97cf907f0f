/**
 * Configuration: one table of keys, layers laid over one another, the origin of every value, every
 * problem told at once, and a say for the user in what a workspace may set.
 *
 * @module
 */

export type { ConfigWarning } from "./consent.ts";
export type { KeyDescription } from "./describe.ts";
export { describeKeys, isKeyPath, isUnused, namesBelow, toJsonSchema } from "./describe.ts";
export type { Setting } from "./edit_toml.ts";
export { editToml, unsetToml } from "./edit_toml.ts";
export type { Entry } from "./fill.ts";
export { formatKeyPath, parseKeyPath } from "./key_path.ts";
export type { Environment, Location, Place } from "./locations.ts";
export { configLocations, globalConfigDir } from "./locations.ts";
export type { Origin, Problem } from "./problem.ts";
export { ConfigError, formatOrigin, formatProblems } from "./problem.ts";
export type { ConfigInput, Resolved } from "./resolve.ts";
export { resolveConfig } from "./resolve.ts";
export { parseSettings } from "./settings.ts";
export type { Config, Extension } from "./schema.ts";
export type { Effort, Reasoning } from "./schema_assistant.ts";
export type { Detached, DetachedPolicy, Enable } from "./schema_tools.ts";
export type { KeyPath } from "./shape.ts";
export type { TrustPolicy, TrustRequest, UntrustedKey, UntrustedSource } from "./trust.ts";
export { untrustedKeys } from "./trust.ts";
export type { McpServerConfig, ProviderConfig, ToolConfig, ToolSettings } from "./views.ts";
export {
  configuredTools,
  llmProviders,
  parameterPath,
  requestParameters,
  toolSettings,
} from "./views.ts";
