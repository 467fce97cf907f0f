/**
 * Files of the workspace and no others: every path a model names goes through here. What a name
 * stands for is decided by the file system, links followed, and looked at again once a file is open.
 *
 * Owns the borders; must never read or write anything past them. A program of the user's own that
 * moves directories about in the very moment of a write is not what it guards against.
 *
 * @module
 */

import { FsError, type LinkInfo, type OpenFile, type RealFiles } from "../../host/platform/port.ts";
import type { ToolHost } from "./host.ts";
import { ToolError } from "./types.ts";

/** A place inside the workspace. */
export interface Place {
  /** Where it really is: no link in it, no `..`. */
  readonly path: string;
  /** As seen from the workspace's root; `.` for the root itself. */
  readonly shown: string;
  /** What is there; null when nothing is. */
  readonly info: LinkInfo | null;
}

const MAX_PATH = 4096;
/** What is ours and git's: writing there would run programs later, unasked. */
const KEPT = /^\.(git|jp)$/i;
/** Not files but the kernel's own state, our environment among it. */
const KERNEL = /^\/(proc|sys|dev)(\/|$)/;

/** The files below one directory. */
export class WorkspaceFiles {
  readonly #host: ToolHost;
  readonly #root: string;

  constructor(host: ToolHost, root: string) {
    this.#host = host;
    this.#root = root;
  }

  /**
   * The place a path stands for; relative to the workspace, or absolute and in it.
   *
   * @throws {ToolError} `outside` for a path that leads out of the workspace.
   */
  async find(path: string): Promise<Place> {
    const root = await this.#realRoot();
    const parts = this.#parts(path, [slashed(this.#root), root]);
    const named = below(root, parts);
    const real = await this.#real(named, path);
    if (!this.#isInside(root, real) || KERNEL.test(named) || KERNEL.test(real)) {
      throw outside(path);
    }
    const { files } = await this.#host.workbench();
    const info = await inWords(path, files.linkInfo(real));
    if (info?.kind === "symlink") throw outside(path);
    return { path: real, shown: shownPath(root, real), info };
  }

  /** The same for a place that is going to be written to. @throws {ToolError} */
  async findForWriting(path: string): Promise<Place> {
    const place = await this.find(path);
    if (place.shown === ".") throw new ToolError("arguments", `${path} is a directory.`);
    const kept = place.shown.split("/").find((part) => KEPT.test(part.replace(/[. ]+$/, "")));
    if (kept !== undefined) {
      throw new ToolError("outside", `Tools do not write to ${kept}; leave it to the user.`);
    }
    return place;
  }

  /**
   * Opens a file, and makes sure that what was opened is what is in the workspace.
   *
   * @throws {ToolError} `outside` when it is not, or is no regular file.
   */
  async open({ path, shown, info }: Place): Promise<OpenFile> {
    if (info === null) throw new ToolError("arguments", `There is no ${shown}.`);
    if (info.kind === "directory") {
      throw new ToolError("arguments", `${shown} is a directory; fs_list lists it.`);
    }
    if (info.kind !== "file") throw new ToolError("outside", `${shown} is not a regular file.`);
    return await this.openAt({ path, shown });
  }

  /**
   * The same for a file that was met below a place found before.
   *
   * @throws {ToolError} as {@linkcode open} does.
   */
  async openAt({ path, shown }: Pick<Place, "path" | "shown">): Promise<OpenFile> {
    const { files } = await this.#host.workbench();
    const file = await inWords(shown, files.openRead(path));
    try {
      await this.#verify(files, path, shown, file.info);
      return file;
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
  }

  // The name may have been given to something else between the look and the opening: what is open
  // has to be the file that is inside now.
  async #verify(files: RealFiles, path: string, shown: string, open: LinkInfo): Promise<void> {
    const [root, found] = await Promise.all([
      this.#realRoot(),
      inWords(shown, this.#host.fs.realPath(path)),
    ]);
    const real = slashed(found);
    const now = await inWords(shown, files.linkInfo(real));
    const same = now?.kind === "file" && open.kind === "file" && now.identity === open.identity;
    if (!same || !this.#isInside(root, real)) throw outside(shown);
  }

  async #realRoot(): Promise<string> {
    return slashed(await inWords(this.#root, this.#host.fs.realPath(this.#root)));
  }

  /** The path with its links followed; what is not there yet is kept as it is. */
  async #real(path: string, asked: string): Promise<string> {
    try {
      return slashed(await this.#host.fs.realPath(path));
    } catch (error) {
      if (!(error instanceof FsError) || error.code !== "ENOENT") throw inTool(asked, error);
    }
    const { files } = await this.#host.workbench();
    // A link to nothing: what is written through it would be made wherever it leads.
    if (await inWords(asked, files.linkInfo(path)) !== null) throw outside(asked);
    const cut = path.lastIndexOf("/");
    const parent = await this.#real(path.slice(0, cut) || "/", asked);
    return `${parent === "/" ? "" : parent}${path.slice(cut)}`;
  }

  /** The names from the root on; `..` is taken as it is written, before any link is followed. */
  #parts(path: string, roots: readonly string[]): string[] {
    if (path === "" || path.length > MAX_PATH || path.includes("\0")) {
      throw new ToolError("arguments", "The path is empty, too long, or holds a NUL.");
    }
    const windows = this.#host.os === "windows";
    const asked = windows ? path.replaceAll("\\", "/") : path;
    if (
      windows && /[<>:"|?*]|[. ](\/|$)|(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)/i
        .test(asked.replace(/^[A-Za-z]:\//, "/").replaceAll(/(^|\/)\.\.?(?=\/|$)/g, ""))
    ) {
      throw new ToolError("outside", `${path} is not the name of a file.`);
    }
    const absolute = windows ? /^([A-Za-z]:)?\//.test(asked) : asked.startsWith("/");
    const parts = normal(asked);
    if (!absolute) {
      if (parts === null) throw outside(path);
      return parts;
    }
    const fold = (part: string | undefined): string | undefined =>
      windows ? part?.toLowerCase() : part;
    const root = roots.map((each) => normal(each) ?? [])
      .find((each) => each.every((part, index) => fold(part) === fold(parts?.[index])));
    if (parts === null || root === undefined) throw outside(path);
    return parts.slice(root.length);
  }

  #isInside(root: string, path: string): boolean {
    const fold = (text: string): string => this.#host.os === "windows" ? text.toLowerCase() : text;
    const base = root.endsWith("/") ? root : `${root}/`;
    return path === root || fold(path).startsWith(fold(base));
  }
}

/** A file error as a model is told it. */
export async function inWords<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw inTool(path, error);
  }
}

function inTool(path: string, error: unknown): unknown {
  if (!(error instanceof FsError)) return error;
  const said = WORDS[error.code] ?? `failed with ${error.code}`;
  return new ToolError("unavailable", `${path}: ${said}.`, { cause: error });
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "a part of the path is not a directory",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "the name is too long",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
  ENXIO: "it is not a regular file",
};

function outside(path: string): ToolError {
  return new ToolError(
    "outside",
    `${path} is outside the workspace; only files below its root can be reached.`,
  );
}

/** The names of a path, `.` and `..` worked out; null when it leads above where it starts. */
function normal(path: string): string[] | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts;
}

function below(root: string, parts: readonly string[]): string {
  return parts.length === 0 ? root : `${root === "/" ? "" : root}/${parts.join("/")}`;
}

function shownPath(root: string, path: string): string {
  if (path === root) return ".";
  return path.slice(root.endsWith("/") ? root.length : root.length + 1);
}

function slashed(path: string): string {
  return /^[A-Za-z]:\\|^\\\\/.test(path) ? path.replaceAll("\\", "/") : path;
}
