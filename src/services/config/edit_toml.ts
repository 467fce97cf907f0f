/**
 * Sets keys in the text of a TOML document and touches nothing else: comments, order, spacing and
 * line ends stay. What it makes is parsed again and compared with what was asked for; where no edit
 * gives exactly that it refuses, with the line, and never guesses.
 *
 * @module
 */

import { isTable } from "./compound.ts";
import { formatKeyPath } from "./key_path.ts";
import { ConfigError, fault } from "./problem.ts";
import type { KeyPath } from "./shape.ts";
import { type TomlEntry, tomlOutline, type TomlSection } from "./toml_outline.ts";
import { tomlKey, tomlValue } from "./toml_text.ts";

/** A value to be put at a path. */
export interface Setting {
  readonly path: KeyPath;
  readonly value: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Reads a document; null where it is not valid TOML. */
async function parser(): Promise<(source: string) => Values | null> {
  const { parse } = await import("smol-toml");
  return (source) => {
    try {
      return parse(source, { maxDepth: 64 });
    } catch {
      return null;
    }
  };
}

/**
 * The document with a setting made.
 *
 * @param file its name, for errors.
 * @throws {ConfigError} where it cannot be made: not valid TOML, or in the way of something there.
 */
export async function editToml(file: string, text: string, setting: Setting): Promise<string> {
  const parsed = await parser();
  const refuse = (sentence: string, line: number | null): ConfigError =>
    new ConfigError([fault("usage", { kind: "file", file, line }, sentence, setting)]);
  const before = parsed(text);
  if (before === null) throw await syntaxError(file, text);
  const value = tomlValue(setting.value);
  if (value === null) throw refuse("TOML has no null", null);
  const sections = tomlOutline(text);
  const obstacle = obstacleTo(setting.path, sections, text);
  if (obstacle !== null) throw refuse(obstacle.why, obstacle.line);
  const wanted = withValue(before, setting.path, parsed(`x = ${value}`)?.["x"]);
  for (const edited of edits(text, sections, setting.path, value)) {
    const after = parsed(edited);
    if (after !== null && isSame(after, wanted)) return edited;
  }
  const line = lineNear(setting.path, sections);
  throw refuse("cannot be set here without changing something else; edit the file", line);
}

/**
 * The document without a key; null when it has none there.
 *
 * @param file its name, for errors.
 * @throws {ConfigError} where that would change something else: a table, part of a larger value.
 */
export async function unsetToml(
  file: string,
  text: string,
  path: KeyPath,
): Promise<string | null> {
  const parsed = await parser();
  const refuse = (sentence: string, line: number): ConfigError =>
    new ConfigError([fault("usage", { kind: "file", file, line }, sentence, { path })]);
  const before = parsed(text);
  if (before === null) throw await syntaxError(file, text);
  const sections = tomlOutline(text);
  const entry = [...allEntries(sections)].find((each) => isEqual(each.path, path));
  if (entry === undefined) {
    const obstacle = obstacleTo(path, sections, text);
    if (obstacle !== null) {
      throw refuse(obstacle.why.replace("set the", "unset the"), obstacle.line);
    }
    return null;
  }
  const wanted = bare(withoutValue(before, path));
  for (const edited of removals(text, entry)) {
    const after = parsed(edited);
    if (after !== null && isSame(bare(after), wanted)) return edited;
  }
  throw refuse("cannot be unset without changing something else; edit the file", entry.line);
}

/** The ways to take an entry out: its line, or itself with one comma of its table. */
function* removals(text: string, { start, valueEnd }: TomlEntry): Generator<string> {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const isAlone = /^[ \t\ufeff]*$/.test(text.slice(lineStart, start)) &&
    /^[ \t]*(?:#[^\n]*|\r)?(?:\n|$)/.test(text.slice(valueEnd));
  if (isAlone) yield spliced(text, lineStart, lineEnd(text, valueEnd), "");
  const after = /^\s*,\s*/.exec(text.slice(valueEnd));
  if (after !== null) yield spliced(text, start, valueEnd + after[0].length, "");
  const ahead = /\s*,\s*$/.exec(text.slice(0, start));
  if (ahead !== null) yield spliced(text, ahead.index, valueEnd, "");
  yield spliced(text, start, valueEnd, "");
}

function withoutValue(values: Values, [name, ...rest]: KeyPath): Values {
  if (name === undefined || !Object.hasOwn(values, name)) return values;
  const { [name]: there, ...others } = values;
  if (rest.length === 0) return others;
  return { ...values, [name]: isTable(there) ? withoutValue(there, rest) : there };
}

/** Without tables in which nothing is: a dotted key takes its table with it, a header does not. */
function bare(value: unknown): unknown {
  if (!isTable(value)) return value;
  const kept = Object.entries(value).map(([name, each]) => [name, bare(each)] as const)
    .filter(([, each]) => !isTable(each) || Object.keys(each).length > 0);
  return Object.fromEntries(kept);
}

/** The line of what shares the most names with `path`. */
function lineNear(path: KeyPath, sections: readonly TomlSection[]): number {
  const places = [...sections, ...allEntries(sections)];
  const shared = places.map((place) => sharedNames(place.path, path));
  return places[shared.indexOf(Math.max(...shared))]?.line ?? 1;
}

async function syntaxError(file: string, text: string): Promise<ConfigError> {
  const { parseDocument } = await import("./document.ts");
  const problems: ConstructorParameters<typeof ConfigError>[0][number][] = [];
  await parseDocument(file, text, (problem) => void problems.push(problem));
  return new ConfigError(problems);
}

interface Obstacle {
  readonly why: string;
  readonly line: number;
}

/** What stands in the way of a value at `path`; null when nothing does. */
function obstacleTo(
  path: KeyPath,
  sections: readonly TomlSection[],
  text: string,
): Obstacle | null {
  for (const section of sections) {
    const name = formatKeyPath(section.path);
    if (section.isList && startsWith(path, section.path)) {
      return { why: `${name} is a list of tables; edit the file`, line: section.line };
    }
    if (section.path.length > 0 && startsWith(section.path, path)) {
      return { why: `is a table in this file; set the keys in it`, line: section.line };
    }
  }
  for (const entry of allEntries(sections)) {
    if (isEqual(entry.path, path)) {
      return /#/.test(withoutStrings(text.slice(entry.valueStart, entry.valueEnd)))
        ? { why: "holds comments that would be lost; edit the file", line: entry.line }
        : null;
    }
    if (startsWith(entry.path, path)) {
      return { why: "is a table in this file; set the keys in it", line: entry.line };
    }
    if (startsWith(path, entry.path) && entry.inline === null) {
      const name = formatKeyPath(entry.path);
      return { why: `${name} is one value in this file; set it as a whole`, line: entry.line };
    }
  }
  return null;
}

/** The ways to make the edit, the best first. */
function* edits(
  text: string,
  sections: readonly TomlSection[],
  path: KeyPath,
  value: string,
): Generator<string> {
  const entries = [...allEntries(sections)];
  const there = entries.find((entry) => isEqual(entry.path, path));
  if (there !== undefined) {
    yield spliced(text, there.valueStart, there.valueEnd, value);
    return;
  }
  const around = entries.findLast((entry) => entry.inline !== null && startsWith(path, entry.path));
  if (around !== undefined) {
    yield inInlineTable(text, around, path, value);
    return;
  }
  const open = sections.filter(({ isList }) => !isList);
  const own = open.find((section) => isEqual(section.path, path.slice(0, -1)));
  if (own !== undefined) yield inSection(text, own, path, value, null);
  const beside = closest(open, path);
  if (beside !== null) yield inSection(text, beside.section, path, value, beside.entry);
  if (path.length > 1) yield inNewTable(text, path, value);
  const above = open.filter((section) => startsWith(path, section.path))
    .sort((a, b) => b.path.length - a.path.length);
  for (const section of above) yield inSection(text, section, path, value, null);
}

/** The dotted key that shares the most names with `path`, beyond those of its table. */
function closest(
  sections: readonly TomlSection[],
  path: KeyPath,
): { readonly section: TomlSection; readonly entry: TomlEntry } | null {
  let best: { section: TomlSection; entry: TomlEntry; shared: number } | null = null;
  for (const section of sections) {
    if (!startsWith(path, section.path)) continue;
    for (const entry of section.entries) {
      const shared = sharedNames(entry.path, path);
      if (shared > section.path.length && shared >= (best?.shared ?? 0)) {
        best = { section, entry, shared };
      }
    }
  }
  return best;
}

function inSection(
  text: string,
  section: TomlSection,
  path: KeyPath,
  value: string,
  beside: TomlEntry | null,
): string {
  const key = tomlKey(path.slice(section.path.length));
  const eol = eolOf(text);
  const after = beside ?? section.entries.at(-1) ?? null;
  const example = exampleOf(text, section, key);
  if (example !== null) return spliced(text, example, example, `${key} = ${value}${eol}`);
  if (after !== null) {
    const at = lineEnd(text, after.valueEnd);
    const indent = /[^\n]*$/.exec(text.slice(0, after.start))?.[0] ?? "";
    return onOwnLine(text, at, `${/^\s*$/.test(indent) ? indent : ""}${key} = ${value}`);
  }
  if (section.path.length > 0) {
    return onOwnLine(text, lineEnd(text, section.headerEnd), `${key} = ${value}`);
  }
  // Behind what the file says about itself, which a blank line ends, and before the first table.
  const intro = /^(?:[ \t]*#[^\n]*(?:\n|$))*/.exec(text.slice(section.start))?.[0] ?? "";
  const isAbout = /^\s*(\n|$)/.test(text.slice(section.start + intro.length));
  const at = section.start + (isAbout ? intro.length : 0);
  const gap = text.slice(at).trim() === "" ? "" : eol;
  return isAbout && intro !== ""
    ? onOwnLine(text, at, `${eol}${key} = ${value}`)
    : spliced(text, at, at, `${key} = ${value}${eol}${gap}`);
}

/** Where the line behind a commented-out `# key = …` of a section begins; null without one. */
function exampleOf(text: string, section: TomlSection, key: string): number | null {
  const from = section.headerEnd;
  const pattern = new RegExp(`^[ \\t]*#[ \\t]*${RegExp.escape(key)}[ \\t]*=[^\\n]*\\n`, "m");
  const match = pattern.exec(text.slice(from, section.end));
  if (match === null) return null;
  const at = from + match.index;
  // Only where it is a comment of its own, not a part of a long string.
  const inside = section.entries.some(({ valueStart, valueEnd }) =>
    at > valueStart && at < valueEnd
  );
  return inside ? null : at + match[0].length;
}

function inInlineTable(text: string, table: TomlEntry, path: KeyPath, value: string): string {
  const nested = table.inline?.at(-1) ?? null;
  const member = `${tomlKey(path.slice(table.path.length))} = ${value}`;
  return nested === null
    ? spliced(text, table.valueStart, table.valueEnd, `{ ${member} }`)
    : spliced(text, nested.valueEnd, nested.valueEnd, `, ${member}`);
}

function inNewTable(text: string, path: KeyPath, value: string): string {
  const eol = eolOf(text);
  const header = `[${tomlKey(path.slice(0, -1))}]`;
  const table = `${header}${eol}${tomlKey(path.slice(-1))} = ${value}${eol}`;
  const trimmed = text.replace(/(?:\r?\n[ \t]*)+$/, "");
  const isEmpty = trimmed.replace("\ufeff", "").trim() === "";
  return isEmpty ? `${trimmed}${table}` : `${trimmed}${eol}${eol}${table}`;
}

function onOwnLine(text: string, at: number, line: string): string {
  const eol = eolOf(text);
  const begins = at === 0 || text[at - 1] === "\n";
  return spliced(text, at, at, `${begins ? "" : eol}${line}${eol}`);
}

/** The offset behind the line end at or after `at`; the text's length without one. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function spliced(text: string, from: number, to: number, inserted: string): string {
  return text.slice(0, from) + inserted + text.slice(to);
}

function* allEntries(sections: readonly TomlSection[]): Generator<TomlEntry> {
  function* below(entries: readonly TomlEntry[]): Generator<TomlEntry> {
    for (const entry of entries) {
      yield entry;
      if (entry.inline !== null) yield* below(entry.inline);
    }
  }
  const lists = sections.filter(({ isList }) => isList).map(({ path }) => path);
  for (const section of sections) {
    // A table of a list, or in one, has no path that names it.
    if (!lists.some((path) => startsWith(section.path, path))) yield* below(section.entries);
  }
}

function withoutStrings(toml: string): string {
  return toml.replace(/"""[^]*?"""+|'''[^]*?'''+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g, "");
}

function startsWith(path: KeyPath, beginning: KeyPath): boolean {
  return beginning.every((name, index) => path[index] === name);
}

function isEqual(a: KeyPath, b: KeyPath): boolean {
  return a.length === b.length && startsWith(a, b);
}

function sharedNames(a: KeyPath, b: KeyPath): number {
  const differs = a.findIndex((name, index) => name !== b[index]);
  return differs < 0 ? a.length : differs;
}

function withValue(values: Values, [name, ...rest]: KeyPath, value: unknown): Values {
  if (name === undefined) return values;
  const there = values[name];
  const below = rest.length === 0 ? value : withValue(isTable(there) ? there : {}, rest, value);
  return { ...values, [name]: below };
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.toISOString() === b.toISOString();
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length &&
      a.every((each, index) => isSame(each, b[index]));
  }
  if (!isTable(a) || !isTable(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]));
}
