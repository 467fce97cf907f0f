/**
 * What `config set` is given: `KEY=VALUE`, typed as the key wants it, and `KEY:=JSON`.
 *
 * @module
 */

import { parseArgument } from "./argument.ts";
import { assign, rawAt } from "./assign.ts";
import type { Setting } from "./edit_toml.ts";
import { withNearest } from "./nearest.ts";
import { ConfigError, fault, type Origin, type Problem } from "./problem.ts";

/**
 * The settings that arguments mean, in their order.
 *
 * @throws {ConfigError} with everything that is wrong with them.
 */
export async function parseSettings(texts: readonly string[]): Promise<Setting[]> {
  const problems: Problem[] = [];
  const settings = texts.flatMap((text) => settingOf(text, (each) => void problems.push(each)));
  if (problems.length > 0) throw new ConfigError(await withNearest(problems));
  return settings;
}

function settingOf(text: string, report: (problem: Problem) => void): Setting[] {
  const argument = parseArgument(text);
  if (argument.kind !== "assign" || argument.operation !== "set") {
    report(fault("usage", { kind: "flag" }, `expected KEY=VALUE or KEY:=JSON, got ${shown(text)}`));
    return [];
  }
  const { path, written, operation } = argument;
  const context = { layer: { originOf: (): Origin => ({ kind: "flag" }) }, report };
  if (assign(path, written, operation, context) === undefined) return [];
  const raw = rawAt(path, written, context);
  return raw === undefined ? [] : [{ path, value: raw.value }];
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}
