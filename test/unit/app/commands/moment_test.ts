import assert from "node:assert/strict";
import { momentOf } from "../../../../src/app/commands/moment.ts";

const NOW = Date.parse("2026-04-10T17:04:20.500Z");

Deno.test("moment: dates, with and without a time and a zone", () => {
  for (
    const [text, expected] of [
      ["2026-04-10", "2026-04-10T00:00:00.000Z"],
      ["2026-04-10T17:04", "2026-04-10T17:04:00.000Z"],
      ["2026-04-10 17:04:20", "2026-04-10T17:04:20.000Z"],
      ["2026-04-10T17:04:20.5Z", "2026-04-10T17:04:20.500Z"],
      ["2026-04-10T17:04+02:00", "2026-04-10T15:04:00.000Z"],
      ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ] as const
  ) {
    assert.equal(momentOf(text, NOW), expected, text);
  }
});

Deno.test("moment: ages", () => {
  for (
    const [text, expected] of [
      ["20s", "2026-04-10T17:04:00.500Z"],
      ["4m", "2026-04-10T17:00:20.500Z"],
      ["17h", "2026-04-10T00:04:20.500Z"],
      ["3d", "2026-04-07T17:04:20.500Z"],
      ["1w", "2026-04-03T17:04:20.500Z"],
    ] as const
  ) {
    assert.equal(momentOf(text, NOW), expected, text);
  }
});

Deno.test("moment: anything else is refused, days that do not exist too", () => {
  for (
    const text of [
      ...["", "today", "17:04", "2026-4-1", "2026-02-30", "2026-13-01", "2026-04-10T24:30"],
      ...["-3d", "3", "3y", "2026-04-10T17", "999999999w", "2026-04-10Z"],
    ]
  ) {
    assert.throws(() => momentOf(text, NOW), { name: "CommandError", code: 2 }, text);
  }
});
