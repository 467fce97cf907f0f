/** The matrix of `[interrupt.streaming] action` and `compose_in_editor` on the program. */
import { FIXED_ACTIONS, REPLY_CELLS } from "../../support/interrupt_table.ts";
import { few, playStreaming, playStreamingFixed } from "./interrupt_cells.ts";

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
  await few(FIXED_ACTIONS.filter(({ scope }) => scope === "streaming"), async ({ action }) => {
    await playStreamingFixed("binary", action);
  });
});
