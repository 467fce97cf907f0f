/**
 * The flags of the `jp conversation` commands.
 *
 * Owns their names, help lines and contradictions; must never know what any of them does.
 */

import type { FlagSpec } from "./spec.ts";

const group = "Flags";
const COUNT = { kind: "number", metavar: "N", least: 0, most: Number.MAX_SAFE_INTEGER } as const;

export const LIST_FLAGS = [
  {
    long: "sort",
    value: {
      kind: "choice",
      metavar: "KEY",
      choices: ["activity", "created", "turns", "title"],
    },
    group,
    summary: "activity (the default), created, turns or title",
  },
  {
    long: "descending",
    value: { kind: "none" },
    group,
    summary: "Largest or latest first",
  },
  {
    long: "limit",
    value: { ...COUNT, least: 1 },
    group,
    summary: "Show at most N",
  },
  {
    long: "archived",
    value: { kind: "none" },
    group,
    summary: "Show the archived ones instead",
  },
] as const satisfies readonly FlagSpec[];

export type ListFlag = typeof LIST_FLAGS[number]["long"];

export const PAGER_FLAGS = [
  {
    long: "no-pager",
    value: { kind: "none" },
    group,
    summary: "Print more than a screen at once, not through PAGER",
  },
] as const satisfies readonly FlagSpec[];

export type PagerFlag = typeof PAGER_FLAGS[number]["long"];

export const FORK_FLAGS = [
  {
    long: "activate",
    short: "a",
    value: { kind: "none" },
    group,
    summary: "Make the copy the active conversation",
  },
  {
    long: "first",
    short: "f",
    value: COUNT,
    excludes: ["last"],
    group,
    summary: "Keep only the first N turns",
  },
  {
    long: "last",
    short: "l",
    value: COUNT,
    group,
    summary: "Keep only the last N turns",
  },
  {
    long: "from",
    value: { kind: "text", metavar: "TIME" },
    group,
    summary: "Keep turns that began at this time or later",
  },
  {
    long: "until",
    value: { kind: "text", metavar: "TIME" },
    group,
    summary: "Keep turns that began before this time",
  },
  {
    long: "title",
    short: "t",
    value: { kind: "text", metavar: "TITLE" },
    group,
    summary: "Give the copy this title",
  },
] as const satisfies readonly FlagSpec[];

export type ForkFlag = typeof FORK_FLAGS[number]["long"];

const RANGE_FLAGS = [
  {
    long: "from",
    value: { kind: "text", metavar: "TIME" },
    group,
    summary: "Only those made at this time or later",
  },
  {
    long: "until",
    value: { kind: "text", metavar: "TIME" },
    group,
    summary: "Only those made before this time",
  },
  {
    long: "inactive-since",
    value: { kind: "text", metavar: "AGE" },
    group,
    summary: "Only those in which nothing happened since",
  },
] as const satisfies readonly FlagSpec[];

export const ARCHIVE_FLAGS = RANGE_FLAGS;

export type RangeFlag = typeof RANGE_FLAGS[number]["long"];

export const REMOVE_FLAGS = [
  ...RANGE_FLAGS,
  {
    long: "yes",
    short: "y",
    value: { kind: "none" },
    group,
    summary: "Remove without asking",
  },
] as const satisfies readonly FlagSpec[];

export type RemoveFlag = typeof REMOVE_FLAGS[number]["long"];

export const PATH_FLAGS = [
  {
    long: "events",
    value: { kind: "none" },
    excludes: ["metadata", "base-config"],
    group,
    summary: "The file with what was said",
  },
  {
    long: "metadata",
    value: { kind: "none" },
    excludes: ["base-config"],
    group,
    summary: "The file with title, times and labels",
  },
  {
    long: "base-config",
    value: { kind: "none" },
    group,
    summary: "The file with the settings it began with",
  },
] as const satisfies readonly FlagSpec[];

export type PathFlag = typeof PATH_FLAGS[number]["long"];

export const EDIT_FLAGS = [
  {
    long: "events",
    short: "e",
    value: { kind: "none" },
    excludes: ["title", "no-title", "pin", "unpin"],
    group,
    summary: "Open the file with what was said",
  },
  {
    long: "metadata",
    short: "m",
    value: { kind: "none" },
    excludes: ["title", "no-title", "pin", "unpin"],
    group,
    summary: "Open the file with title, times and labels",
  },
  {
    long: "base-config",
    short: "b",
    value: { kind: "none" },
    excludes: ["title", "no-title", "pin", "unpin"],
    group,
    summary: "Open the file with the settings it began with",
  },
  {
    long: "title",
    short: "t",
    value: { kind: "text", metavar: "TITLE" },
    excludes: ["no-title"],
    group,
    summary: "Give it this title",
  },
  {
    long: "no-title",
    value: { kind: "none" },
    group,
    summary: "Take its title away",
  },
  {
    long: "pin",
    value: { kind: "none" },
    excludes: ["unpin"],
    group,
    summary: "Pin it",
  },
  {
    long: "unpin",
    value: { kind: "none" },
    group,
    summary: "Unpin it",
  },
] as const satisfies readonly FlagSpec[];

export type EditFlag = typeof EDIT_FLAGS[number]["long"];

export const GREP_FLAGS = [
  {
    long: "ignore-case",
    short: "i",
    value: { kind: "none" },
    group,
    summary: "Upper and lower case are the same",
  },
  {
    long: "context",
    short: "C",
    value: COUNT,
    group,
    summary: "Show N lines around each hit",
  },
  {
    long: "limit",
    value: { ...COUNT, least: 1 },
    group,
    summary: "Stop after N hits",
  },
  {
    long: "archived",
    value: { kind: "none" },
    group,
    summary: "Search the archived ones instead",
  },
] as const satisfies readonly FlagSpec[];

export type GrepFlag = typeof GREP_FLAGS[number]["long"];

const ID = {
  long: "id",
  short: "i",
  value: { kind: "text", metavar: "TARGET", completes: { kind: "conversation" } },
  repeats: true,
  group,
  summary: "Label this one instead of the active one",
} as const satisfies FlagSpec;

export const LABEL_ADD_FLAGS = [ID] as const satisfies readonly FlagSpec[];

export const LABEL_REMOVE_FLAGS = [
  ID,
  {
    long: "all",
    value: { kind: "none" },
    group,
    summary: "Remove every label",
  },
] as const satisfies readonly FlagSpec[];

export type LabelFlag = typeof LABEL_REMOVE_FLAGS[number]["long"];
