import assert from "node:assert/strict";
import { type InlineSelect, selectWidget } from "../../../../src/interaction/widgets/mod.ts";
import { Driver } from "./driver.ts";

const long: InlineSelect = {
  message: "Run local x tool?",
  preamble: Array.from({ length: 50 }, (_, index) => `line ${index + 1}`),
  choices: [{ key: "y", label: "Run" }],
};

const open = (select: InlineSelect, rows = 10, columns = 80) =>
  new Driver(selectWidget(() => select), { rows, columns });

Deno.test("what fits is shown whole, and no key scrolls it", () => {
  const driver = open({ ...long, preamble: ["one", [{ text: "two", style: "31" }]] });
  assert.deepEqual(driver.lines, ["one", "two", "Run local x tool? [y,?] "]);
  driver.press("Down", "PageDown", "End");
  assert.deepEqual(driver.lines, ["one", "two", "Run local x tool? [y,?] "]);
  assert.equal(driver.view.lines[1]?.[0]?.style, "31");
});

Deno.test("what does not fit scrolls, never hides the question, and says where it is", () => {
  const driver = open(long);
  assert.deepEqual(driver.lines.slice(0, 2), ["line 1", "line 2"]);
  assert.equal(driver.lines.length, 9);
  assert.match(driver.lines.at(-2) ?? "", /lines 1–7 of 50/);
  driver.press("Down");
  assert.equal(driver.lines[0], "line 2");
  driver.press("PageDown");
  assert.equal(driver.lines[0], "line 8");
  driver.press("End");
  assert.match(driver.lines.at(-2) ?? "", /lines 44–50 of 50/);
  assert.equal(driver.lines.at(-3), "line 50");
  driver.press("Down", "PageDown");
  assert.equal(driver.lines.at(-3), "line 50");
  driver.press("PageUp", "Home", "Up");
  assert.equal(driver.lines[0], "line 1");
  assert.equal(driver.outcome, null);
});

Deno.test("every line can be brought into sight, on screens of any size", () => {
  for (const rows of [2, 3, 4, 7, 24, 49, 60]) {
    const driver = open(long, rows);
    const seen = new Set<string>();
    for (let press = 0; press < 60; press++) {
      for (const line of driver.lines) seen.add(line);
      driver.press("Down");
    }
    for (let line = 1; line <= 50; line++) assert.ok(seen.has(`line ${line}`), `${rows}: ${line}`);
    assert.equal(driver.lines.at(-1), "Run local x tool? [y,?] ");
    if (rows > 3) assert.ok(driver.lines.length <= rows - 1, `${rows}`);
  }
});

Deno.test("lines that wrap count as the rows they take", () => {
  const driver = open({ ...long, preamble: Array(10).fill("x".repeat(100)) }, 10, 40);
  assert.equal(driver.lines.length, 4);
});

Deno.test("the help takes its room from the preamble, and the keys go on choosing", () => {
  const driver = open(long);
  driver.press("End", "?");
  assert.equal(driver.lines.length, 9);
  assert.ok(driver.lines.includes("  y  Run"));
  driver.press("?", "y");
  assert.deepEqual(driver.outcome, { kind: "chosen", key: "y" });
});

Deno.test("a question of several lines is asked in its last", () => {
  const driver = open({ message: "Look:\nGo on?", choices: long.choices });
  assert.deepEqual(driver.lines, ["Look:", "Go on? [y,?] "]);
});
