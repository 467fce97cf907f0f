/**
 * Has a package get ready to read an answer while the server still thinks about it. Packages build
 * what they check events with at the first event they see, and that takes tens of milliseconds: in
 * front of the first word, unless it is done before.
 *
 * @module
 */

import type { Dialect, EndpointOptions } from "./dialect.ts";
import type { ModelRequest } from "./types.ts";

/** By then the request is on its way; what keeps the thread busy must not hold it back, ms. */
const REQUEST_IS_OUT_MS = 20;

const NOTHING_ASKED: ModelRequest = {
  system: null,
  messages: [{ role: "user", text: "." }],
  tools: [],
  toolChoice: "auto",
  parameters: {},
};

/**
 * Reads the dialect's sample, once some time has passed. Nothing is sent, and nothing comes of it.
 *
 * @param answered aborts when the server has answered: from then on there is nothing to gain.
 * @throws the signal's reason, or what a package makes of the sample.
 */
export async function warmUp(
  dialect: Dialect,
  { model, baseUrl, timer }: EndpointOptions,
  answered: AbortSignal,
): Promise<void> {
  if (dialect.sample === undefined) return;
  await timer.sleep(REQUEST_IS_OUT_MS, answered);
  const headers = { "content-type": "text/event-stream" };
  const fetch = () => Promise.resolve(new Response(dialect.sample, { headers }));
  const loaded = await dialect.load({ model, baseUrl, key: "none", fetch });
  const { stream } = await loaded.doStream(dialect.call(NOTHING_ASKED, answered));
  await stream.pipeTo(new WritableStream());
}
