import assert from "node:assert/strict";
import type { TerminalDevice } from "../../../../src/host/platform/port.ts";
import { lineInput, runWidget } from "../../../../src/interaction/widgets/mod.ts";
import { FakeStream } from "../../host/printer/fake_stream.ts";
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

Deno.test("the row a prompt stands below is written again after a resize, maybe there and back", async () => {
  for (const resized of [false, true]) {
    const stdout = new FakeStream(1, { terminal: true });
    let ask = (): void => {};
    const device: TerminalDevice = {
      fd: 5,
      read: () => {
        ask();
        return Promise.resolve({ kind: "bytes", bytes: new TextEncoder().encode("\r") });
      },
      hasInput: () => false,
      write: () => Promise.resolve(),
      discardInput: () => {},
      close: () => {},
    };
    using stage = stageOver(new Machine(), device, stdout);
    ask = () => {
      if (resized) stage.signal("SIGWINCH");
    };
    stage.printer.text("Hel");
    await runWidget(stage, lineInput({ message: "Name", editMode: "emacs" }), {
      screen: "prompt",
      signal: new AbortController().signal,
      answers: () => true,
    });
    await stage.printer.flush(1000);
    assert.equal(stdout.text, resized ? "Hel\rHel" : "Hel");
  }
});
