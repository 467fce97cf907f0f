/**
 * A press in the instant in which a prompt opens: recorded, but not yet told to anybody, when the
 * prompt becomes what a press would meet.
 */
import assert from "node:assert/strict";
import type { TerminalDevice, TerminalRead } from "../../../../src/host/platform/port.ts";
import { Gate } from "../../../../src/interaction/gate/mod.ts";
import { TerminalPrompts } from "../../../../src/interaction/prompts/mod.ts";
import { type InlineSelect, showSelect } from "../../../../src/interaction/widgets/mod.ts";
import { Machine } from "../../host/signals/machine.ts";
import { stageOver } from "../stage.ts";
import { settle } from "../../../support/clock.ts";

const MENU: InlineSelect = { message: "Menu", choices: [{ key: "c", label: "Continue" }] };
const QUESTION: InlineSelect = { message: "Run?", choices: [{ key: "y", label: "Yes" }] };

/** A terminal that types what it is told to when something is on it. */
class Typist implements TerminalDevice {
  readonly fd = 5;
  screen = "";
  discarded = 0;
  onDiscard: () => void = () => {};
  readonly #answers: [string, string][];
  #reads = 0;

  constructor(answers: readonly [string, string][]) {
    this.#answers = [...answers];
  }

  async read(signal: AbortSignal): Promise<TerminalRead> {
    // As a poll of the real one: not before others have had their turn.
    await settle();
    const [shown, key] = this.#answers[0] ?? ["\0", ""];
    if (++this.#reads > 500) return { kind: "gone" };
    if (signal.aborted || !this.screen.includes(shown)) return { kind: "idle" };
    this.#answers.shift();
    this.screen = "";
    return { kind: "bytes", bytes: new TextEncoder().encode(key) };
  }

  hasInput(): boolean {
    return false;
  }

  write(bytes: Uint8Array): Promise<void> {
    this.screen += new TextDecoder().decode(bytes);
    return Promise.resolve();
  }

  discardInput(): void {
    this.discarded++;
    this.onDiscard();
  }

  close(): void {}
}

Deno.test("a press just as a prompt opens is answered first, by a menu, and the prompt follows", async () => {
  const machine = new Machine();
  const device = new Typist([["Menu [c,b,?]", "c"], ["Run? [y,?]", "y"]]);
  using stage = stageOver(machine, device);
  const { router } = stage;
  const gate = new Gate();
  using scope = router.enter("streaming");
  const signal = new AbortController().signal;
  const menus: string[] = [];
  const served = (async () => {
    await scope.notified(signal);
    using _closed = gate.close();
    scope.take();
    menus.push((await showSelect(stage, MENU, { screen: "menu", signal })).kind);
  })();
  // Another thread has recorded it; this one hears of it with the next thing it tells the ladder.
  device.onDiscard = () => {
    if (device.discarded > 1) return;
    router.memory.record("SIGINT", machine.now);
  };
  const prompts = new TerminalPrompts(stage, gate);
  assert.deepEqual(
    await prompts.inlineSelect(QUESTION, { as: "prompt", signal }),
    { kind: "chosen", key: "y" },
  );
  await served;
  assert.deepEqual(menus, ["chosen"]);
  assert.equal(device.discarded, 2, "what was typed before the prompt was seen is no answer");
});
