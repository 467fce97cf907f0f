/**
 * Members of a request that a provider package has no option for: put into the body on its way out.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import type { Fetch } from "./guarded_fetch.ts";
import { isRecord } from "./server_words.ts";

/** A fetch that adds `extra` to each JSON body; objects in it are merged, all else replaces. */
export function withBody(fetch: Fetch, extra: JsonObject): Fetch {
  if (Object.keys(extra).length === 0) return fetch;
  return (input, init) => {
    if (typeof init?.body !== "string") return fetch(input, init);
    return fetch(input, { ...init, body: JSON.stringify(merged(JSON.parse(init.body), extra)) });
  };
}

/** A fetch that leaves out what a package adds for a key, for servers that want none. */
export function withoutKey(fetch: Fetch): Fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    for (const name of ["authorization", "x-api-key", "x-goog-api-key"]) headers.delete(name);
    return fetch(input, { ...init, headers });
  };
}

function merged(base: Json, extra: Json): Json {
  if (!isObject(base) || !isObject(extra)) return extra;
  const result: Record<string, Json> = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    const before = result[key];
    result[key] = before === undefined ? value : merged(before, value);
  }
  return result;
}

function isObject(value: Json): value is JsonObject {
  return isRecord(value);
}
