/**
 * Files beside a `config.toml` that look as if they were read as well: other programs, and other
 * versions of this one, take JSON and YAML there. Whoever has one is told that it does nothing.
 *
 * @module
 */

import { type FileSystem, FsError, unlessAborted } from "../../host/platform/port.ts";
import type { UnreadFile } from "./consent.ts";
import { quote } from "./key_path.ts";

const FILE = /([\\/])config\.toml$/;
const LOOKALIKE = /^config\.(json5?|ya?ml)$/;

/**
 * Those beside `file`, by one look at its folder; none beside a file of another name, nor where the
 * folder cannot be looked into.
 *
 * @throws the signal's reason once it aborts.
 */
export async function unreadBeside(
  file: string,
  fs: FileSystem,
  signal: AbortSignal,
): Promise<readonly UnreadFile[]> {
  if (!FILE.test(file)) return [];
  const folder = file.replace(FILE, "");
  try {
    const names = (await unlessAborted(fs.list(folder), signal)).map(({ name }) => name);
    return names.filter((name) => LOOKALIKE.test(name)).sort().map((name) => {
      const unread = file.replace(FILE, `$1${name}`);
      const message = `${
        quote(unread).slice(1, -1)
      } is not read: put its settings into config.toml`;
      return { kind: "unread", file: unread, message };
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FsError) return [];
    throw error;
  }
}
