import assert from "node:assert/strict";
import { createRenderer } from "../../src/host/markdown/mod.ts";
import { Sanitizer } from "../../src/host/sanitize/mod.ts";
import { ATTACKS, show } from "./attacks.ts";
import { measure } from "./emulator.ts";

for (const [what, attack] of ATTACKS) {
  Deno.test(`an answer that ${what} is shown as its text`, async () => {
    const text = `first line\n\nbefore ${attack}after\n`;
    for (const size of [1, 2, 3, text.length]) {
      const sanitizer = new Sanitizer(() => ({ mode: "strip", color: true }));
      const renderer = createRenderer({
        columns: () => 60,
        rows: () => 10,
        measure,
        color: true,
        interactive: true,
        osc8: false,
      });
      let output = "";
      let direct = "";
      for (let at = 0; at < text.length; at += size) {
        const clean = sanitizer.push(text.slice(at, at + size));
        direct += clean;
        output += renderer.push(clean);
      }
      const rest = sanitizer.end();
      const plain = await show(direct + rest);
      assert.deepEqual(plain.events, [], "without markdown");
      assert.equal(plain.seen.hidden, false);
      const { seen, events } = await show(output + renderer.push(rest) + renderer.end());
      assert.deepEqual(events, []);
      assert.equal(seen.hidden, false);
      assert.deepEqual(seen.lines.slice(0, 2), ["first line", ""]);
      assert.match(seen.lines[2] ?? "", /^before .*after$/);
      assert.deepEqual(seen.cursor, [3, 0]);
      if (!attack.includes("&#")) assert.deepEqual(seen, plain.seen);
    }
  });
}

Deno.test("the terminal that looks on sees what is done to it unsanitized", async () => {
  const { events } = await show("\x1b]0;x\x07\x1b[c\x1b]52;c;eA==\x07\x1b[?2004h\x07");
  assert.equal(events.length, 5);
});
