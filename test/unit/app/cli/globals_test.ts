import assert from "node:assert/strict";
import { command, run } from "./parsed.ts";

Deno.test("globals: without flags", () => {
  assert.deepEqual(run("doctor").globals, {
    cfg: [],
    format: "auto",
    verbose: 0,
    quiet: false,
    nonInteractive: false,
    noPersist: false,
    workspace: null,
    logFile: null,
    color: "auto",
    width: null,
  });
});

const EVERY =
  "-c a=1 --cfg b=2 -F json -vv --verbose -q --non-interactive -P -w dir --log-file - --color never --width 0";

const EXPECTED = {
  cfg: ["a=1", "b=2"],
  format: "json",
  verbose: 3,
  quiet: true,
  nonInteractive: true,
  noPersist: true,
  workspace: "dir",
  logFile: "-",
  color: "never",
  width: 0,
};

Deno.test("globals: the same before, between and after the names of a command", () => {
  for (
    const line of [
      `${EVERY} conversation ls`,
      `conversation ${EVERY} ls`,
      `conversation ls ${EVERY}`,
    ]
  ) {
    const parsed = run(line);
    assert.deepEqual(parsed.globals, EXPECTED, line);
    assert.equal(parsed.command.kind, "conversation-ls");
  }
});

Deno.test("globals: given on both sides, they add up or the last holds", () => {
  const { globals } = run("-v -c a=1 -F json query -v -c b=2 -F text hello");
  assert.deepEqual([globals.verbose, globals.cfg, globals.format], [2, ["a=1", "b=2"], "text"]);
});

Deno.test("globals: among the words of a query", () => {
  const { globals } = run("query why -q is --width 100 that");
  assert.deepEqual([globals.quiet, globals.width], [true, 100]);
  assert.deepEqual(command("query", "query why -q is --width 100 that").words, [
    "why",
    "is",
    "that",
  ]);
});

Deno.test("globals: every spelling of --no-persist and --color", () => {
  for (const flag of ["--no-persist", "-P", "-!"]) {
    assert.equal(run(`${flag} doctor`).globals.noPersist, true, flag);
  }
  assert.equal(run("doctor -qP!").globals.noPersist, true);
  assert.equal(run("doctor --colour=always").globals.color, "always");
});

Deno.test("globals: every format and colour of the table is accepted", () => {
  for (const format of ["auto", "text", "text-pretty", "json", "json-pretty"] as const) {
    assert.equal(run(`doctor -F${format}`).globals.format, format);
  }
  for (const color of ["auto", "always", "never"] as const) {
    assert.equal(run(`doctor --color ${color}`).globals.color, color);
  }
});

Deno.test("globals: configuration is handed on as typed", () => {
  const typed = ['a.b:={"c": [1]}', '{"a":1}', "@file.toml", "name", "a=", "k=v=w"];
  assert.deepEqual(run(typed.flatMap((each) => ["-c", each]).concat("doctor")).globals.cfg, typed);
});
