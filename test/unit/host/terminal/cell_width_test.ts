import assert from "node:assert/strict";
import { eastAsianWidth } from "get-east-asian-width";
import { cellWidth } from "../../../../src/host/terminal/mod.ts";

const ZERO = /^[\p{Mark}\p{Cf}\p{Cc}\p{Zl}\p{Zp}]$/u;

Deno.test("what is known without the tables is what the tables say", () => {
  for (let unit = 0x20; unit < 0xd800; unit++) {
    const char = String.fromCharCode(unit);
    const width = ZERO.test(char) ? 0 : Math.min(2, eastAsianWidth(unit));
    assert.equal(cellWidth(char), width, unit.toString(16));
  }
});

Deno.test("a cluster is as wide as it is drawn", () => {
  const widths = { "a": 1, "\u0301": 0, "e\u0301": 1, "\u304b\u3099": 2, "\u{1f1e9}\u{1f1ea}": 2 };
  for (const [cluster, width] of Object.entries({ ...widths, "\u2764\ufe0f": 2, "": 0 })) {
    assert.equal(cellWidth(cluster), width, cluster);
  }
});
