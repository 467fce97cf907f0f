/**
 * The flags of `jp query`.
 *
 * Owns their names, help lines and contradictions; must never know what any of them does.
 */

import type { FlagSpec } from "./spec.ts";

export const QUERY_FLAGS = [
  {
    long: "new",
    short: "n",
    value: { kind: "none" },
    excludes: ["id", "fork", "replay"],
    group: "Conversation",
    summary: "Start a new conversation",
  },
  {
    long: "id",
    short: "i",
    // An empty target opens the picker.
    value: {
      kind: "text",
      metavar: "TARGET",
      emptyOk: true,
      completes: { kind: "conversation" },
    },
    group: "Conversation",
    summary: "Continue this one instead of the active one",
  },
  {
    long: "fork",
    value: {
      kind: "number",
      metavar: "N",
      least: 1,
      most: Number.MAX_SAFE_INTEGER,
      optional: true,
    },
    group: "Conversation",
    summary: "Continue in a copy, of only the last N turns",
  },
  {
    long: "replay",
    value: { kind: "none" },
    group: "Conversation",
    summary: "Drop the last answer and send its request again",
  },
  {
    long: "title",
    value: { kind: "text", metavar: "TITLE" },
    excludes: ["no-title"],
    group: "Conversation",
    summary: "Give the conversation this title",
  },
  {
    long: "no-title",
    value: { kind: "none" },
    group: "Conversation",
    summary: "Leave the conversation without a title",
  },
  {
    long: "edit",
    short: "e",
    value: { kind: "none" },
    excludes: ["no-edit"],
    group: "Request",
    summary: "Compose in the editor, starting from the text",
  },
  {
    long: "no-edit",
    short: "E",
    value: { kind: "none" },
    group: "Request",
    summary: "Never open the editor",
  },
  {
    long: "no-stdin",
    value: { kind: "none" },
    group: "Request",
    summary: "Leave standard input alone",
  },
  {
    long: "schema",
    short: "s",
    value: { kind: "text", metavar: "SCHEMA", completes: { kind: "file" } },
    group: "Request",
    summary: "Have the answer as JSON that fits this schema",
  },
  {
    long: "model",
    short: "m",
    value: { kind: "text", metavar: "MODEL", completes: { kind: "model" } },
    group: "Model and tools",
    summary: "Ask this model: provider/name, or an alias",
  },
  {
    long: "param",
    short: "p",
    value: { kind: "pair", metavar: "K=V" },
    repeats: true,
    group: "Model and tools",
    summary: "Set a model parameter, say temperature=0",
  },
  {
    long: "reasoning",
    short: "r",
    value: { kind: "text", metavar: "HOW" },
    excludes: ["no-reasoning"],
    group: "Model and tools",
    summary: "How much it thinks: off, auto, low to max, or tokens",
  },
  {
    long: "no-reasoning",
    short: "R",
    value: { kind: "none" },
    group: "Model and tools",
    summary: "Have it answer without thinking",
  },
  {
    long: "tool",
    short: "t",
    otherLong: ["tools"],
    value: { kind: "name", metavar: "NAME", optional: true },
    repeats: true,
    group: "Model and tools",
    summary: "Enable this tool, or all of them",
  },
  {
    long: "no-tool",
    short: "T",
    otherLong: ["no-tools"],
    value: { kind: "name", metavar: "NAME", optional: true },
    repeats: true,
    group: "Model and tools",
    summary: "Disable this tool, or all; the last word holds",
  },
  {
    long: "hide-reasoning",
    value: { kind: "none" },
    group: "Display",
    summary: "Do not show what the model thinks",
  },
  {
    long: "hide-tool-calls",
    value: { kind: "none" },
    group: "Display",
    summary: "Do not show tool calls",
  },
] as const satisfies readonly FlagSpec[];

export type QueryFlag = typeof QUERY_FLAGS[number]["long"];
