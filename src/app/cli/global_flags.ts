/**
 * The flags that every command accepts.
 *
 * Owns their names and help lines; must never know what any of them does.
 */

import type { FlagSpec } from "./spec.ts";

const group = "Global flags";

export const GLOBAL_FLAGS = [
  {
    long: "cfg",
    short: "c",
    value: { kind: "text", metavar: "K=V", completes: { kind: "assignment" } },
    repeats: true,
    group,
    summary: "Override configuration: key=value, {json} or @file",
  },
  {
    long: "format",
    short: "F",
    value: {
      kind: "choice",
      metavar: "FORMAT",
      choices: ["auto", "text", "text-pretty", "json", "json-pretty"],
    },
    group,
    summary: "auto, text, text-pretty, json or json-pretty",
  },
  {
    long: "verbose",
    short: "v",
    value: { kind: "none" },
    repeats: true,
    group,
    summary: "Log to stderr: -v warnings, -vv information, …",
  },
  {
    long: "quiet",
    short: "q",
    value: { kind: "none" },
    group,
    summary: "Log nothing to stderr",
  },
  {
    long: "non-interactive",
    value: { kind: "none" },
    group,
    summary: "Never ask anything, even with a terminal",
  },
  {
    long: "no-persist",
    short: "P",
    otherShort: ["!"],
    value: { kind: "none" },
    group,
    summary: "Keep nothing on disk",
  },
  {
    long: "workspace",
    short: "w",
    value: { kind: "text", metavar: "DIR|ID", completes: { kind: "directory" } },
    group,
    summary: "Use this workspace, not the one around here",
  },
  {
    long: "log-file",
    value: { kind: "text", metavar: "PATH", completes: { kind: "file" } },
    group,
    summary: "Write the log here; - is stderr",
  },
  {
    long: "color",
    otherLong: ["colour"],
    value: { kind: "choice", metavar: "WHEN", choices: ["auto", "always", "never"] },
    group,
    summary: "auto, always or never",
  },
  {
    long: "width",
    // The kernel keeps a terminal's size in 16 bits.
    value: { kind: "number", metavar: "COLUMNS", least: 0, most: 65_535 },
    group,
    summary: "Lay out for this many columns; 0 means unknown",
  },
  {
    long: "help",
    short: "h",
    value: { kind: "none" },
    group,
    summary: "Show this help",
  },
  {
    long: "version",
    short: "V",
    value: { kind: "none" },
    group,
    summary: "Show the version",
  },
] as const satisfies readonly FlagSpec[];

export type GlobalFlag = typeof GLOBAL_FLAGS[number]["long"];
