import assert from "node:assert/strict";
import type { Row } from "../../../../scripts/bench/measure.ts";
import { jsonLine, table } from "../../../../scripts/bench/table.ts";

const ROW: Row = {
  group: "ladder",
  name: "third press to death",
  target: "jp, binary",
  unit: "ms",
  better: "lower",
  samples: [4, 12.34, 5],
  failures: [],
  limit: { of: "p95", value: 10 },
  promise: "the promise",
};

Deno.test("a row shows its figures beside its limit", () => {
  const [, line] = table([ROW]).split("\n");
  assert.equal(
    line,
    "third press to death (ms)  jp, binary  5.0  12.3  12.3  3  p95 10  over  the promise",
  );
});

Deno.test("what failed and what could not be measured is said below, and shows no figure", () => {
  const failed = { ...ROW, samples: [1, 2], failures: ["it hung", "it hung again"] };
  const unmeasured = { ...ROW, target: "jp, bun", samples: [], unmeasured: "no signals there" };
  const text = table([failed, unmeasured]);
  assert.match(text, /failed: third press to death \(jp, binary\): 2 of 4; the first: it hung/);
  assert.match(text, /not measured: third press to death \(jp, bun\): no signals there/);
  assert.match(text, /jp, bun +- +- +- +0 +p95 10 +not measured/);
});

Deno.test("a line of JSON has the figures and the verdict", () => {
  const { p50, p95, max, n, verdict, limit, promise } = JSON.parse(jsonLine(ROW));
  assert.deepEqual({ p50, p95, max, n, verdict, limit, promise }, {
    p50: 5,
    p95: 12.34,
    max: 12.34,
    n: 3,
    verdict: "over",
    limit: { of: "p95", value: 10 },
    promise: "the promise",
  });
  const none = JSON.parse(jsonLine({ ...ROW, samples: [], unmeasured: "no way to" }));
  assert.deepEqual([none.p50, none.n, none.verdict, none.unmeasured], [
    null,
    0,
    "not measured",
    "no way to",
  ]);
});
