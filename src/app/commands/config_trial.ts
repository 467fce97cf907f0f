/**
 * The configuration as it would be with other text in one of its files: resolved over a file system
 * in memory, so that nothing is written and nobody is asked.
 *
 * @module
 */

import {
  ConfigError,
  type Place,
  type Problem,
  resolveConfig,
  type Resolved,
  type TrustRequest,
} from "../../services/config/mod.ts";
import { OverlayFileSystem } from "../../services/workspace/mod.ts";

/** What came of it. */
export interface Trial {
  /** Null when there are problems. */
  readonly resolved: Resolved | null;
  readonly problems: readonly Problem[];
  /** What the workspace's files would ask consent for; null when nothing. */
  readonly consent: TrustRequest | null;
}

/** Resolves the configuration of a place with `text` in `file`, or without it where null. */
export async function tryOut(
  place: Place,
  file: string,
  text: string | null,
  signal: AbortSignal,
): Promise<Trial> {
  const fs = new OverlayFileSystem(place.fs);
  if (text !== null) {
    await fs.makeDir(file.slice(0, file.lastIndexOf("/")), { recursive: true, mode: 0o700 });
    await fs.replace(file, new TextEncoder().encode(text));
  }
  let consent: TrustRequest | null = null;
  const trust = (request: TrustRequest): Promise<"trusted"> => {
    if (request.source === "workspace") consent = request;
    return Promise.resolve("trusted");
  };
  try {
    const resolved = await resolveConfig({ ...place, fs, trust }, signal);
    return { resolved, problems: [], consent };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { resolved: null, problems: error.problems, consent };
  }
}
