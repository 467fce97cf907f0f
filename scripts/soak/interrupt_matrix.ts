/**
 * Every cell of the matrix of interrupt actions and `compose_in_editor`, on every target.
 *
 *     deno run -A scripts/soak/interrupt_matrix.ts
 *
 * Needs the binary of `deno task build`. Exit status: 1 when a cell does not end as the table says.
 */
import { few, playStreaming, playTool, playTurn } from "../../test/pty/menus/interrupt_cells.ts";
import { REPLY_CELLS } from "../../test/support/interrupt_table.ts";
import { TARGETS } from "../../test/support/mod.ts";

const PLAY = { streaming: playStreaming, tool_call: playTool, turn: playTurn } as const;
const cells = TARGETS.flatMap((target) => REPLY_CELLS.map((cell) => ({ target, cell })));
let faults = 0;
await few(cells, async ({ target, cell }) => {
  try {
    await PLAY[cell.context.scope](target, cell);
  } catch (error) {
    faults += 1;
    console.log(`${target}: ${cell.name}: ${error instanceof Error ? error.message : error}`);
  }
});
console.log(`${cells.length} cells, ${faults} faults`);
Deno.exit(faults > 0 ? 1 : 0);
