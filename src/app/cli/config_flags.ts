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

const group = "Which file";

export const CONFIG_SET_FLAGS = [
  {
    long: "user-global",
    value: { kind: "none" },
    excludes: ["user-workspace", "cwd"],
    group,
    summary: "Yours, for every workspace",
  },
  {
    long: "user-workspace",
    value: { kind: "none" },
    excludes: ["cwd"],
    group,
    summary: "Yours, for this workspace alone",
  },
  {
    long: "cwd",
    value: { kind: "none" },
    group,
    summary: ".jp.toml in the current directory",
  },
] as const satisfies readonly FlagSpec[];

export type ConfigSetFlag = typeof CONFIG_SET_FLAGS[number]["long"];
