/**
 * The house's directions as a function: sources in, violations out. Reads no file.
 *
 * - `app -> interaction | services -> host -> core`; interaction and services never meet.
 * - A folder of a room is entered by others through its `mod.ts`, host/platform through `port.ts`.
 * - core imports no package. The runtimes are named in host/platform only.
 * - What the process loads before its first await (`src/main.ts`, the sentinel) is core and host,
 *   without a package.
 * - Nothing imports the root `mod.ts` or `src/main.ts`.
 */
import { type Import, readSource, type SourceFacts } from "./imports.ts";

export interface Violation {
  readonly file: string;
  readonly line: number;
  /** "core -> npm:valibot" or the name used. */
  readonly arrow: string;
  readonly rule: string;
}

/** Which rooms each room may import. */
const DIRECTIONS: Readonly<Record<string, readonly string[]>> = {
  core: ["core"],
  host: ["host", "core"],
  interaction: ["interaction", "host", "core"],
  services: ["services", "host", "core"],
  app: ["app", "interaction", "services", "host", "core"],
};
const ROOMS = Object.keys(DIRECTIONS);
const LIBRARY = "mod.ts";
const MAIN = "src/main.ts";
/** Where an execution starts; what they import statically is loaded at once. */
const ENTRIES = [MAIN, "src/host/signals/sentinel.ts"];
const PLATFORM = "src/host/platform";
/** The version is read from it. */
const MANIFEST = "deno.json";

type Target =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "package"; readonly name: string }
  | { readonly kind: "runtime"; readonly name: string }
  | { readonly kind: "remote"; readonly url: string };

export function checkLayers(sources: ReadonlyMap<string, string>): Violation[] {
  const facts = new Map([...sources].map(([path, source]) => [path, readSource(source)]));
  return [
    ...[...facts].flatMap(([file, fact]) => [
      ...fact.imports.flatMap((found) => checkImport(file, found)),
      ...checkNames(file, fact),
    ]),
    ...ENTRIES.flatMap((entry) => checkEntry(entry, facts)),
  ];
}

function checkImport(file: string, found: Import): Violation[] {
  const report = (to: string, rule: string): Violation[] => [
    { file, line: found.line, arrow: `${place(file)} -> ${to}`, rule },
  ];
  if (found.specifier === null) {
    return isIn(file, PLATFORM)
      ? []
      : report("import(…)", "a computed import cannot be checked: name the file");
  }
  const target = resolve(file, found.specifier);
  switch (target.kind) {
    case "remote":
      return report(target.url, "packages come from npm, through the imports of deno.json");
    case "runtime":
      return isIn(file, PLATFORM)
        ? []
        : report(target.name, "only src/host/platform imports the runtime's modules");
    case "package":
      if (file === LIBRARY) return report(target.name, "mod.ts re-exports rooms, nothing else");
      return room(file) === "core" ? report(target.name, "core is pure: no packages") : [];
    case "file":
      return checkArrow(file, target.path, report);
  }
}

function checkArrow(
  file: string,
  to: string,
  report: (to: string, rule: string) => Violation[],
): Violation[] {
  if (to === LIBRARY) return report(to, "mod.ts is for other programs; import the room itself");
  if (to === MAIN) return report(to, "nothing imports the entry file");
  const from = room(file);
  if (to === MANIFEST) return from === "core" ? report(to, "core is handed what it needs") : [];
  const target = room(to);
  if (target === undefined) return report(to, `src imports its rooms only: ${ROOMS.join(", ")}`);
  if (file === LIBRARY) return isDoor(to) ? [] : report(to, doorRule(to));
  if (file === MAIN) {
    // The entry puts host together by hand; it enters the other rooms as anybody does.
    return target === "host" || isDoor(to) ? [] : report(to, doorRule(to));
  }
  if (from === undefined) return report(to, `a file of src lies in a room: ${ROOMS.join(", ")}`);
  if (!DIRECTIONS[from]?.includes(target)) {
    return report(to, `${from} imports ${DIRECTIONS[from]?.join(", ")} only`);
  }
  const inside = folder(to);
  return inside === undefined || inside === folder(file) || isDoor(to)
    ? []
    : report(to, doorRule(to));
}

function checkNames(file: string, { names }: SourceFacts): Violation[] {
  if (isIn(file, PLATFORM)) return [];
  return names.map(({ name, line }) => ({
    file,
    line,
    arrow: `${place(file)} -> ${name}`,
    rule: "only src/host/platform names the runtime; take it from the port",
  }));
}

/** Follows what an entry loads statically. */
function checkEntry(entry: string, facts: ReadonlyMap<string, SourceFacts>): Violation[] {
  const violations: Violation[] = [];
  const chains = new Map([[entry, entry]]);
  for (const [file, chain] of chains) {
    for (const { specifier, typeOnly, dynamic, line } of facts.get(file)?.imports ?? []) {
      if (specifier === null || typeOnly || dynamic) continue;
      const target = resolve(file, specifier);
      const report = (to: string, rule: string) =>
        violations.push({ file, line, arrow: `${chain} -> ${to}`, rule });
      if (target.kind === "package") {
        report(target.name, `${entry} loads no package at start: use import() or import type`);
      } else if (target.kind === "file" && target.path !== MANIFEST) {
        const into = room(target.path);
        if (into !== "core" && into !== "host") {
          report(target.path, `${entry} loads core and host at start: use import() or import type`);
        } else if (!chains.has(target.path)) {
          chains.set(target.path, `${chain} -> ${target.path}`);
        }
      }
    }
  }
  return violations;
}

function resolve(file: string, specifier: string): Target {
  if (/^\.{1,2}\//.test(specifier)) {
    const base = new URL(file, "file:///repository/");
    const path = decodeURIComponent(new URL(specifier, base).pathname);
    const inside = path.startsWith("/repository/") ? path.slice("/repository/".length) : path;
    return { kind: "file", path: inside };
  }
  if (/^(node|bun|deno):/.test(specifier) || specifier === "bun") {
    return { kind: "runtime", name: specifier };
  }
  if (/^npm:/.test(specifier)) return { kind: "package", name: specifier };
  return /^[a-z]+:/.test(specifier)
    ? { kind: "remote", url: specifier }
    : { kind: "package", name: `npm:${specifier}` };
}

/** "core" of "src/core/ladder/mod.ts". */
function room(path: string): string | undefined {
  const [src, name, ...rest] = path.split("/");
  return src === "src" && rest.length > 0 && ROOMS.includes(name ?? "") ? name : undefined;
}

/** "src/core/ladder" of any file below it; undefined for a file that lies in the room itself. */
function folder(path: string): string | undefined {
  const parts = path.split("/");
  return parts.length > 3 ? parts.slice(0, 3).join("/") : undefined;
}

/** Whether others may enter by this file. A file that lies in the room itself is its own door. */
function isDoor(path: string): boolean {
  const inside = folder(path);
  return inside === undefined || path === door(inside);
}

function door(inside: string): string {
  return `${inside}/${inside === PLATFORM ? "port.ts" : "mod.ts"}`;
}

function doorRule(path: string): string {
  const inside = folder(path) ?? path;
  return `${inside} is entered through ${door(inside)}`;
}

/** A file's place as an arrow shows it: its folder, or itself. */
function place(file: string): string {
  return folder(file) ?? file;
}

function isIn(file: string, directory: string): boolean {
  return file.startsWith(`${directory}/`);
}

/** "src/core/a.ts:3: src/core -> npm:x — core is pure: no packages" */
export function showViolation({ file, line, arrow, rule }: Violation): string {
  return `${file}:${line}: ${arrow}: ${rule}`;
}
