import assert from "node:assert/strict";
import { keyLines } from "../../../../src/services/config/key_lines.ts";

const lines = (toml: string, ...paths: (readonly string[])[]): (number | null)[] => {
  const lineOf = keyLines(toml);
  return paths.map(lineOf);
};

Deno.test("tables, dotted and quoted keys", () => {
  assert.deepEqual(
    lines(
      `# a comment with = and [x]
top = 1
[ a . "b.c" ]   # comment
x = "y"
d.'e f'."\\u0067" = { g = 1, h = { i = 2 } }

[a]
z = 1`,
      ["top"],
      ["a"],
      ["a", "b.c"],
      ["a", "b.c", "x"],
      ["a", "b.c", "d", "e f", "g"],
      ["a", "b.c", "d", "e f", "g", "h", "i"],
      ["a", "z"],
      ["a", "unknown", "deep"],
      ["unknown"],
    ),
    [2, 3, 3, 4, 5, 5, 8, 3, null],
  );
});

Deno.test("values that look like keys, on one line and over several", () => {
  assert.deepEqual(
    lines(
      `a = """
x = 1
[b]
\\""" still""\"""
c = '''
d = ''\''''
e = [
  "f = 1", # g = 2
  { h = 1,
    i = 2 },
  [ 1, 2,
  ],
]
j = 1979-05-27 07:32:00
k = '\\'
l = ""
m = ''
n = true`.replaceAll("\n", "\r\n"),
      ["x"],
      ["b"],
      ["c"],
      ["d"],
      ["e", "0"],
      ["e", "1", "h"],
      ["e", "1", "i"],
      ["e", "2", "1"],
      ["j"],
      ["k"],
      ["l"],
      ["m"],
      ["n"],
    ),
    [null, null, 5, null, 8, 9, 10, 11, 14, 15, 16, 17, 18],
  );
});

Deno.test("lists of tables", () => {
  assert.deepEqual(
    lines(
      `[[a]]
b = 1
[[a.c]]
d = 1
[[a.c]]
d = 2
[[a]]
b = 2
[a.e]
f = 1`,
      ["a"],
      ["a", "0", "b"],
      ["a", "0", "c", "0", "d"],
      ["a", "0", "c", "1", "d"],
      ["a", "1"],
      ["a", "1", "b"],
      ["a", "1", "e", "f"],
    ),
    [1, 2, 4, 6, 7, 8, 10],
  );
});
