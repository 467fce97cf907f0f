import assert from "node:assert/strict";
import type { TerminalDevice } from "../../../../src/host/platform/port.ts";
import { lineInput, runWidget } from "../../../../src/interaction/widgets/mod.ts";
import { Machine } from "../../host/signals/machine.ts";
import { stageOver } from "../stage.ts";

const KEYS = 500;

/** Types keys as fast as they are read, and Enter once the last of them is on the screen. */
function fastTypist(keys: string) {
  const written: string[] = [];
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let typed = 0;
  const device: TerminalDevice = {
    fd: 5,
    read: async (signal) => {
      if (signal.aborted) return { kind: "idle" };
      if (typed < keys.length) return { kind: "bytes", bytes: encoder.encode(keys[typed++]) };
      await new Promise((resolve) => setTimeout(resolve));
      const seen = written.join("").includes("END");
      return seen ? { kind: "bytes", bytes: encoder.encode("\r") } : { kind: "idle" };
    },
    hasInput: () => typed < keys.length,
    write: (bytes) => {
      written.push(decoder.decode(bytes));
      return Promise.resolve();
    },
    discardInput: () => {},
    close: () => {},
  };
  return { device, written };
}

Deno.test("keys that come faster than they are drawn are drawn together, and all are taken", async () => {
  const keys = "x".repeat(KEYS) + "END";
  const { device, written } = fastTypist(keys);
  using stage = stageOver(new Machine(), device);
  const run = await runWidget(stage, lineInput({ message: "Name", editMode: "emacs" }), {
    screen: "prompt",
    signal: new AbortController().signal,
    answers: () => true,
  });
  assert.equal(run.state.editor.text, keys);
  assert.ok(written.length < KEYS / 10, `${written.length} writes for ${KEYS} keys`);
});
