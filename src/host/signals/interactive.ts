/**
 * The Interactive predicate: a controlling terminal can be opened, and nobody said to leave it
 * alone. Never "stdout is a terminal" (interrupts.md, "Without a controlling terminal").
 *
 * @module
 */

import type { Platform } from "../platform/port.ts";

/** Whether prompts and menus are possible in this run; needs nothing parsed yet. */
export function isInteractive(platform: Platform): boolean {
  if (isOn(platform.env("JP_NON_INTERACTIVE"))) return false;
  const options = platform.args.slice(0, endOfOptions(platform.args));
  if (options.includes("--non-interactive")) return false;
  if (platform.os === "windows") return true;
  const fd = platform.system.open("/dev/tty");
  if (fd < 0) return false;
  platform.system.close(fd);
  return true;
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}

function endOfOptions(args: readonly string[]): number {
  const end = args.indexOf("--");
  return end < 0 ? args.length : end;
}
