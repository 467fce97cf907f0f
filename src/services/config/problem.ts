/**
 * What can be wrong with a configuration, where it stands, and how it is said. All problems of a
 * run are told at once; text from files is quoted so that it cannot act on a terminal.
 *
 * @module
 */

import { formatKeyPath, quote } from "./key_path.ts";
import type { Complaint, KeyPath } from "./shape.ts";

/** Where a value comes from. */
export type Origin =
  | { readonly kind: "default" }
  /** `line` counts from 1; null where it is not known (JSON). */
  | { readonly kind: "file"; readonly file: string; readonly line: number | null }
  | { readonly kind: "env"; readonly name: string }
  /** The n-th `--cfg`, from 0. */
  | { readonly kind: "cfg"; readonly index: number; readonly text: string }
  /** The n-th recorded change of the conversation, from 0. */
  | { readonly kind: "conversation"; readonly index: number }
  | { readonly kind: "flag" };

/** One thing that is wrong. */
export interface Problem {
  readonly kind: Complaint["kind"] | "syntax" | "unreadable" | "extends" | "not_found" | "usage";
  readonly where: Origin;
  /** The column in `where`'s line, from 1; only for faults of syntax. */
  readonly column?: number;
  /** The key it is about; empty when it is about the whole file or argument. */
  readonly path: KeyPath;
  /** What should be there, as the end of "expected …"; for other faults the whole sentence. */
  readonly expected: string;
  /** A short quotation of what is there; null when nothing is. */
  readonly got: string | null;
  /** Names that would have been right. */
  readonly choices: readonly string[];
  /** The one of them that was probably meant; null when none is close. */
  readonly nearest: string | null;
}

/** Where problems are collected. */
export type Report = (problem: Problem) => void;

/** The configuration cannot be used. It carries every problem there is. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code = "invalid_config";
  /** What to do about it, one line. */
  readonly help = "Correct the lines above; `jp config schema` lists every key.";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], options: { cause?: unknown } = {}) {
    super(formatProblems(problems).join("\n"), options);
    this.problems = problems;
  }
}

/** A complaint of a check, with the place its value came from. */
export function placed(complaint: Complaint, where: Origin): Problem {
  return {
    kind: complaint.kind,
    where,
    path: complaint.path,
    expected: complaint.expected,
    got: "got" in complaint ? excerpt(complaint.got) : null,
    choices: complaint.choices ?? [],
    nearest: null,
  };
}

/** A problem that is a sentence of its own. */
export function fault(
  kind: Problem["kind"],
  where: Origin,
  sentence: string,
  extra: Partial<Pick<Problem, "path" | "column" | "choices" | "got">> = {},
): Problem {
  return {
    kind,
    where,
    path: [],
    expected: sentence,
    got: null,
    choices: [],
    nearest: null,
    ...extra,
  };
}

/** One line for each problem: where, which key, what was expected, and what was probably meant. */
export function formatProblems(problems: readonly Problem[]): string[] {
  return problems.map((problem) => {
    const about = problem.path.length > 0 ? `${formatKeyPath(problem.path)}: ` : "";
    const hint = problem.nearest !== null ? `; did you mean ${problem.nearest}?` : "";
    return `${place(problem)}: ${about}${sentence(problem)}${hint}`;
  });
}

function sentence({ kind, expected, got }: Problem): string {
  switch (kind) {
    case "wrong_value":
      return `expected ${expected}${got !== null ? `, got ${got}` : ""}`;
    case "missing_key":
      return `missing: expected ${expected}`;
    case "unknown_key":
      return `unknown key${expected !== "" ? `; expected ${expected}` : ""}`;
    case "syntax":
    case "unreadable":
    case "extends":
    case "not_found":
    case "usage":
      return expected;
  }
}

function place({ where, column }: Problem): string {
  const at = formatOrigin(where);
  return column === undefined ? at : `${at}:${column}`;
}

/** `FILE:LINE`, the variable, the argument, or the word for it. */
export function formatOrigin(origin: Origin): string {
  switch (origin.kind) {
    case "default":
      return "default";
    case "file":
      return plain(origin.file) + (origin.line === null ? "" : `:${origin.line}`);
    case "env":
      return plain(origin.name);
    case "cfg":
      return `--cfg ${plain(shorten(origin.text))}`;
    case "conversation":
      return "the conversation's configuration";
    case "flag":
      return "command line";
  }
}

/** A short quotation of a value. */
export function excerpt(value: unknown): string {
  if (typeof value === "string") return quote(shorten(value));
  if (value instanceof Date) return "a date";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a table";
  return String(value);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The text itself where it is harmless, else quoted. */
function plain(text: string): string {
  const quoted = quote(text);
  return quoted.slice(1, -1) === text ? text : quoted;
}
