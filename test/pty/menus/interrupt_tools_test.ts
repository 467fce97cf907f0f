/**
 * The matrix of `[interrupt.tool_call]` and `[interrupt.turn]` on the program: half of it, in which
 * everything that can be done is done once. scripts/soak/interrupt_matrix.ts plays all of it.
 */
import { FIXED_ACTIONS, type ReplyCell } from "../../support/interrupt_table.ts";
import type { Target } from "../../support/mod.ts";
import { few, halfOf, playFixed, playTool, playTurn } from "./interrupt_cells.ts";

async function all(
  cells: readonly ReplyCell[],
  play: (target: Target, cell: ReplyCell) => Promise<void>,
): Promise<void> {
  await few(cells, async (cell) => {
    try {
      await play("binary", cell);
    } catch (error) {
      throw new Error(cell.name, { cause: error });
    }
  });
}

Deno.test("tool_call: ways of replying end as the table says", async () => {
  await all(halfOf("tool_call"), playTool);
});

Deno.test("turn: ways of replying end as the table says", async () => {
  await all(halfOf("turn"), playTurn);
});

Deno.test("tool_call and turn, fixed actions: no menu, and what they say", async () => {
  await few(FIXED_ACTIONS, async ({ scope, action }) => {
    if (scope !== "streaming") await playFixed("binary", scope, action);
  });
});
