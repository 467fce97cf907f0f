/**
 * The error for a key of the configuration that there is none of, with what there is.
 *
 * @module
 */

import { nearest } from "../../core/nearest/mod.ts";
import { formatKeyPath, type KeyPath, namesBelow } from "../../services/config/mod.ts";
import { CommandError } from "../app.ts";

/** It, for a path some name of which is no key. */
export function noSuchKey(key: KeyPath): CommandError {
  const above = key.findIndex((_, depth) => {
    const names = namesBelow(key.slice(0, depth));
    return !names.includes(key[depth] ?? "") && !names.includes("<name>");
  });
  const names = namesBelow(key.slice(0, Math.max(0, above)));
  const close = nearest(key[Math.max(0, above)] ?? "", names);
  const table = above > 0 ? `${formatKeyPath(key.slice(0, above))} has` : "There are";
  return new CommandError(`there is no key ${formatKeyPath(key)}`, {
    help: names.length === 0
      ? "jp config show lists them."
      : `${close === null ? "" : `Did you mean ${close}? `}${table} ${
        names.map((name) => name === "<name>" ? name : formatKeyPath([name])).join(", ")
      }.`,
  });
}
