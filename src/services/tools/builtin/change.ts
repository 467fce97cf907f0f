/**
 * A change to a file, prepared so that what is shown is what is done: the file is looked at again
 * before it is written, and anything that is different makes the call stale.
 *
 * @module
 */

import { changed, type Snapshot, writeText } from "../file_text.ts";
import { done, settled } from "../settle.ts";
import type { PreparedCall } from "../types.ts";
import type { Surroundings } from "./types.ts";

/** The call that makes `after` of what the snapshot shows. */
export function changeTo(
  { host, files }: Pick<Surroundings, "host" | "files">,
  path: string,
  before: Snapshot,
  after: string,
): PreparedCall {
  const { shown } = before.place;
  return {
    preview: { kind: "change", path: shown, before: before.text, after },
    run: (_answers, signal) =>
      settled(signal, async () => {
        const why = await changed(files, path, before);
        if (why !== null) return { kind: "stale", why };
        signal.throwIfAborted();
        if (after === before.text) return done(`${shown} is like that already.`);
        await writeText(host, files, before.place, after);
        const bytes = new TextEncoder().encode(after).length;
        return done(`${before.text === null ? "Created" : "Changed"} ${shown} (${bytes} bytes).`);
      }),
  };
}
