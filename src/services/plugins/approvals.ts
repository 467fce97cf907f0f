/**
 * Whether a plugin may run: configuration, its digest, and what the user has approved before. Only
 * the asking itself is the caller's.
 *
 * Source: product.md "Security", reference-facts 8.1.
 *
 * @module
 */

import { type FileSystem, FsError } from "../../host/platform/port.ts";
import type { FoundPlugin } from "./discover.ts";
import { PluginError } from "./errors.ts";

/** `[plugins.command.NAME]` as far as it is about running; null: there is none. */
export interface PluginPermission {
  readonly run: "ask" | "unattended" | "deny";
  readonly checksum: {
    readonly algorithm: "sha256" | "sha1";
    readonly value: string;
  } | null;
}

/** What is known before anybody is asked. */
export type Permission =
  | { readonly kind: "granted" }
  /** The user has to be asked about this path with this content. */
  | { readonly kind: "ask"; readonly sha256: string };

interface Approval {
  readonly path: string;
  readonly sha256: string;
}

/** What the user has approved for good, in the data directory. */
export class Approvals {
  readonly #fs: FileSystem;
  readonly #file: string | null;

  /** @param userData null: there is no place to remember anything. */
  constructor(fs: FileSystem, userData: string | null) {
    this.#fs = fs;
    this.#file = userData === null ? null : `${userData}/plugins/plugin-approvals.json`;
  }

  /**
   * What may be done with a plugin.
   *
   * @throws {PluginError} `denied`, `checksum`, or `start` when it cannot be read.
   */
  async permission(plugin: FoundPlugin, own: PluginPermission | null): Promise<Permission> {
    if (own?.run === "deny") {
      throw new PluginError("denied", `the plugin ${plugin.name} is denied`, {
        help: `plugins.command.${plugin.name}.run says so; jp config show plugins has where.`,
      });
    }
    const sha256 = await this.#verified(plugin, own?.checksum ?? null);
    if (own?.run === "unattended" || plugin.source === "installed") return { kind: "granted" };
    const known = await this.#read();
    return known.some((each) => each.path === plugin.path && each.sha256 === sha256)
      ? { kind: "granted" }
      : { kind: "ask", sha256 };
  }

  /** Whether an earlier content of that path was approved. */
  async wasOther(path: string): Promise<boolean> {
    return (await this.#read()).some((each) => each.path === path);
  }

  /** Approves a path with a content for good, in place of what was approved there before. */
  async remember(path: string, sha256: string): Promise<boolean> {
    if (this.#file === null) return false;
    const others = (await this.#read()).filter((each) => each.path !== path);
    const text = JSON.stringify({ approvals: [...others, { path, sha256 }] }, null, 2) + "\n";
    try {
      await this.#fs.makeDir(this.#file.slice(0, this.#file.lastIndexOf("/")), {
        recursive: true,
        mode: 0o700,
      });
      await this.#fs.replace(this.#file, new TextEncoder().encode(text), 0o600);
      return true;
    } catch (error) {
      // Not remembered: it will be asked again, which is the safe way round.
      if (error instanceof FsError) return false;
      throw error;
    }
  }

  async #verified(
    { name, path }: FoundPlugin,
    checksum: PluginPermission["checksum"],
  ): Promise<string> {
    let bytes: Uint8Array;
    try {
      bytes = await this.#fs.readBytes(path);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      throw new PluginError("start", `cannot read the plugin ${path}: ${error.code}`, {
        help: "What runs is looked at first; make it readable.",
        cause: error,
      });
    }
    const sha256 = await digest("sha256", bytes);
    if (checksum === null) return sha256;
    const actual = checksum.algorithm === "sha256" ? sha256 : await digest("sha1", bytes);
    if (actual !== checksum.value.toLowerCase()) {
      throw new PluginError(
        "checksum",
        `${path} is not the program that plugins.command.${name}.checksum names`,
        { help: `Its ${checksum.algorithm} is ${actual}.` },
      );
    }
    return sha256;
  }

  async #read(): Promise<readonly Approval[]> {
    if (this.#file === null) return [];
    try {
      const stored: unknown = JSON.parse(await this.#fs.readText(this.#file));
      const list = typeof stored === "object" && stored !== null && "approvals" in stored
        ? stored.approvals
        : [];
      return Array.isArray(list) ? list.filter(isApproval) : [];
    } catch (error) {
      // A file that is missing or cannot be read remembers nothing: the question is asked again.
      if (error instanceof FsError || error instanceof SyntaxError) return [];
      throw error;
    }
  }
}

function isApproval(value: unknown): value is Approval {
  return typeof value === "object" && value !== null && "path" in value && "sha256" in value &&
    typeof value.path === "string" && typeof value.sha256 === "string";
}

async function digest(algorithm: "sha256" | "sha1", bytes: Uint8Array): Promise<string> {
  const name = algorithm === "sha256" ? "SHA-256" : "SHA-1";
  const hash = await crypto.subtle.digest(name, bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
