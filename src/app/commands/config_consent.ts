/**
 * Consent by typing: who sets a key that a workspace may not set by itself has consented to it. Not
 * to what else the workspace's files hold: that is asked about as before.
 *
 * @module
 */

import { notice } from "../../core/notices/mod.ts";
import type { UserDir } from "../../services/workspace/mod.ts";
import type { App } from "../app.ts";
import { isTrusted, rememberTrust } from "../trust.ts";
import type { Trial } from "./config_trial.ts";

/** Remembers consent for what a change has added, if all that was there before had it. */
export async function consentTo(
  app: App,
  userDir: UserDir,
  before: Trial,
  after: Trial,
): Promise<void> {
  const { consent } = after;
  if (consent === null || consent.hash === before.consent?.hash) return;
  const directory = await userDir.ensure();
  // With a fault in it nobody was asked about it, so nothing is known of what it holds.
  const known = before.problems.length === 0 &&
    (before.consent === null || await isTrusted(app, directory, before.consent.hash));
  if (known) return await rememberTrust(app, directory, consent.hash);
  app.printer.notice(
    notice("jp: this workspace also sets what you have not allowed yet; the next run asks"),
  );
}
