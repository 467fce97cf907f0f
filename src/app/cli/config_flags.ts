/**
 * The flags of the `jp config` commands.
 *
 * Owns their names, help lines and contradictions; must never know what any of them does.
 */

import type { FlagSpec } from "./spec.ts";

export const CONFIG_SHOW_FLAGS = [
  {
    long: "defaults",
    value: { kind: "none" },
    group: "Flags",
    summary: "Show every key's default and what it is for",
  },
] as const satisfies readonly FlagSpec[];

export type ConfigShowFlag = typeof CONFIG_SHOW_FLAGS[number]["long"];
