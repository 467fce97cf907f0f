/**
 * Labels of conversations: `key=value`, or `:name` for one without a value.
 *
 * @module
 */

import { StoreError } from "./errors.ts";

/** Labels by key; the value of a bare one is the empty string. */
export type Labels = Readonly<Record<string, string>>;

/** What happens to a conversation's labels; removals first. */
export interface LabelChange {
  readonly add?: Labels;
  readonly remove?: readonly string[];
  /** Removes every label there was. */
  readonly reset?: boolean;
}

/** Reads `key=value` or `:name`. @throws {StoreError} `invalid` for anything else. */
export function parseLabel(text: string): { readonly key: string; readonly value: string } {
  const match = /^:([^=:\s]+)$|^([^=:\s]+)=(.*)$/s.exec(text);
  if (match === null) {
    throw new StoreError("invalid", `${JSON.stringify(text)} is not a label`, {
      help: "Write key=value, or :name for a label without a value.",
    });
  }
  return { key: match[1] ?? match[2] ?? "", value: match[3] ?? "" };
}

/** A label the way {@linkcode parseLabel} reads it. */
export function formatLabel(key: string, value: string): string {
  return value === "" ? `:${key}` : `${key}=${value}`;
}

/** The labels after a change, in the order they were given. */
export function changeLabels(labels: Labels, change: LabelChange): Labels {
  const next = new Map(change.reset ? [] : Object.entries(labels));
  for (const key of change.remove ?? []) next.delete(key);
  for (const [key, value] of Object.entries(change.add ?? {})) next.set(key, value);
  return Object.fromEntries(next);
}
