import assert from "node:assert/strict";
import type { Platform } from "../../../../src/host/platform/port.ts";
import { rehearseMenu } from "../../../../src/interaction/menus/mod.ts";
import { Machine } from "../../host/signals/machine.ts";

const style = { format: "text-pretty", color: true } as const;
const ended = new AbortController();

/** A machine on which nobody may write, listen, look at the terminal or end anything. */
function untouchable(machine: Machine): Platform {
  const platform = machine.platform();
  const touched = (what: string) => (): never => assert.fail(`${what} of the real machine`);
  const stream = { fd: 1, isTerminal: touched("isTerminal"), write: touched("write") };
  const system = Object.fromEntries(
    Object.entries(platform.system).map((
      [name, value],
    ) => [name, typeof value === "function" ? touched(name) : value]),
  ) as unknown as Platform["system"];
  return {
    ...platform,
    system,
    stdout: stream,
    stderr: stream,
    openTerminal: touched("openTerminal"),
    onSignal: touched("onSignal"),
    exit: touched("exit"),
  };
}

function ordinaryModes(machine: Machine) {
  return machine.platform().system.getModes(0);
}

for (const modes of ["a terminal's modes", "no modes"] as const) {
  Deno.test(`a rehearsal with ${modes} goes on each time, and touches nothing`, async () => {
    const machine = new Machine();
    const of = modes === "no modes" ? null : ordinaryModes(machine);
    assert.equal(of === null, modes === "no modes");
    const platform = untouchable(machine);
    const pause = () => Promise.resolve();
    const decisions = await rehearseMenu({ platform, modes: of, style, pause }, ended.signal);
    assert.deepEqual(decisions.map(({ kind }) => kind), ["continue", "continue", "continue"]);
    assert.deepEqual(machine.deeds, []);
  });
}

Deno.test("a rehearsal whose turn ends stops where it is", async () => {
  const machine = new Machine();
  const turn = new AbortController();
  const pause = () => {
    turn.abort(new Error("the turn has ended"));
    return Promise.resolve();
  };
  const of = ordinaryModes(machine);
  const decisions = await rehearseMenu(
    { platform: untouchable(machine), modes: of, style, pause },
    turn.signal,
  );
  assert.equal(decisions.length, 1);
});
