/**
 * A process that works on a real store, to be killed: `write ID` takes the conversation's lock and
 * adds numbered events, saying each number once it is written; `create N` makes N conversations.
 *
 * @module
 */

import { parseId } from "../../../../src/core/conversation/mod.ts";
import { openPlatform } from "../../../../src/host/platform/port.ts";
import { findWorkspace, openStore } from "../../../../src/services/workspace/mod.ts";

const platform = await openPlatform();
const store = await openStore(platform, await findWorkspace(platform));
const [mode, value = ""] = platform.args;

async function print(line: string): Promise<void> {
  await platform.stdout.write(new TextEncoder().encode(`${line}\n`));
}

if (mode === "create") {
  for (let left = Number(value); left > 0; left--) {
    const ref = await store.conversations.create({ title: `${platform.pid} ${left}` });
    await print(ref.id);
  }
} else {
  const id = parseId(value);
  const ref = id === null ? null : await store.conversations.find(id);
  if (ref === null) throw new Error(`no conversation ${value}`);
  using lock = await store.locks.waitForLock(ref.id, {
    pollMs: 5,
    onWait: ({ pid }) => void print(`waiting for ${pid}`),
  });
  await using log = await store.conversations.open(ref, lock);
  for (;;) {
    const number = log.events.length;
    const content = `${number} ${"x".repeat(5000)}`;
    await log.append([{ type: "chat_request", timestamp: new Date().toISOString(), content }]);
    await print(`wrote ${number}`);
  }
}
