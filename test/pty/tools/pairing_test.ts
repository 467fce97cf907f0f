/**
 * Whatever ended a run, at whatever moment of a tool call: the next request pairs every call with one
 * result, what was done is kept, what was not is told, and nothing runs twice (PR-038, PR-013).
 */
import { endAndGoOn } from "./ending.ts";

for (
  const [moment, end] of [
    ["asked", "stop"],
    ["running", "stop"],
    ["running", "two presses"],
    ["running", "three presses"],
  ] as const
) {
  Deno.test(`${end} while ${moment}: the conversation goes on, each call with one result`, async () => {
    await endAndGoOn(moment, end);
  });
}
