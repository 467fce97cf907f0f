/**
 * From a configured name to a model that can be asked. Owns the order in which a model is found
 * when none is configured; imports no npm package, so that start-up stays cheap.
 *
 * @module
 */

import { nearest } from "../../core/nearest/mod.ts";
import { anthropicModel, preloadAnthropic } from "./anthropic.ts";
import { DEMO_MODELS, demoModel } from "./demo.ts";
import { googleModel, preloadGoogle } from "./google.ts";
import type { Fetch } from "./guarded_fetch.ts";
import {
  endpointOf,
  KINDS,
  KNOWN_PROVIDERS,
  type KnownProvider,
  knownProvider,
  type ProviderKind,
} from "./known_providers.ts";
import type { OllamaProbe } from "./ollama.ts";
import { openAIModel, preloadOpenAI } from "./openai.ts";
import { openAICompatibleModel, preloadOpenAICompatible } from "./openai_compatible.ts";
import type { Timer } from "./timer.ts";
import { type Model, ProviderError } from "./types.ts";

/** `providers.llm.<name>`. */
export interface ProviderSettings {
  /** One of the kinds, or a provider we know by name; may be left out for such a provider. */
  readonly kind?: string;
  /** Where it is; may be left out for a provider we know by name. */
  readonly base_url?: string;
  /** The variable that holds the key; the empty string for a server that wants none. */
  readonly api_key_env?: string;
  /** Whether an answer cut at the model's own limit is gone on with (anthropic); true left out. */
  readonly chain_on_max_tokens?: boolean;
  /** Beta features asked for (anthropic). */
  readonly beta_headers?: readonly string[];
}

/** The part of the configuration that says which model to ask. */
export interface ModelSelection {
  /** `assistant.model.id`: `provider/name` or an alias; null when it is not set. */
  readonly model: string | null;
  /** `providers.llm.aliases`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** `providers.llm`, without the aliases. */
  readonly providers: Readonly<Record<string, ProviderSettings>>;
}

/** What models are built with. */
export interface ModelDependencies {
  /** An environment variable; the only way a key gets in. */
  readonly env: (name: string) => string | undefined;
  /** Paces the demo and bounds what is waited for. */
  readonly timer: Timer;
  /** Makes every request. */
  readonly fetch: Fetch;
}

/** What {@linkcode resolveModel} needs. */
export interface ResolveOptions extends ModelDependencies {
  /** What the user chose, if anything. */
  readonly config: ModelSelection;
  /** Looks for a local Ollama; null to leave that out. */
  readonly probeOllama: OllamaProbe | null;
  /** Ends the search, with its reason. */
  readonly signal: AbortSignal;
}

/** A model, and what to tell the user about how it was chosen. */
export interface ResolvedModel {
  /** What to ask. */
  readonly model: Model;
  /** One line when nobody chose it, else null. */
  readonly notice: string | null;
}

/** One provider, for `jp doctor`. */
export interface ProviderStatus {
  /** The first half of a model's name. */
  readonly name: string;
  /** What it is built as; null for a kind there is none of. */
  readonly kind: string | null;
  /** The variable its key is read from; null when it needs none. */
  readonly apiKeyEnv: string | null;
  /** Whether that variable is set; null when no key is needed. */
  readonly hasKey: boolean | null;
}

/** How long a local Ollama may take to answer, ms. */
const PROBE_MS = 150;

const DEMO_NOTICE =
  "No model is configured; the built-in demo answers (no network, no language model). " +
  "`jp help config` says how to choose one.";

/** Chains of aliases are followed this far. */
const MAX_ALIASES = 8;

/**
 * The configured model; else one of a provider whose key is set; else one of a local Ollama; else
 * the demo.
 *
 * @throws {ProviderError} `config` when the configured model cannot be built; the signal's reason
 * when it aborts.
 */
export async function resolveModel(options: ResolveOptions): Promise<ResolvedModel> {
  const { config } = options;
  options.signal.throwIfAborted();
  if (config.model !== null && config.model !== "") {
    return { model: buildModel(config.model, config, options), notice: null };
  }
  for (const { name, kind, defaultModel } of KNOWN_PROVIDERS) {
    const variable = keyVariableOf(name, config);
    if (kind === "demo" || defaultModel === null || !isSet(variable, options)) continue;
    const id = `${name}/${defaultModel}`;
    return {
      model: buildModel(id, config, options),
      notice: `No model is configured; using ${id}, since ${variable} is set.`,
    };
  }
  const local = await probe(options);
  if (local !== null) {
    const id = `ollama/${local}`;
    return {
      model: buildModel(id, config, options),
      notice: `No model is configured; using ${id} from the local Ollama.`,
    };
  }
  return { model: demoModel("chat", options.timer), notice: DEMO_NOTICE };
}

/**
 * The model behind `provider/name` or an alias.
 *
 * @throws {ProviderError} `config` when there is no such thing, or its key is missing.
 */
export function buildModel(
  id: string,
  config: ModelSelection,
  dependencies: ModelDependencies,
): Model {
  const { full, alias } = unaliased(id, config);
  const slash = full.indexOf("/");
  const provider = full.slice(0, slash);
  const name = full.slice(slash + 1);
  const settings = settingsOf(provider, config);
  const known = knownBehind(provider, settings);
  if (known === null && settings === null) throw unknownProvider(provider, alias, config);
  const kind = builtAs(provider, settings);
  if (kind === null) throw unknownKind(provider, settings?.kind ?? provider);
  if (kind === "demo") return demoModel(name, dependencies.timer);
  const usual = known ?? knownProvider(kind);
  const baseUrl = settings?.base_url ?? usual?.baseUrl;
  if (baseUrl === undefined) throw missingBaseUrl(provider);
  const endpoint = {
    provider,
    model: name,
    baseUrl: endpointOf(baseUrl, usual?.path ?? ""),
    apiKeyEnv: keyVariableOf(provider, config),
    ...dependencies,
  };
  switch (kind) {
    case "anthropic":
      return anthropicModel({
        ...endpoint,
        chainOnMaxTokens: settings?.chain_on_max_tokens ?? true,
        betaHeaders: settings?.beta_headers ?? [],
      });
    case "openai":
      return openAIModel(endpoint);
    case "google":
      return googleModel(endpoint);
    case "openai-compatible":
      return openAICompatibleModel({
        ...endpoint,
        flavour: usual?.name === "openrouter" ? "openrouter" : "plain",
      });
  }
}

/**
 * Loads what the model needs, so that its first request does not wait for it (tens of ms). A name
 * that cannot be built loads nothing: the fault is told when it is.
 */
export async function preloadModel(id: string, config: ModelSelection): Promise<void> {
  const provider = providerOf(id, config);
  if (provider === null) return;
  switch (builtAs(provider, settingsOf(provider, config))) {
    case "anthropic":
      return await preloadAnthropic();
    case "openai":
      return await preloadOpenAI();
    case "google":
      return await preloadGoogle();
    case "openai-compatible":
      return await preloadOpenAICompatible();
    case "demo":
    case null:
      return;
  }
}

/** Every provider that is known or configured, and whether its key is there. */
export function describeProviders(
  config: ModelSelection,
  env: (name: string) => string | undefined,
): ProviderStatus[] {
  const names = new Set([
    ...KNOWN_PROVIDERS.map((provider) => provider.name),
    ...Object.keys(config.providers),
  ]);
  return [...names].map((name) => {
    const apiKeyEnv = keyVariableOf(name, config);
    return {
      name,
      kind: builtAs(name, settingsOf(name, config)),
      apiKeyEnv,
      hasKey: apiKeyEnv === null ? null : isSet(apiKeyEnv, { env }),
    };
  });
}

function providerOf(id: string, config: ModelSelection): string | null {
  try {
    return unaliased(id, config).full.split("/", 1)[0] ?? null;
  } catch {
    return null;
  }
}

/** A model's name in full, and the alias that stands for it; null for none. */
interface FullName {
  readonly full: string;
  readonly alias: string | null;
}

function unaliased(id: string, config: ModelSelection): FullName {
  let full = id;
  let alias: string | null = null;
  for (let n = 0; n <= MAX_ALIASES; n++) {
    const target = Object.hasOwn(config.aliases, full) ? config.aliases[full] : undefined;
    if (target !== undefined) {
      alias = full;
      full = target;
    } else if (full === "demo") return { full: "demo/chat", alias };
    else if (/^[^/]+\/./.test(full)) return { full, alias };
    else throw malformed(full, alias, config);
  }
  throw new ProviderError("config", `The model alias ${id} leads back to itself.`, {
    help: "Point providers.llm.aliases at PROVIDER/NAME.",
    retryable: false,
    about: namedBy(id),
  });
}

/** Where a model is named that is reached through `alias`. */
function namedBy(alias: string | null): ProviderError["about"] {
  return alias === null ? "model" : ["providers", "llm", "aliases", alias];
}

function settingsOf(provider: string, config: ModelSelection): ProviderSettings | null {
  return Object.hasOwn(config.providers, provider) ? config.providers[provider] ?? null : null;
}

/** A provider of a kind we know by name has that one's address, path and key. */
function knownBehind(provider: string, settings: ProviderSettings | null): KnownProvider | null {
  return (settings?.kind === undefined ? null : knownProvider(settings.kind)) ??
    knownProvider(provider);
}

/** What a provider is built as; null for a kind there is none of. */
function builtAs(provider: string, settings: ProviderSettings | null): ProviderKind | null {
  const kind = settings?.kind ?? provider;
  return KINDS.find((name) => name === kind) ?? knownProvider(kind)?.kind ?? null;
}

function keyVariableOf(provider: string, config: ModelSelection): string | null {
  const settings = settingsOf(provider, config);
  const name = settings?.api_key_env ?? knownBehind(provider, settings)?.apiKeyEnv;
  return name === undefined || name === "" ? null : name;
}

function isSet(
  variable: string | null,
  { env }: Pick<ModelDependencies, "env">,
): variable is string {
  return variable !== null && (env(variable) ?? "").trim() !== "";
}

/** A server that accepts the connection and says nothing must not hold up the start. */
async function probe(options: ResolveOptions): Promise<string | null> {
  if (options.probeOllama === null) return null;
  const enough = new AbortController();
  const signal = AbortSignal.any([options.signal, enough.signal]);
  const late = options.timer.sleep(PROBE_MS, signal).then(() => null);
  // Cut short as soon as the probe has answered, when nobody listens any more.
  late.catch(() => {});
  const found = await Promise.race([options.probeOllama(signal), late]).catch(() => null);
  enough.abort();
  options.signal.throwIfAborted();
  return found;
}

function malformed(full: string, alias: string | null, config: ModelSelection): ProviderError {
  const aliases = Object.keys(config.aliases);
  const known = aliases.length === 0 ? "" : `, or one of the aliases ${aliases.join(", ")}`;
  const through = alias === null ? "" : ` (through the alias ${alias})`;
  return new ProviderError(
    "config",
    `"${full}"${through} is not a model: a model is named PROVIDER/NAME.`,
    {
      help: `Use PROVIDER/NAME, such as demo/${DEMO_MODELS[0]}${known}.`,
      retryable: false,
      about: namedBy(alias),
    },
  );
}

function unknownProvider(
  provider: string,
  alias: string | null,
  config: ModelSelection,
): ProviderError {
  const names = describeProviders(config, () => undefined)
    .filter(({ kind }) => kind !== null).map(({ name }) => name);
  const close = nearest(provider, names);
  return new ProviderError("config", `There is no provider named ${provider}.`, {
    help:
      `${close === null ? "" : `Did you mean ${close}? `}Known are ${
        names.join(", ")
      }; another OpenAI-compatible server is added with ` +
      `[providers.llm.${provider}] kind = "openai-compatible" and base_url.`,
    retryable: false,
    about: namedBy(alias),
  });
}

function missingBaseUrl(provider: string): ProviderError {
  return new ProviderError("config", `The provider ${provider} has no base_url.`, {
    help: `Set providers.llm.${provider}.base_url, such as https://host/v1.`,
    retryable: false,
  });
}

function unknownKind(provider: string, kind: string): ProviderError {
  const what = `The provider ${provider} is of the unknown kind "${kind}".`;
  return new ProviderError("config", what, {
    help: `The kinds are ${KINDS.join(", ")}: a server that speaks OpenAI's chat completions ` +
      `is added with [providers.llm.NAME] kind = "openai-compatible" and base_url.`,
    retryable: false,
  });
}
