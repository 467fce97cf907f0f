/**
 * The text of a configuration file as raw values and lines. TOML, or JSON by the file's name.
 *
 * @module
 */

import { jsonFault } from "../../core/json/mod.ts";
import { isTable } from "./compound.ts";
import { keyLines, type LineOf } from "./key_lines.ts";
import { fault, type Origin, type Report } from "./problem.ts";
import type { KeyPath } from "./shape.ts";
import type { Layer } from "./tree.ts";

/** A file that was read and understood. */
export interface Document extends Layer {
  readonly file: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Parses a file's text; undefined after a report. */
export async function parseDocument(
  file: string,
  text: string,
  report: Report,
): Promise<Document | undefined> {
  return file.endsWith(".json")
    ? parseJson(file, text, report)
    : await parseToml(file, text, report);
}

async function parseToml(
  file: string,
  text: string,
  report: Report,
): Promise<Document | undefined> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    const values = parse(text, { maxDepth: 64 });
    return documentOf(file, values, once(() => keyLines(text)));
  } catch (error) {
    const isSyntax = error instanceof TomlError;
    const line = isSyntax ? error.line : null;
    const said = String(isSyntax ? error.message : error).split("\n", 1)[0] ?? "";
    const sentence = said.replace(/^Invalid TOML document: /, "not valid TOML: ");
    const column = isSyntax ? { column: error.column } : {};
    report(fault("syntax", { kind: "file", file, line }, sentence, column));
    return undefined;
  }
}

function parseJson(file: string, text: string, report: Report): Document | undefined {
  const where: Origin = { kind: "file", file, line: null };
  try {
    const values: unknown = JSON.parse(text);
    if (isTable(values)) return documentOf(file, values, () => () => null);
    report(fault("syntax", where, "not a JSON object"));
  } catch {
    report(fault("syntax", where, `not valid JSON: ${jsonFault(text)}`));
  }
  return undefined;
}

function documentOf(
  file: string,
  values: Readonly<Record<string, unknown>>,
  lineOf: () => LineOf,
): Document {
  return {
    file,
    values,
    originOf: (path: KeyPath): Origin => ({ kind: "file", file, line: lineOf()(path) }),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
