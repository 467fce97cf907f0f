/**
 * What a plugin can ask of jp, met: conversations and configuration are read, never written.
 *
 * @module
 */

import { type Json, type JsonObject, parseId } from "../../../core/conversation/mod.ts";
import { type Config, parseKeyPath } from "../../../services/config/mod.ts";
import { type FoundPlugin, type PluginPorts, RequestError } from "../../../services/plugins/mod.ts";
import { StoreError } from "../../../services/workspace/mod.ts";
import type { App } from "../../app.ts";
import { asJson } from "./greeting.ts";
import type { PluginOutput } from "./output.ts";

const AT_ONCE = 32;

/** The ports of one run. */
export function pluginPorts(
  app: App,
  config: Config,
  plugin: FoundPlugin,
  output: PluginOutput,
): PluginPorts {
  return {
    listConversations: () => stored(() => conversations(app)),
    readEvents: (id) => stored(() => events(app, id)),
    readConfig: (path) => Promise.resolve(valueAt(config, path)),
    print: (request, wait) => output.print(request, wait),
    log: (level, message, fields) =>
      app.log.write(level, message, { ...fields, plugin: plugin.name }),
    compose: async (request, signal) =>
      await (await import("./compose.ts")).compose(app, config, plugin, request, signal),
  };
}

async function conversations(app: App): Promise<JsonObject[]> {
  const { conversations } = await app.store();
  const refs = await conversations.list();
  const all: JsonObject[] = [];
  for (let index = 0; index < refs.length; index += AT_ONCE) {
    app.signal.throwIfAborted();
    const part = refs.slice(index, index + AT_ONCE);
    all.push(
      ...await Promise.all(part.map(async (ref) => {
        const [{ title, metadata }, { events }] = await Promise.all([
          conversations.summary(ref),
          conversations.read(ref),
        ]);
        const { pinned_at, last_activated_at } = metadata;
        return {
          id: ref.id,
          title,
          last_activated_at,
          ...pinned_at === null ? {} : { pinned_at },
          events_count: events.length,
        };
      })),
    );
  }
  return all;
}

async function events(app: App, id: string): Promise<readonly Json[]> {
  const { conversations } = await app.store();
  const parsed = parseId(id);
  const ref = parsed === null ? null : await conversations.find(parsed);
  if (ref === null) throw new RequestError(`there is no conversation ${JSON.stringify(id)}`);
  const { events } = await conversations.read(ref);
  return events.map(asJson);
}

function valueAt(config: Config, path: string | null): Json {
  let value: unknown = config;
  for (const name of path === null || path === "" ? [] : keysOf(path)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) {
      throw new RequestError(`there is no key ${path}`);
    }
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return asJson(value);
}

function keysOf(path: string): readonly string[] {
  const keys = parseKeyPath(path);
  if (keys === null) throw new RequestError(`${JSON.stringify(path)} is no key`);
  return keys;
}

/** A store that cannot be read is the plugin's to deal with. */
async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError) throw new RequestError(error.message);
    throw error;
  }
}
