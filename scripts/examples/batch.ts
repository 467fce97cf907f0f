/**
 * A batch job on the ladder: works through its arguments, one at a time. Ctrl-C asks what to do
 * with a menu of its own; a second one leaves between two items, with what is done reported; a third
 * one ends at once.
 *
 *     deno run -A scripts/examples/batch.ts a.png b.png c.png
 *     bun scripts/examples/batch.ts a.png b.png c.png
 */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { runWithLadder } from "../../mod.ts";

const names = process.argv.slice(2);
/** How long an item takes here, ms; in earnest it is the work that takes its time. */
const itemMs = Number(process.env["BATCH_ITEM_MS"] ?? "500");

await runWithLadder(async (ladder) => {
  let done = 0;
  for (const [index, name] of names.entries()) {
    // Waits while the menu is up; once it is time to go nothing new is begun.
    await ladder.pass().catch(() => {});
    if (ladder.signal.aborted) break;

    const skip = new AbortController();
    using _menu = ladder.menu("item", {
      message: `${name} (${index + 1} of ${names.length})`,
      choices: [
        { key: "c", label: "Continue" },
        { key: "s", label: "Skip this one" },
        { key: "q", label: "Quit when it is done" },
      ],
    }, (key) => {
      if (key === "s") skip.abort();
      if (key === "q") ladder.leave();
    });

    ladder.say(`converting ${name}`);
    const skipped = await convert(name, skip.signal);
    await ladder.pass().catch(() => {});
    ladder.print(`${skipped ? "skipped" : "converted"} ${name}\n`);
    if (!skipped) done++;
  }
  ladder.say(`${done} of ${names.length} done`, { done, total: names.length });
});

/** Stands for the work. A graceful shutdown lets it finish; the watchdog sees that it does. */
async function convert(_name: string, skip: AbortSignal): Promise<boolean> {
  await sleep(itemMs, undefined, { signal: skip }).catch(() => {});
  return skip.aborted;
}
