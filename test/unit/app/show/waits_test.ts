import assert from "node:assert/strict";
import type { Config } from "../../../../src/services/config/mod.ts";
import { type Waiting, Waits, waitText } from "../../../../src/app/show/mod.ts";
import { elapse } from "../../../support/clock.ts";

const TIMING = { show: true, delay_secs: 0, interval_ms: 1 };

/** A clock that stands at `now`, and a screen that has what the status line says. */
function bench(timing = TIMING, idle = true) {
  const style = {
    streaming: { progress: timing },
    tool_call: { show: true, progress: timing, preparing: timing },
    mcp_startup: timing,
  } as unknown as Config["style"];
  const said: (string | null)[] = [];
  let told = Promise.withResolvers<void>();
  const clock = { now: () => state.now };
  const state = {
    now: 0,
    said,
    waits: new Waits(
      {
        status: (line) => {
          said.push(line);
          told.resolve();
          told = Promise.withResolvers<void>();
        },
      },
      clock,
      style,
      idle,
    ),
    next: () => told.promise,
  };
  return state;
}

Deno.test("each wait says what for, and how long", () => {
  const texts: readonly (readonly [Waiting, string])[] = [
    [{ kind: "request" }, "⏱ Waiting… 4.2s (sending request)"],
    [{ kind: "first token" }, "⏱ Waiting… 4.2s (waiting for first tokens)"],
    [{ kind: "more" }, "⏱ Waiting… 4.2s (receiving response data)"],
    [{ kind: "reasoning" }, "⏱ Reasoning… 4.2s"],
    [{ kind: "retry", attempt: 2, most: 5, ms: 6000 }, "⏱ Retrying (2 of 5)… 1.8s"],
    [
      { kind: "arguments", tool: "fs\u202e_read" },
      "⏱ Calling tool fs<U+202E>_read (receiving arguments… 4.2s)",
    ],
    [{ kind: "tools", names: ["shell", "shell"] }, "⏱ Running shell ×2… 4.2s"],
    [{ kind: "servers", names: ["a", "b"] }, "⏱ Starting 2 MCP servers (a, b)… 4.2s"],
  ];
  for (const [waiting, text] of texts) assert.equal(waitText(waiting, 4200), text);
});

Deno.test("a wait is drawn, goes on over its parts, and is taken away", async () => {
  const b = bench();
  using waits = b.waits;
  let drawn = b.next();
  waits.show({ kind: "request" });
  await drawn;
  b.now = 1500;
  drawn = b.next();
  waits.show({ kind: "first token" });
  await drawn;
  assert.equal(b.said[0], "⏱ Waiting… 0.0s (sending request)");
  assert.ok(b.said.includes("⏱ Waiting… 1.5s (waiting for first tokens)"), b.said.join());
  waits.show({ kind: "more" });
  assert.equal(b.said.at(-1), null);
  waits.show(null);
  const { length } = b.said;
  waits.show(null);
  assert.equal(b.said.length, length, "nothing is taken away twice");
});

Deno.test("arguments that arrive are those of the call that was begun", async () => {
  const b = bench();
  using waits = b.waits;
  waits.show({ kind: "arguments", tool: "shell" });
  const drawn = b.next();
  waits.show({ kind: "arguments", tool: null });
  await drawn;
  assert.equal(b.said[0], "⏱ Calling tool shell (receiving arguments… 0.0s)");
});

Deno.test("what is not to be shown is not", async () => {
  for (const [timing, idle] of [[{ ...TIMING, show: false }, true], [TIMING, false]] as const) {
    const b = bench(timing, idle);
    using waits = b.waits;
    waits.show({ kind: "more" });
    // Twenty times its interval: it would have been drawn.
    await elapse(20);
    assert.deepEqual(b.said, []);
  }
});

Deno.test("tokens that keep coming draw nothing and set no timer each", async () => {
  const b = bench({ show: true, delay_secs: 3600, interval_ms: 1 });
  using waits = b.waits;
  for (b.now = 0; b.now < 10_000_000; b.now += 1000) waits.show({ kind: "more" });
  await Promise.resolve();
  assert.deepEqual(b.said, []);
});
