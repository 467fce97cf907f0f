/**
 * Key paths as people write them: dotted, with quotes around a name that needs them, as in TOML.
 *
 * @module
 */

import type { KeyPath } from "./shape.ts";

const NAME = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s."'=:{}[\]]+))\s*/y;

/** `conversation.tools.'*'.run` as its names; null when it is not a path. `*` needs no quotes. */
export function parseKeyPath(text: string): KeyPath | null {
  const names: string[] = [];
  const scan = new RegExp(NAME);
  for (let at = 0;;) {
    scan.lastIndex = at;
    const match = scan.exec(text);
    if (match === null) return null;
    const name = match[1] !== undefined ? unescape(match[1]) : match[2] ?? match[3];
    if (name === undefined) return null;
    names.push(name);
    at = scan.lastIndex;
    if (at === text.length) return names;
    if (text[at++] !== ".") return null;
  }
}

function unescape(quoted: string): string | undefined {
  try {
    return JSON.parse(`"${quoted}"`);
  } catch {
    return undefined;
  }
}

/** The names as one text that {@linkcode parseKeyPath} reads back; fit for a terminal. */
export function formatKeyPath(path: KeyPath): string {
  return path.map((name) => /^([A-Za-z0-9_-]+|\*)$/.test(name) ? name : quote(name)).join(".");
}

/** JSON text without a character that a terminal would act on. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
