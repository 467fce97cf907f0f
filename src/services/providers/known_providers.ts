/**
 * The providers that can be named without configuring them, and what they need.
 *
 * @module
 */

/** The interfaces there is an implementation of. */
export const KINDS = ["anthropic", "openai", "google", "openai-compatible", "demo"] as const;

/** What a provider speaks. */
export type ProviderKind = (typeof KINDS)[number];

/** A provider the program has heard of. */
export interface KnownProvider {
  readonly name: string;
  /** What it is built as. */
  readonly kind: ProviderKind;
  /** Address without the path. */
  readonly baseUrl: string;
  /** Appended to a base URL that has no path of its own. */
  readonly path: string;
  /** The variable its key is in, unless configured otherwise; null when it needs none. */
  readonly apiKeyEnv: string | null;
  /** The model taken when only a key was given; null when none can be presumed. */
  readonly defaultModel: string | null;
}

/** In the order in which they are tried when no model is configured. */
export const KNOWN_PROVIDERS: readonly KnownProvider[] = [
  {
    name: "anthropic",
    kind: "anthropic",
    baseUrl: "https://api.anthropic.com",
    path: "/v1",
    apiKeyEnv: "ANTHROPIC_API_KEY",
    defaultModel: "claude-sonnet-5",
  },
  {
    name: "openai",
    kind: "openai",
    baseUrl: "https://api.openai.com",
    path: "/v1",
    apiKeyEnv: "OPENAI_API_KEY",
    defaultModel: "gpt-5.2",
  },
  {
    name: "google",
    kind: "google",
    baseUrl: "https://generativelanguage.googleapis.com",
    path: "/v1beta",
    apiKeyEnv: "GEMINI_API_KEY",
    defaultModel: "gemini-3.1-pro-preview",
  },
  {
    name: "openrouter",
    kind: "openai-compatible",
    baseUrl: "https://openrouter.ai",
    path: "/api/v1",
    apiKeyEnv: "OPENROUTER_API_KEY",
    defaultModel: "openrouter/auto",
  },
  {
    name: "ollama",
    kind: "openai-compatible",
    baseUrl: "http://localhost:11434",
    path: "/v1",
    apiKeyEnv: null,
    defaultModel: null,
  },
  {
    name: "llamacpp",
    kind: "openai-compatible",
    baseUrl: "http://127.0.0.1:8080",
    path: "/v1",
    apiKeyEnv: null,
    defaultModel: null,
  },
  { name: "demo", kind: "demo", baseUrl: "", path: "", apiKeyEnv: null, defaultModel: "chat" },
];

/** The entry of that name, or null. */
export function knownProvider(name: string): KnownProvider | null {
  return KNOWN_PROVIDERS.find((provider) => provider.name === name) ?? null;
}

/** `baseUrl`, with the provider's usual path unless it already has one. */
export function endpointOf(baseUrl: string, path: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  return url.pathname === "/" ? url.origin + path : baseUrl;
}
