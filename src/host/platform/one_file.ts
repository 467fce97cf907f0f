/**
 * Whether two descriptors end in the same place.
 *
 * @module
 */

/** What the kernel says of a file, pipe or terminal; null when it says nothing. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number | null;
}

/** Whether both are the same file. What nothing is known of is never the same. */
export function isOneFile(one: FileIdentity | null, other: FileIdentity | null): boolean {
  if (one === null || other === null || !one.ino || !other.ino) return false;
  return one.dev === other.dev && one.ino === other.ino;
}
