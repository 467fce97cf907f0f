import assert from "node:assert/strict";
import {
  endColumn,
  reflowedRows,
  reflowOf,
  rowsAboveCursor,
} from "../../../../src/core/frame/reflow.ts";

const narrow = (n: number) => Array.from({ length: n }, () => ({ text: "x", cells: 1, style: "" }));
const wide = (n: number) => Array.from({ length: n }, () => ({ text: "漢", cells: 2, style: "" }));

Deno.test("a row becomes as many rows as it needs", () => {
  assert.equal(reflowedRows([], 10), 1);
  assert.equal(reflowedRows(narrow(10), 10), 1);
  assert.equal(reflowedRows(narrow(11), 10), 2);
  assert.equal(reflowedRows(narrow(30), 10), 3);
  assert.equal(reflowedRows(wide(5), 10), 1);
  assert.equal(reflowedRows(wide(5), 5), 3);
  assert.equal(reflowedRows([{ text: " ".repeat(8), cells: 8, style: "" }], 3), 3);
  assert.equal(reflowedRows([{ text: "^C", cells: 2, style: "" }], 1), 2);
});

Deno.test("the way up, by kind of terminal", () => {
  const rows = [narrow(20), narrow(20), narrow(20)];
  const up = (row: number, column: number, reflow: Parameters<typeof rowsAboveCursor>[3]) =>
    rowsAboveCursor(rows, { row, column }, 10, reflow);
  assert.equal(up(1, 15, "none"), 1);
  assert.equal(up(1, 15, "unknown"), 2);
  assert.equal(up(1, 15, "all"), 3);
  assert.equal(up(1, 5, "all"), 2);
  assert.equal(up(2, 20, "all"), 5);
  // The row below pushes the cursor down to 2; then rows 1 and 0 are broken as well.
  assert.equal(up(1, 15, "xterm.js"), 4);
  assert.equal(up(2, 15, "xterm.js"), 4);
});

Deno.test("where a line that was broken ends", () => {
  assert.equal(endColumn(7, 10), 7);
  assert.equal(endColumn(10, 10), 10);
  assert.equal(endColumn(11, 10), 1);
  assert.equal(endColumn(20, 10), 10);
});

Deno.test("terminals are told apart by what they set", () => {
  assert.equal(reflowOf({ TERM: "xterm-256color", VTE_VERSION: "7600" }), "all");
  assert.equal(reflowOf({ TERM: "xterm-256color", XTERM_VERSION: "XTerm(390)" }), "none");
  assert.equal(reflowOf({ TERM: "xterm-256color", TERM_PROGRAM: "vscode" }), "xterm.js");
  assert.equal(reflowOf({ TERM: "screen-256color", TMUX: "/tmp/t,1,0", VTE_VERSION: "1" }), "all");
  assert.equal(reflowOf({ TERM: "screen", STY: "1.pts", VTE_VERSION: "7600" }), "none");
  assert.equal(reflowOf({ TERM: "linux" }), "none");
  assert.equal(reflowOf({ TERM: "foot" }), "all");
  assert.equal(reflowOf({ TERM: "xterm-256color" }), "unknown");
  assert.equal(reflowOf({}), "unknown");
});
