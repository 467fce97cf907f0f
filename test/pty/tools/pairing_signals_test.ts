/**
 * The same for ends that nobody at the terminal asked for (PR-038).
 */
import { endAndGoOn } from "./ending.ts";

for (
  const [moment, end] of [
    ["asked", "SIGKILL"],
    ["running", "SIGTERM"],
    ["running", "SIGKILL"],
  ] as const
) {
  Deno.test(`${end} while ${moment}: the conversation goes on, each call with one result`, async () => {
    await endAndGoOn(moment, end);
  });
}
