/**
 * Paths as text, for both kinds of separators. Nothing here looks at a disk.
 *
 * @module
 */

/** Joins and normalises paths for one operating system. */
export interface PathRules {
  readonly windows: boolean;
}

/** Whether a path does not depend on the current directory. */
export function isAbsolute(path: string, { windows }: PathRules): boolean {
  return windows ? /^([A-Za-z]:)?[\\/]/.test(path) : path.startsWith("/");
}

/** `path` seen from `base`, without `.` and `..`. With `/` as the separator everywhere. */
export function resolvePath(base: string, path: string, rules: PathRules): string {
  const whole = slashes(isAbsolute(path, rules) ? path : `${base}/${path}`, rules);
  const root = rules.windows ? /^([A-Za-z]:|\/(?=\/))?/.exec(whole)?.[0] ?? "" : "";
  const parts: string[] = [];
  for (const part of whole.slice(root.length).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${root}/${parts.join("/")}`;
}

/** The folder a path is in; the root is in itself. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** Whether `path` is `folder` or lies in it. Both normalised. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** The folders from `top` down to `bottom`, both included; none when `bottom` is elsewhere. */
export function foldersDownTo(top: string, bottom: string): string[] {
  if (!isWithin(top, bottom)) return [];
  const folders = [bottom];
  for (let at = bottom; at !== top; folders.unshift(at)) at = folderOf(at);
  return folders;
}

function slashes(path: string, { windows }: PathRules): string {
  return windows ? path.replaceAll("\\", "/") : path;
}
