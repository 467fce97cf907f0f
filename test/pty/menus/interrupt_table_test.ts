/** The matrix of `[interrupt.streaming] action` and `compose_in_editor` on the program. */
import assert from "node:assert/strict";
import { FIXED_ACTIONS, REPLY_CELLS } from "../../support/interrupt_table.ts";
import { assertTerminalRestored, conversationEvents, pressCtrlC } from "../ladder/support.ts";
import { few, pausedStream, playStreaming } from "./interrupt_cells.ts";

const DONE = { code: 0, signal: null } as const;

for (const action of ["prompt", "reply"]) {
  Deno.test(`streaming, action ${action}: every way of replying ends as the table says`, async () => {
    const cells = REPLY_CELLS.filter(({ context }) =>
      context.scope === "streaming" && context.action === action
    );
    await few(cells, async (cell) => {
      try {
        await playStreaming("binary", cell);
      } catch (error) {
        throw new Error(cell.name, { cause: error });
      }
    });
  });
}

Deno.test("streaming, fixed actions: no menu, and what they say", async () => {
  const kept: Readonly<Record<string, unknown[]>> = {
    continue: ["One two three", "complete"],
    stop: ["One two", "stopped"],
    abort: [undefined, "aborted"],
  };
  await few(FIXED_ACTIONS.filter(({ scope }) => scope === "streaming"), async ({ action }) => {
    await using world = await pausedStream();
    await using pty = world.pty("binary", [
      ...["-c", `interrupt.streaming.action=${action}`, "q", "count"],
    ]);
    await pty.expect("One two");
    const request = await world.provider.request(1);
    await request.stalled();
    if (action === "continue") {
      // Nothing shows when it was heard. As a signal it leaves no echo, however late that is.
      Deno.kill(pty.pid, "SIGINT");
      request.release();
    } else await pressCtrlC(pty);
    assert.deepEqual(await pty.expectExit(), DONE, action);
    await assertTerminalRestored(pty);
    assert.ok(!pty.raw.includes("Interrupted ["));
    const events = await conversationEvents(world.env);
    const said = events.find(({ type }) => type === "chat_response");
    assert.deepEqual([said?.["message"], events.at(-1)?.["reason"]], kept[action], action);
  });
});
