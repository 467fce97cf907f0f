/**
 * What ties a workspace to its id: the id's form, and the note in the user's data of where the
 * workspace of an id lies.
 *
 * @module
 */

import type { FileSystem } from "../../host/platform/port.ts";
import { join } from "./paths.ts";

/** How an id looks: five of `0-9a-z`. */
export const WORKSPACE_ID = /^[0-9a-z]{5}$/;

/** The file that says where the workspace of an id is. */
export function registrationFile(userData: string, id: string): string {
  return join(userData, "workspace", id, "workspace.json");
}

/** The id in a `.id` file's text: its first line that is one, or null. */
export function parseWorkspaceId(text: string): string | null {
  return text.split("\n").map((line) => line.trim()).find((line) => WORKSPACE_ID.test(line)) ??
    null;
}

/** Where the workspace of an id said it is, or null when it never did. */
export async function readRegisteredStorage(
  fs: FileSystem,
  userData: string,
  id: string,
): Promise<string | null> {
  try {
    const text = await fs.readText(registrationFile(userData, id));
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "storage" in value &&
        typeof value.storage === "string"
      ? value.storage
      : null;
  } catch {
    return null;
  }
}
