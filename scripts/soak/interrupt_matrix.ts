/**
 * Every cell of the matrix of interrupt actions and `compose_in_editor`, replies and fixed actions,
 * on every target or on one.
 *
 *     deno run -A scripts/soak/interrupt_matrix.ts [--from N] [--count N] [deno|bun|binary]...
 *
 * `--from` and `--count` play a part of each target's cells: all of them take minutes. The binary
 * is the one of `deno task build`. Exit status: 1 when a cell does not end as the table says.
 */
import {
  few,
  playFixed,
  playReply,
  playStreamingFixed,
} from "../../test/pty/menus/interrupt_cells.ts";
import { FIXED_ACTIONS, REPLY_CELLS } from "../../test/support/interrupt_table.ts";
import { type Target, TARGETS } from "../../test/support/mod.ts";
import { readNumbers } from "./numbers.ts";

interface Cell {
  readonly name: string;
  readonly play: (target: Target) => Promise<void>;
}

const CELLS: readonly Cell[] = [
  ...REPLY_CELLS.map((cell) => ({
    name: cell.name,
    play: (target: Target) => playReply(target, cell),
  })),
  ...FIXED_ACTIONS.map(({ scope, action }) => ({
    name: `${scope}, action ${action}`,
    play: (target: Target) =>
      scope === "streaming" ? playStreamingFixed(target, action) : playFixed(target, scope, action),
  })),
];

const named = TARGETS.filter((target) => Deno.args.includes(target));
const numbers = readNumbers(Deno.args.filter((word) => !(named as string[]).includes(word)), {
  from: 0,
  count: CELLS.length,
});
if (numbers === null) {
  console.error(
    "usage: deno run -A scripts/soak/interrupt_matrix.ts [--from N] [--count N] [deno|bun|binary]...",
  );
  Deno.exit(2);
}
const part = CELLS.slice(numbers.from, numbers.from + numbers.count);
const runs = (named.length === 0 ? TARGETS : named)
  .flatMap((target) => part.map((cell) => ({ target, cell })));
let faults = 0;
await few(runs, async ({ target, cell }) => {
  try {
    await cell.play(target);
  } catch (error) {
    faults += 1;
    console.log(`${target}: ${cell.name}: ${error instanceof Error ? error.message : error}`);
  }
});
console.log(`${runs.length} of ${CELLS.length} cells a target, ${faults} faults`);
Deno.exit(faults > 0 ? 1 : 0);
