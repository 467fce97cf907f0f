/**
 * The environment a tool gets: ours, without the keys of providers, whatever they are called.
 *
 * Source: product.md "Security".
 *
 * @module
 */

import { type Config, llmProviders } from "../config/mod.ts";

/** An environment that is fit for a tool, and what was taken out of it. */
export interface ToolEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** The values of the variables that were taken out; they must not show up in a result. */
  readonly secrets: readonly string[];
}

/** Shorter values are words ("none", "ollama"), and taking those out of texts would maim them. */
const SHORTEST_SECRET = 8;

/** Keys of providers by their usual names, also of providers that are not configured. */
const KEY_NAME =
  /(^|_)API_?KEY(_\w+)?$|^(ANTHROPIC_AUTH_TOKEN|CLAUDE_CODE_OAUTH_TOKEN|HF_TOKEN|HUGGINGFACE_TOKEN|REPLICATE_API_TOKEN|AWS_BEARER_TOKEN_BEDROCK)$/i;

/** The variables that hold the keys of the configured providers. */
export function keyVariables(config: Config): string[] {
  return [...llmProviders(config).values()].flatMap(({ api_key_env }) => api_key_env || []);
}

/** Our environment without these variables, without others that are keys or hold one. */
export function toolEnvironment(
  all: Readonly<Record<string, string>>,
  keys: readonly string[],
): ToolEnvironment {
  const named = new Set(keys.map((name) => name.toUpperCase()));
  const isKey = (name: string): boolean => named.has(name.toUpperCase()) || KEY_NAME.test(name);
  const secrets = Object.entries(all)
    .filter(([name, value]) => isKey(name) && value.trim().length >= SHORTEST_SECRET)
    .map(([, value]) => value.trim());
  const env = Object.fromEntries(
    Object.entries(all).filter(([name, value]) =>
      !isKey(name) && !secrets.some((secret) => value.includes(secret))
    ),
  );
  return { env, secrets: [...new Set(secrets)] };
}

/** What an MCP server gets: what any program needs, and what is named. */
export function serverEnvironment(
  all: Readonly<Record<string, string>>,
  variables: readonly string[],
): Record<string, string> {
  const names = new Set([...NEEDED, ...variables]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

const NEEDED = [
  ...["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"],
  ...["APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE"],
  ...["Path", "SYSTEMDRIVE", "SYSTEMROOT", "SystemRoot", "TEMP", "USERNAME", "USERPROFILE"],
];
