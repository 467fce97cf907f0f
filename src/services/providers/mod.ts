/**
 * The models: one streaming shape for all of them, how one is chosen, what can go wrong, and the
 * limits a stream is held to. Reads keys through a function and keeps none; retries nothing itself.
 *
 * @module
 */

export type {
  AssistantPart,
  FinishReason,
  Model,
  ModelEvent,
  ModelRequest,
  PromptCache,
  PromptMessage,
  ProviderErrorCode,
  ToolDefinition,
} from "./types.ts";
export { ProviderError } from "./types.ts";
export type { Timer } from "./timer.ts";
export type { Fetch } from "./guarded_fetch.ts";
export type { EndpointOptions } from "./dialect.ts";
export type { AnthropicOptions } from "./anthropic.ts";
export { anthropicModel } from "./anthropic.ts";
export { googleModel } from "./google.ts";
export { openAIModel } from "./openai.ts";
export type { CompatibleFlavour, OpenAICompatibleOptions } from "./openai_compatible.ts";
export { openAICompatibleModel } from "./openai_compatible.ts";
export { DEMO_MODELS, demoModel } from "./demo.ts";
export type { SchemaCheck } from "./answer_schema.ts";
export { schemaCheck, withSchemaCheck } from "./answer_schema.ts";
export type { StreamLimits } from "./limits.ts";
export { SignsOfLife, streamWithLimits, withByteCeiling, withIdleTimeout } from "./limits.ts";
export type { RetrySettings } from "./retry.ts";
export { retryDelay } from "./retry.ts";
export type { OllamaProbe } from "./ollama.ts";
export { ollamaProbe } from "./ollama.ts";
export type {
  ModelDependencies,
  ModelSelection,
  ProviderSettings,
  ProviderStatus,
  ResolvedModel,
  ResolveOptions,
} from "./registry.ts";
export { buildModel, describeProviders, preloadModel, resolveModel } from "./registry.ts";
