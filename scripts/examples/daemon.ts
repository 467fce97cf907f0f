/**
 * A daemon that a supervisor can stop: takes files out of a directory, one after the other, and
 * keeps their size in a log. SIGTERM finishes the file at hand and ends within the deadline, as the
 * second Ctrl-C does; the supervisor sees a death by signal, which systemd counts as clean. Started
 * by hand in a terminal it asks at the first Ctrl-C like any other program on the ladder.
 *
 *     deno run -A scripts/examples/daemon.ts SPOOL
 *     bun scripts/examples/daemon.ts SPOOL
 */
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Ladder, runWithLadder } from "../../mod.ts";

const spool = process.argv[2];
/** How often the directory is looked at, ms. */
const LOOK_MS = 200;
/** How long a file takes here at least, ms. */
const fileMs = Number(process.env["DAEMON_FILE_MS"] ?? "0");

// A record a line on both streams: supervisors keep what is on them.
const options = {
  format: "json",
  shutdown: { show: false, delaySecs: 0, intervalMs: 100, timeoutSecs: 5 },
} as const;

await runWithLadder(async (ladder) => {
  if (spool === undefined) {
    ladder.say("usage: daemon.ts SPOOL");
    return 2;
  }
  await mkdir(`${spool}/done`, { recursive: true });
  ladder.say("ready", { pid: process.pid });
  while (!ladder.signal.aborted) {
    const [name] = (await readdir(spool)).filter((each) => each !== "done").sort();
    if (name === undefined) await sleep(LOOK_MS, undefined, ladder).catch(() => {});
    else await take(ladder, spool, name);
  }
  ladder.say("stopped between two files");
}, options);

/** All of it or nothing: what is begun is finished, the watchdog permitting. */
async function take(ladder: Ladder, directory: string, name: string): Promise<void> {
  ladder.say("taken", { name });
  const { length } = await readFile(`${directory}/${name}`);
  await sleep(fileMs);
  await rename(`${directory}/${name}`, `${directory}/done/${name}`);
  ladder.say("done", { name, bytes: length });
}
