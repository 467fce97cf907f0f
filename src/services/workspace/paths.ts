/**
 * Paths as text. `/` joins on every system (Windows takes it too); only Windows reads `\` as a
 * separator, so that a directory with one in its name stays whole elsewhere.
 *
 * @module
 */

import type { Os } from "../../host/platform/port.ts";

/** The parts with one `/` between them. */
export function join(base: string, ...parts: readonly string[]): string {
  return [base.replace(/(.)\/+$/, "$1"), ...parts].join("/").replace(/^\/\//, "/");
}

/** Whether a path does not depend on the current directory. */
export function isAbsolute(path: string, os: Os): boolean {
  return os === "windows" ? /^([A-Za-z]:[\\/]|[\\/]{2})/.test(path) : path.startsWith("/");
}

/** The directory above, or null at the top. */
export function parentOf(path: string, os: Os): string | null {
  const cut = os === "windows" ? /[\\/]+[^\\/]+[\\/]*$/ : /\/+[^/]+\/*$/;
  const match = cut.exec(path);
  if (match === null) return null;
  const above = path.slice(0, match.index);
  if (above === "") return "/";
  return os === "windows" && /^[A-Za-z]:$/.test(above) ? `${above}/` : above;
}

/** The path as seen from `base`, `.` and `..` left for the system to follow. */
export function resolveFrom(base: string, path: string, os: Os): string {
  return isAbsolute(path, os) ? path : join(base, path);
}
