/**
 * Process entry. The router and the sentinel stand before anything else is loaded, so that a press
 * counts from these first lines on (RFD 092, "Where the properties hold"). It statically imports
 * only what they need, and it makes the sentinel's worker, which a compiled binary finds only from
 * its entry file.
 */

import { becomeProgram, openPlatform, START_IN_GROUP } from "./host/platform/port.ts";
import { isInteractive, Router, startSentinel } from "./host/signals/mod.ts";

const platform = await openPlatform();
// Started by ourselves, to become a plugin: before any signal is listened to.
if (platform.args[0] === START_IN_GROUP) {
  platform.exit(await becomeProgram(platform.args.slice(1)));
}
using router = new Router(platform, { interactive: isInteractive(platform) });
using fallback = router.enter("fallback");
if (platform.args[0] === "--version" || platform.args[0] === "-V") {
  // Nothing of this can be interrupted: it is over before a worker would have started.
  await (await import("./app/version.ts")).sayVersion(platform);
}
const worker = new Worker(new URL("./host/signals/sentinel.ts", import.meta.url).href, {
  type: "module",
});
using sentinel = startSentinel(worker, router);
const { boot } = await import("./app/boot.ts");
await boot(platform, router, fallback, sentinel);
