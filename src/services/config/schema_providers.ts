/**
 * The keys of `[providers]` and `[plugins]`: who is talked to, and what may be run.
 *
 * @module
 */

import { list, record } from "./compound.ts";
import { entries, free, key, optional, required, table } from "./field.ts";
import { TEXTS } from "./schema_style.ts";
import { boolean, choice, seconds, text } from "./shape.ts";

const URL_TEXT = text({
  pattern: /^https?:\/\/[^\s/]+\S*$/,
  expects: "a URL that begins with http:// or https://",
});

/** Empty for a server that wants no key. */
const ENV_NAME = text({
  pattern: /^([A-Za-z_][A-Za-z0-9_]*)?$/,
  expects: "the name of an environment variable, or nothing for a server that wants no key",
  empty: true,
});

const NAMES = {
  pattern: /^[^\s/]+$/,
  expects: "a name without spaces and slashes",
};

const CHECKSUM = record({
  algorithm: key(choice("sha256", "sha1"), "sha256", "How it is computed."),
  value: {
    node: "key",
    doc: "The digest, in hexadecimal.",
    shape: text({ pattern: /^[0-9a-fA-F]{40,64}$/, expects: "a digest in hexadecimal" }),
    fallback: undefined,
  },
});

const PROVIDER = table("A provider of models.", {
  kind: required(
    choice(
      "openai-compatible",
      "anthropic",
      "openai",
      "google",
      "openrouter",
      "ollama",
      "llamacpp",
      "demo",
    ),
    "The interface it speaks.",
    { sensitive: true, defines: true },
  ),
  base_url: optional(URL_TEXT, "Where it is reached; its own address when left out.", {
    sensitive: true,
  }),
  api_key_env: optional(ENV_NAME, "The environment variable that holds its key.", {
    sensitive: true,
  }),
  chain_on_max_tokens: key(
    boolean(),
    true,
    "Whether an answer cut at max_tokens is continued (anthropic).",
  ),
  beta_headers: key(TEXTS, [], "Beta features asked for (anthropic)."),
}, {
  check: ({ kind, base_url }) =>
    kind === "openai-compatible" && base_url === null
      ? 'base_url, as kind is "openai-compatible"'
      : null,
});

const MCP_SERVER = table("An MCP server.", {
  type: key(choice("stdio"), "stdio", "How it is talked to."),
  command: required(text(), "The program."),
  arguments: key(list(text({ empty: true }), "text"), [], "Its arguments."),
  variables: key(TEXTS, [], "Environment variables passed on to it."),
  checksum: optional(CHECKSUM, "The digest its program has to have."),
  optional: key(boolean(), false, "Whether things go on without it when it fails to start."),
  startup_timeout_secs: key(seconds(), 60, "Seconds it may take to start; 0: as long as it takes."),
});

/** `[providers]`. */
export const PROVIDERS = table("Who is talked to.", {
  llm: entries(
    "Providers of models, by name.",
    {
      aliases: entries(
        "Short names of models.",
        {},
        required(
          text({ pattern: /^[^\s/]+\/\S+$/, expects: 'a model such as "anthropic/NAME"' }),
          "The model: provider/name.",
        ),
        { names: NAMES },
      ),
    },
    PROVIDER,
    { names: NAMES },
  ),
  mcp: entries("MCP servers, by name.", {}, MCP_SERVER, { sensitive: true, names: NAMES }),
});

/** `[plugins]`. */
export const PLUGINS = table("Command plugins.", {
  shutdown_timeout_secs: key(
    seconds(),
    5,
    "Seconds a plugin has to stop before it is killed.",
  ),
  command: entries(
    "Plugins, by name.",
    {},
    table("The plugin jp-NAME.", {
      run: key(
        choice("ask", "unattended", "deny"),
        "ask",
        "Permission: ask once, run unattended, or deny.",
      ),
      checksum: optional(CHECKSUM, "The digest its program has to have."),
      options: free("Options the plugin itself understands."),
    }),
    { sensitive: true, names: NAMES },
  ),
});
