/**
 * Process entry. The router and the sentinel stand before anything else is loaded, so that a press
 * counts from these first lines on (RFD 092, "Where the properties hold"). It statically imports
 * only what they need, and it makes the sentinel's worker, which a compiled binary finds only from
 * its entry file.
 */

import { openPlatform } from "./host/platform/port.ts";
import { Router, startSentinel } from "./host/signals/mod.ts";
import { isInteractive } from "./host/signals/interactive.ts";

const platform = await openPlatform();
using router = new Router(platform, { interactive: isInteractive(platform) });
using fallback = router.enter("fallback");
const worker = new Worker(new URL("./host/signals/sentinel.ts", import.meta.url).href, {
  type: "module",
});
using sentinel = startSentinel(worker, router);
const { boot } = await import("./app/boot.ts");
await boot(platform, router, fallback, sentinel);
