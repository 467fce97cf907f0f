/**
 * `metadata.json`: what is known of a conversation besides its events. Reading forgives everything,
 * since a conversation must not be lost over its title; members this version does not know stay.
 *
 * @module
 */

import { type ConversationId, createdAt, type JsonObject } from "../../core/conversation/mod.ts";
import type { Labels } from "./labels.ts";

/** The members as they stand in the file. Times are UTC, `2026-04-10T17:04:20.531Z`. */
export interface Metadata {
  readonly title: string | null;
  readonly created_at: string;
  readonly last_activated_at: string;
  readonly pinned_at: string | null;
  /** When it was archived; whether it is, the directory it lies in says. */
  readonly archived_at: string | null;
  readonly expires_at: string | null;
  readonly labels: Labels;
}

/** A time in milliseconds since the epoch as it is written. */
export function timestampOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The file's text as an object; an empty one when it is no JSON object. */
export function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as JsonObject
    : {};
}

/** What a file says, with sound values for what it leaves out or gets wrong. */
export function metadataOf(raw: JsonObject, id: ConversationId): Metadata {
  const created = time(raw.created_at) ?? timestampOf(createdAt(id));
  return {
    title: typeof raw.title === "string" && raw.title !== "" ? raw.title : null,
    created_at: created,
    last_activated_at: time(raw.last_activated_at) ?? created,
    pinned_at: time(raw.pinned_at),
    archived_at: time(raw.archived_at),
    expires_at: time(raw.expires_at),
    labels: labelsOf(raw.labels),
  };
}

/** The file with changes made; what it holds besides stays. */
export function encodeMetadata(raw: JsonObject, metadata: Metadata): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify({ ...raw, ...metadata }, null, 2)}\n`);
}

function time(value: unknown): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}

function labelsOf(value: unknown): Labels {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] =>
      typeof entry[1] === "string"
    ),
  );
}
