import assert from "node:assert/strict";
import { type Row, Series, summarize, verdictOf } from "../../../../scripts/bench/measure.ts";

const ROW: Row = {
  group: "start",
  name: "a row",
  target: "a program",
  unit: "ms",
  better: "lower",
  samples: [1, 2, 3],
  failures: [],
  limit: { of: "p95", value: 3 },
  promise: "somewhere",
};

Deno.test("percentiles are samples, by nearest rank", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  assert.deepEqual(summarize(hundred), { n: 100, p50: 50, p95: 95, max: 100 });
  assert.deepEqual(summarize([7]), { n: 1, p50: 7, p95: 7, max: 7 });
  assert.deepEqual(summarize([10, 2]), { n: 2, p50: 2, p95: 10, max: 10 });
  assert.equal(summarize([]), null);
});

Deno.test("of rates the slow ones are the bad ones", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  assert.deepEqual(summarize(hundred, "higher"), { n: 100, p50: 51, p95: 6, max: 1 });
});

Deno.test("samples stay in the order they were taken in", () => {
  const samples = [3, 1, 2];
  summarize(samples);
  assert.deepEqual(samples, [3, 1, 2]);
});

Deno.test("the verdict is by the figure the limit names", () => {
  const cases: [Partial<Row>, string][] = [
    [{}, "ok"],
    [{ samples: [1, 2, 3.1] }, "over"],
    [{ samples: [1, 1, 99], limit: { of: "p50", value: 1 } }, "ok"],
    [{ samples: [1, 1, 99], limit: { of: "max", value: 98 } }, "over"],
    [{ limit: null }, "-"],
    [{ better: "higher", limit: { of: "p95", value: 1 } }, "ok"],
    [{ better: "higher", limit: { of: "p95", value: 2 } }, "over"],
  ];
  for (const [change, expected] of cases) {
    assert.equal(verdictOf({ ...ROW, ...change }), expected, JSON.stringify(change));
  }
});

Deno.test("one failed run, or no run at all, fails the row", () => {
  assert.equal(verdictOf({ ...ROW, failures: ["it broke"] }), "failed");
  assert.equal(verdictOf({ ...ROW, failures: ["it broke"], limit: null }), "failed");
  assert.equal(verdictOf({ ...ROW, samples: [] }), "failed");
  assert.equal(verdictOf({ ...ROW, samples: [], unmeasured: "no way to" }), "not measured");
});

Deno.test("a figure that is no number is a failure, never a sample", () => {
  const { samples, failures, better, ...head } = ROW;
  const series = new Series(head);
  series.add(1, NaN, 2, Infinity);
  assert.deepEqual(series.row.samples, [1, 2]);
  assert.equal(series.row.failures.length, 2);
  assert.equal(series.row.better, better);
  assert.equal(verdictOf(series.row), "failed");
  assert.deepEqual([samples.length, failures.length], [3, 0]);
});
