/**
 * The user data directory, for those who can do without one.
 *
 * @module
 */

import { FsError, type Platform } from "../host/platform/port.ts";
import { userDataDir } from "../services/workspace/mod.ts";

/** The directory; null when nothing says where it is, or when that cannot be found out. */
export function userData(platform: Platform): string | null {
  try {
    return userDataDir(platform);
  } catch (error) {
    // A relative JP_USER_DATA_DIR, and a current directory that has been removed.
    if (error instanceof FsError) return null;
    throw error;
  }
}
