/**
 * The flags of the `jp conversation` commands.
 *
 * Owns their names, help lines and contradictions; must never know what any of them does.
 */

import type { FlagSpec } from "./spec.ts";

const group = "Flags";
const COUNT = { kind: "number", metavar: "N", least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const SWITCH = { value: { kind: "none" }, group } as const;
const COUNTED = { value: COUNT, group } as const;
const TIME = { value: { kind: "text", metavar: "TIME" }, group } as const;

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
  { ...SWITCH, long: "descending", summary: "Largest or latest first" },
  {
    long: "limit",
    value: { ...COUNT, least: 1 },
    group,
    summary: "Show at most N",
  },
  { ...SWITCH, long: "archived", summary: "Show the archived ones instead" },
] as const satisfies readonly FlagSpec[];

export type ListFlag = typeof LIST_FLAGS[number]["long"];

export const PAGER_FLAGS = [
  { ...SWITCH, long: "no-pager", summary: "Print more than a screen at once, not through PAGER" },
] as const satisfies readonly FlagSpec[];

export type PagerFlag = typeof PAGER_FLAGS[number]["long"];

export const FORK_FLAGS = [
  { ...SWITCH, long: "activate", short: "a", summary: "Make the copy the active conversation" },
  {
    ...COUNTED,
    long: "first",
    short: "f",
    excludes: ["last"],
    summary: "Keep only the first N turns",
  },
  { ...COUNTED, long: "last", short: "l", summary: "Keep only the last N turns" },
  { ...TIME, long: "from", summary: "Keep turns that began at this time or later" },
  { ...TIME, long: "until", summary: "Keep turns that began before this time" },
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
  { ...TIME, long: "from", summary: "Only those made at this time or later" },
  { ...TIME, long: "until", summary: "Only those made before this time" },
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
  { ...SWITCH, long: "yes", short: "y", summary: "Remove without asking" },
] as const satisfies readonly FlagSpec[];

export type RemoveFlag = typeof REMOVE_FLAGS[number]["long"];

export const PATH_FLAGS = [
  {
    ...SWITCH,
    long: "events",
    excludes: ["metadata", "base-config"],
    summary: "The file with what was said",
  },
  {
    ...SWITCH,
    long: "metadata",
    excludes: ["base-config"],
    summary: "The file with title, times and labels",
  },
  { ...SWITCH, long: "base-config", summary: "The file with the settings it began with" },
] as const satisfies readonly FlagSpec[];

export type PathFlag = typeof PATH_FLAGS[number]["long"];

export const EDIT_FLAGS = [
  {
    ...SWITCH,
    long: "events",
    short: "e",
    excludes: ["title", "no-title", "pin", "unpin"],
    summary: "Open the file with what was said",
  },
  {
    ...SWITCH,
    long: "metadata",
    short: "m",
    excludes: ["title", "no-title", "pin", "unpin"],
    summary: "Open the file with title, times and labels",
  },
  {
    ...SWITCH,
    long: "base-config",
    short: "b",
    excludes: ["title", "no-title", "pin", "unpin"],
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
  { ...SWITCH, long: "no-title", summary: "Take its title away" },
  { ...SWITCH, long: "pin", excludes: ["unpin"], summary: "Pin it" },
  { ...SWITCH, long: "unpin", summary: "Unpin it" },
] as const satisfies readonly FlagSpec[];

export type EditFlag = typeof EDIT_FLAGS[number]["long"];

export const GREP_FLAGS = [
  { ...SWITCH, long: "ignore-case", short: "i", summary: "Upper and lower case are the same" },
  { ...COUNTED, long: "context", short: "C", summary: "Show N lines around each hit" },
  {
    long: "limit",
    value: { ...COUNT, least: 1 },
    group,
    summary: "Stop after N hits",
  },
  { ...SWITCH, long: "archived", summary: "Search the archived ones instead" },
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
  { ...SWITCH, long: "all", summary: "Remove every label" },
] as const satisfies readonly FlagSpec[];

export type LabelFlag = typeof LABEL_REMOVE_FLAGS[number]["long"];
