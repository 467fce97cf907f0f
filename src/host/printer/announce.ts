/**
 * What is said right before a prompt: on the screen, and not behind the hold of that prompt until
 * it is answered.
 *
 * @module
 */

import type { Notice } from "../../core/notices/mod.ts";
import type { Printer } from "./printer.ts";

/** A terminal that takes nothing for so long gets its question all the same, ms. */
export const SHOWN_MS = 300;

/** Says something on the chrome channel, and resolves when the terminal has it. */
export async function announce(
  printer: Printer,
  notice: Notice,
  signal: AbortSignal,
): Promise<void> {
  printer.notice(notice);
  await printer.shown(SHOWN_MS, signal);
}
