/**
 * The address and the key of a provider, checked before anything is sent. The key is read for each
 * request and kept nowhere.
 *
 * @module
 */

import type { EndpointOptions } from "./dialect.ts";
import { ProviderError } from "./types.ts";

/**
 * The address.
 *
 * @throws {ProviderError} `config` when it is none that can be asked.
 */
export function baseUrlOf(options: EndpointOptions): URL {
  const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : null;
  const http = url !== null && /^https?:$/.test(url.protocol);
  // fetch refuses an address with a login in it, and it would end up in messages.
  if (http && url.username === "" && url.password === "") return url;
  throw new ProviderError(
    "config",
    `The base_url of provider ${options.provider} is not ` +
      (http ? "allowed to hold a login." : "an http(s) address."),
    {
      help: `Set providers.llm.${options.provider}.base_url to something like https://host/v1` +
        (http ? ", and api_key_env to the variable that holds the key." : "."),
      retryable: false,
      about: ["providers", "llm", options.provider, "base_url"],
    },
  );
}

/**
 * The key; undefined for a server that wants none.
 *
 * @throws {ProviderError} `config` when the variable is unset or cannot hold one.
 */
export function keyOf(options: EndpointOptions): string | undefined {
  const name = options.apiKeyEnv;
  if (name === null) return undefined;
  // `export KEY=$(cat file)` and .env files leave white space around it.
  const key = options.env(name)?.trim();
  const help = `Set ${name} to a key of ${options.provider}, or choose another model (-m).`;
  if (key === undefined || key === "") {
    throw new ProviderError("config", `${options.provider} needs a key, and ${name} is not set.`, {
      help,
      retryable: false,
    });
  }
  // Checked here, since runtimes quote a header they refuse.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ProviderError("config", `${name} holds characters that no key has.`, {
      help,
      retryable: false,
    });
  }
  return key;
}

/**
 * The variable by which the runtimes send requests to `url` through a proxy, or null. They read it by
 * themselves; it is wanted for what to say when that fails.
 */
export function proxyVariableOf(url: URL, env: EndpointOptions["env"]): string | null {
  const set = (names: readonly string[]) => names.find((name) => (env(name) ?? "") !== "");
  const scheme = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const variable = set([scheme.toUpperCase(), scheme]);
  if (variable === undefined) return null;
  const exceptions = env(set(["NO_PROXY", "no_proxy"]) ?? "NO_PROXY") ?? "";
  const direct = exceptions.split(",").map((each) => each.trim().replace(/^\*?\./, ""))
    .some((each) =>
      each === "*" || each !== "" && (url.hostname === each || url.hostname.endsWith(`.${each}`))
    );
  return direct ? null : variable;
}
