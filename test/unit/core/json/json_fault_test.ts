import assert from "node:assert/strict";
import fc from "fast-check";
import { jsonFault } from "../../../../src/core/json/mod.ts";

Deno.test("the place, what was expected there, and what is there", () => {
  const texts: readonly (readonly [string, string])[] = [
    ["", "line 1, column 1: expected a value, found the end"],
    ["{", "line 1, column 2: expected a name in double quotes, found the end"],
    ["{bad", 'line 1, column 2: expected a name in double quotes, found "b"'],
    ['{"a": 1,}', 'line 1, column 9: expected a name in double quotes, found "}"'],
    ['{"a"= 1}', 'line 1, column 5: expected ":", found "="'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: expected "," or "}", found "\\""'],
    ["[1, 2", 'line 1, column 6: expected "," or "]", found the end'],
    ["[1, 'two']", 'line 1, column 5: expected a value, found "\'"'],
    ["[01]", 'line 1, column 3: expected "," or "]", found "1"'],
    ['{"a": 1} and more', 'line 1, column 10: expected the end, found "a"'],
    ['"two\nlines"', 'line 1, column 5: expected the closing ", found "\\n"'],
    ['"C:\\Users"', 'line 1, column 5: expected an escape such as \\n, found "U"'],
    ["[😀]", 'line 1, column 2: expected a value, found "😀"'],
  ];
  for (const [text, fault] of texts) assert.equal(jsonFault(text), fault, text);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

Deno.test("it finds a fault exactly where JSON.parse finds one, in any text", () => {
  const pieces = [
    ...'{}[]:, \n\t\r"\\',
    '"a"',
    "1",
    "-",
    "0",
    ".5",
    "e3",
    "true",
    "null",
    "\\u00e9",
  ];
  const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((each) => each.join(""));
  const broken = fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...pieces, ""))
    .map(([text, place, piece]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + piece + text.slice(at + 1);
    });
  fc.assert(fc.property(fc.oneof(soup, broken, fc.json(), fc.string()), (text) => {
    assert.equal(jsonFault(text) === null, isJson(text), JSON.stringify(text));
  }));
});
