import assert from "node:assert/strict";
import {
  currentKill,
  EMPTY_RING,
  joinKill,
  pushKill,
  rotateRing,
} from "../../../../src/core/line_editor/kill_ring.ts";

Deno.test("kill ring: the newest entry is current", () => {
  const ring = pushKill(pushKill(EMPTY_RING, "one"), "two");
  assert.equal(currentKill(ring)?.text, "two");
  assert.equal(currentKill(EMPTY_RING), undefined);
});

Deno.test("kill ring: forward kills append, backward kills prepend", () => {
  const ring = pushKill(EMPTY_RING, "b");
  assert.equal(currentKill(joinKill(ring, "c", "forward"))?.text, "bc");
  assert.equal(currentKill(joinKill(ring, "a", "backward"))?.text, "ab");
  assert.equal(currentKill(joinKill(EMPTY_RING, "a", "backward"))?.text, "a");
});

Deno.test("kill ring: turning goes to older entries and round", () => {
  const ring = pushKill(pushKill(EMPTY_RING, "one"), "two");
  assert.equal(currentKill(rotateRing(ring))?.text, "one");
  assert.equal(currentKill(rotateRing(rotateRing(ring)))?.text, "two");
  assert.equal(currentKill(rotateRing(EMPTY_RING)), undefined);
});

Deno.test("kill ring: a kill after turning joins the newest and becomes current", () => {
  const turned = rotateRing(pushKill(pushKill(EMPTY_RING, "one"), "two"));
  assert.equal(currentKill(joinKill(turned, "!", "forward"))?.text, "two!");
  assert.equal(currentKill(pushKill(turned, "three"))?.text, "three");
});

Deno.test("kill ring: keeps ten entries", () => {
  let ring = EMPTY_RING;
  for (let n = 0; n < 15; n++) ring = pushKill(ring, `${n}`);
  assert.deepEqual(
    ring.entries.map((kill) => kill.text),
    [5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map(String),
  );
});
