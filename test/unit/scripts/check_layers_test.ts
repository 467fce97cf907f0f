import assert from "node:assert/strict";
import { readSource } from "../../../scripts/layers/imports.ts";
import { checkLayers, showViolation } from "../../../scripts/layers/rules.ts";

function check(tree: Record<string, string>): string[] {
  return checkLayers(new Map(Object.entries(tree))).map(showViolation);
}

/** What the rules say about one file that holds one line. */
function one(file: string, line: string): string[] {
  return check({ [file]: line });
}

const CLEAN = {
  "mod.ts": 'export { ladder } from "./src/core/ladder/mod.ts";',
  "src/main.ts": `import { openPlatform } from "./host/platform/deno.ts";
    import { start } from "./host/signals/mod.ts";
    import type { Command } from "./app/cli/mod.ts";
    new Worker(new URL("./host/signals/sentinel.ts", import.meta.url));
    const boot = await import("./app/boot.ts");`,
  "src/core/ladder/mod.ts": 'export * from "./ladder.ts";',
  "src/core/ladder/ladder.ts": "export const ladder = 1;",
  "src/core/frame/mod.ts": 'import { ladder } from "../ladder/mod.ts";',
  "src/host/platform/deno.ts": "export const openPlatform = () => Deno.pid;",
  "src/host/platform/port.ts": 'export type { P } from "./deno.ts"; import "node:tty";',
  "src/host/signals/mod.ts": 'export { start } from "./start.ts";',
  "src/host/signals/start.ts": 'import "../platform/port.ts"; import "../../core/ladder/mod.ts";',
  "src/host/signals/sentinel.ts": 'import { start } from "./start.ts";',
  "src/services/config/mod.ts": 'import * as v from "valibot"; import "../../host/signals/mod.ts";',
  "src/interaction/widgets/mod.ts": 'import "../../core/frame/mod.ts";',
  "src/app/boot.ts":
    'import "../services/config/mod.ts"; import "./turn/mod.ts"; import "../core/a.ts";',
  "src/app/turn/mod.ts": 'import "../../interaction/widgets/mod.ts";',
};

Deno.test("a house in order has no violations", () => assert.deepEqual(check(CLEAN), []));

Deno.test("every arrow against the direction is one", () => {
  const rooms = ["core", "host", "interaction", "services", "app"];
  const allowed: Record<string, string[]> = {
    core: ["core"],
    host: ["host", "core"],
    interaction: ["interaction", "host", "core"],
    services: ["services", "host", "core"],
    app: rooms,
  };
  for (const from of rooms) {
    for (const to of rooms) {
      const found = one(`src/${from}/a/x.ts`, `import "../../${to}/b/mod.ts";`);
      assert.equal(found.length, allowed[from]?.includes(to) ? 0 : 1, `${from} -> ${to}: ${found}`);
    }
  }
});

Deno.test("a violation says file, line, arrow and rule", () => {
  assert.deepEqual(one("src/host/a/x.ts", '\n\nimport { y } from "../../app/b/mod.ts";'), [
    "src/host/a/x.ts:3: src/host/a -> src/app/b/mod.ts: host imports host, core only",
  ]);
});

Deno.test("types go the same way as values", () => {
  assert.equal(one("src/core/a/x.ts", 'import type { Y } from "../../host/b/mod.ts";').length, 1);
  assert.equal(one("src/core/a/x.ts", 'type Y = import("../../host/b/mod.ts").Y;').length, 1);
});

Deno.test("a folder is entered through its door", () => {
  const sibling = one("src/core/ladder/x.ts", 'import "../frame/paint.ts";');
  assert.match(sibling[0] ?? "", /src\/core\/frame is entered through src\/core\/frame\/mod.ts/);
  assert.equal(one("src/app/turn/x.ts", 'import "../../core/frame/paint.ts";').length, 1);
  assert.equal(one("src/core/ladder/x.ts", 'import "../frame/deep/mod.ts";').length, 1);
  assert.equal(one("src/core/frame/deep/x.ts", 'import "../paint.ts";').length, 0);
  assert.equal(one("src/core/frame/x.ts", 'import "./deep/paint.ts";').length, 0);
});

Deno.test("the platform's door is its port", () => {
  assert.equal(one("src/host/signals/x.ts", 'import "../platform/mod.ts";').length, 1);
  assert.equal(one("src/host/signals/x.ts", 'import "../platform/deno.ts";').length, 1);
  assert.equal(one("src/host/signals/x.ts", 'import "../platform/port.ts";').length, 0);
  assert.equal(one("src/services/a/x.ts", 'import "../../host/platform/port.ts";').length, 0);
});

Deno.test("core imports no package, not even its types", () => {
  assert.match(one("src/core/a/x.ts", 'import "valibot";')[0] ?? "", /npm:valibot: core is pure/);
  assert.equal(one("src/core/a/x.ts", 'import type { A } from "@scope/name";').length, 1);
  assert.equal(one("src/core/a/x.ts", 'import config from "../../../deno.json";').length, 1);
  assert.equal(one("src/services/a/x.ts", 'import "valibot";').length, 0);
});

Deno.test("the runtime is named in the platform only", () => {
  const outside = (line: string) => one("src/services/a/x.ts", line).length;
  for (
    const line of [
      "Deno.exit(1);",
      "const { env } = Deno;",
      "Bun.file(x)",
      "globalThis.Deno.pid",
      'globalThis["Bun"]',
      "process.exit()",
      "process?.exit()",
      "globalThis.process",
      "let x: Deno.FsFile;",
      'import "node:fs";',
      'await import("bun:ffi");',
      "`${Deno.pid}`",
    ]
  ) {
    assert.equal(outside(line), 1, line);
    assert.equal(one("src/host/platform/x.ts", line).length, 0, line);
  }
  for (
    const line of [
      "// Deno.exit",
      "/* Bun.x */",
      '"Deno.exit(1)"',
      "`Deno.exit`",
      "/Deno.x/.test(y)",
      "child.process.pid",
      "const process = 1;",
      "runtime.Deno",
    ]
  ) assert.equal(outside(line), 0, line);
});

Deno.test("a process of the file's own is not the runtime's, where it is bound", () => {
  const uses = (source: string) => one("src/services/a/x.ts", source).length;
  for (
    const source of [
      "function end(process: Child): void { process.kill(); }",
      "function end(process: Child, hard = false): { ok: boolean } { return process.kill(hard); }",
      "class A { async end(process: Child): Promise<{ a: 1 }> { await process.exit; } }",
      "const end = (process: Child) => process.kill();",
      "const end = (process) => { return () => process.kill(); };",
      "list.map(process => process.pid);",
      "const end = ({ process, hard }: Options) => process.kill(hard);",
      "const end = ({ child: [process] }) => process.pid;",
      "const process = spawn(); process.kill();",
      "const { child: process } = world; process.kill();",
      "for (const process of all) { process.kill(); }",
      "for (const process of all) process.kill();",
      "try { f(); } catch (process) { process.x; }",
      "{ let process; } function f(process) { return `${process.pid}`; }",
    ]
  ) assert.equal(uses(source), 0, source);
  for (
    const source of [
      "function end(process: Child): void { process.kill(); } process.exit();",
      "const end = (process: Child) => process.kill(), pid = process.pid;",
      "{ const process = spawn(); } process.exit();",
      "for (const process of all) process.kill(); process.exit();",
      "if (process) { process.exit(); }",
      "f(process); process.exit();",
      "interface A { end(process: Child): void; } process.exit();",
      "const { process: child } = world; process.exit();",
      "const a = { process }; process.exit();",
      "const f = (a = process) => a.pid;",
      "const { env } = process;",
      "function end(process: Child): void { globalThis.process.exit(); }",
    ]
  ) assert.equal(uses(source), 1, source);
});

Deno.test("what starts at once loads no package and no other room", () => {
  const tree = {
    ...CLEAN,
    "src/host/signals/start.ts": 'import "./deep.ts";',
    "src/host/signals/deep.ts": '\nimport v from "valibot";',
  };
  assert.deepEqual(check(tree), [
    "src/host/signals/deep.ts:2: src/main.ts -> src/host/signals/mod.ts -> " +
    "src/host/signals/start.ts -> src/host/signals/deep.ts -> npm:valibot: " +
    "src/main.ts loads no package at start: use import() or import type",
    "src/host/signals/deep.ts:2: src/host/signals/sentinel.ts -> src/host/signals/start.ts -> " +
    "src/host/signals/deep.ts -> npm:valibot: " +
    "src/host/signals/sentinel.ts loads no package at start: use import() or import type",
  ]);
  const later = { ...tree, "src/host/signals/deep.ts": 'const v = await import("valibot");' };
  assert.deepEqual(check(later), []);
  const types = { ...tree, "src/host/signals/deep.ts": 'import type { V } from "valibot";' };
  assert.deepEqual(check(types), []);
  assert.match(
    one("src/main.ts", 'import { boot } from "./app/boot.ts";')[0] ?? "",
    /src\/main.ts loads core and host at start/,
  );
  // A package nobody loads at start is no concern of the entry's.
  assert.deepEqual(check({ ...CLEAN, "src/host/terminal/width.ts": 'import "east-asian";' }), []);
});

Deno.test("a cycle of imports comes to an end", () => {
  const tree = { "src/core/a/mod.ts": 'import "./b.ts";', "src/core/a/b.ts": 'import "./mod.ts";' };
  assert.deepEqual(check({ ...tree, "src/main.ts": 'import "./core/a/mod.ts";' }), []);
});

Deno.test("the entry enters host where it likes, other rooms by the door", () => {
  assert.deepEqual(one("src/main.ts", 'import "./host/signals/router.ts";'), []);
  assert.equal(one("src/main.ts", 'await import("./app/turn/loop.ts");').length, 1);
  assert.equal(one("src/main.ts", 'import "./core/ladder/ladder.ts";').length, 1);
});

Deno.test("nobody imports the library or the entry", () => {
  assert.equal(one("src/app/a/x.ts", 'import "../../../mod.ts";').length, 1);
  assert.equal(one("src/app/a/x.ts", 'import "../../main.ts";').length, 1);
});

Deno.test("the library re-exports by the doors", () => {
  assert.deepEqual(one("mod.ts", 'export { a } from "./src/host/printer/mod.ts";'), []);
  assert.equal(one("mod.ts", 'export { a } from "./src/host/printer/printer.ts";').length, 1);
  assert.equal(one("mod.ts", 'export { a } from "valibot";').length, 1);
});

Deno.test("src stays in src, from npm, and says what it imports", () => {
  assert.equal(one("src/app/a/x.ts", 'import "../../../test/support/mod.ts";').length, 1);
  assert.equal(
    one("src/app/a/x.ts", 'import config from "../../../deno.json" with { type: "json" };').length,
    0,
  );
  assert.equal(one("src/app/a/x.ts", 'import "jsr:@std/fmt";').length, 1);
  assert.equal(one("src/app/a/x.ts", 'import "https://example.com/a.ts";').length, 1);
  assert.equal(one("src/app/a/x.ts", "await import(name);").length, 1);
  assert.equal(one("src/host/platform/x.ts", "await import(name);").length, 0);
  assert.equal(one("src/elsewhere/a/x.ts", 'import "../../core/a/mod.ts";').length, 1);
});

Deno.test("imports are read as the grammar has them", () => {
  const read = (source: string) =>
    readSource(source).imports.map(({ specifier, typeOnly, dynamic, line }) =>
      [specifier, ...(typeOnly ? ["type"] : []), ...(dynamic ? ["dynamic"] : []), line].join(" ")
    );
  const cases: [string, string[]][] = [
    ['import "a";', ["a 1"]],
    ["import x from 'a'", ["a 1"]],
    ['import * as x from "a"', ["a 1"]],
    ['import x, { y as z, "q r" as s } from "a"', ["a 1"]],
    ['import {\n  a, // from "no"\n  type B,\n} from\n  "a";', ["a 1"]],
    ['import type { A } from "a"', ["a type 1"]],
    ['import type A from "a"', ["a type 1"]],
    ['import type from "a"', ["a 1"]],
    ['import type, { b } from "a"', ["a 1"]],
    ['import a from "a" with { type: "json" }; import "b"', ["a 1", "b 1"]],
    ['export * from "a"; export * as n from "b";', ["a 1", "b 1"]],
    ['export {\n a,\n b as default\n}\nfrom "a"', ["a 1"]],
    ['export type { A } from "a"; export type * from "b"', ["a type 1", "b type 1"]],
    ['export { a }; const from = "b";', []],
    ['export const x = "a"; export type T = "b"; export default "c";', []],
    ['await import("a")', ["a dynamic 1"]],
    ['import(\n  "a",\n)', ["a dynamic 1"]],
    ["import(`a`)", ["a dynamic 1"]],
    ["import(`a${b}`)", [" dynamic 1"]],
    ['import("a" + b)', [" dynamic 1"]],
    ['type T = import("a").T', ["a dynamic 1"]],
    ['import.meta.url; new URL("./a.ts", import.meta.url)', []],
    ['const o = { import: 1 }; const p = o.import; f({ from: "a" })', []],
    ['// import "a"\n/* import "b" */ import "c"', ["c 2"]],
    ['const s = "import \\"a\\""; const t = `import "b"\n${import("c")} import "d"`;', [
      "c dynamic 2",
    ]],
    ["const t = `${`${{ a: 1 }.a}`}`; import 'a'", ["a 1"]],
    ["const r = /['\"`/]/.test(x) ? 1 / 2 / 3 : /[/\"]/; import 'a'", ["a 1"]],
    ['#!/usr/bin/env deno\nimport "a"', ["a 2"]],
    ['const x = "unterminated\nimport "a"', ["a 2"]],
  ];
  for (const [source, expected] of cases) assert.deepEqual(read(source), expected, source);
});
