/**
 * Asks the policy about values that need consent and takes out what is refused. One question for
 * each source, and none where nothing needs it.
 *
 * @module
 */

import { formatKeyPath } from "./key_path.ts";
import { formatOrigin, type Origin } from "./problem.ts";
import type { KeyPath } from "./shape.ts";
import type { Tree } from "./tree.ts";
import {
  keysIn,
  trustHash,
  type TrustPolicy,
  type UntrustedKey,
  type UntrustedSource,
  without,
} from "./trust.ts";

/** Something that was passed over, and is told of. */
export type ConfigWarning = RefusedValue | UnreadFile;

/** A file that looks like one of ours and is none. */
export interface UnreadFile {
  readonly kind: "unread";
  readonly file: string;
  /** The whole in one line, fit for a terminal. */
  readonly message: string;
}

/** A value that was left out since consent was refused. */
export interface RefusedValue {
  readonly kind: "refused";
  readonly source: UntrustedSource;
  readonly path: KeyPath;
  readonly origin: Origin;
  /** The whole in one line, fit for a terminal. */
  readonly message: string;
}

/** Trees of one source, and the files they come from. */
export interface Untrusted {
  readonly source: UntrustedSource;
  readonly trees: readonly (Tree | undefined)[];
  readonly files: readonly string[];
}

/** Keeps what was refused. */
export class Consent {
  readonly refused: UntrustedKey[] = [];
  readonly warnings: RefusedValue[] = [];
  readonly #policy: TrustPolicy;
  readonly #signal: AbortSignal;

  constructor(policy: TrustPolicy, signal: AbortSignal) {
    this.#policy = policy;
    this.#signal = signal;
  }

  /** The same trees, without what was refused. */
  async granted({ source, trees, files }: Untrusted): Promise<readonly (Tree | undefined)[]> {
    const keys = trees.map((tree) => keysIn(tree));
    const all = keys.flat();
    if (all.length === 0) return trees;
    const request = { source, files, keys: all, hash: await trustHash(all) };
    const answer = await this.#policy(request, this.#signal);
    this.#signal.throwIfAborted();
    if (answer === "trusted") return trees;
    this.refused.push(...all);
    this.warnings.push(...all.map((key) => warning(source, key)));
    return trees.map((tree, index) => tree && without(tree, keys[index] ?? []));
  }
}

function warning(source: UntrustedSource, { path, origin }: UntrustedKey): RefusedValue {
  const message = `${formatOrigin(origin)}: ${
    formatKeyPath(path)
  } is left out: this workspace is not trusted`;
  return { kind: "refused", source, path, origin, message };
}
