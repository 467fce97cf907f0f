/**
 * Where links lead: destinations as CommonMark writes them, labels, definitions, and what of an
 * address may be shown and sent to a terminal. Must never give an address that could end the OSC 8
 * sequence it is put into (RFD 096), or one that starts something other than a page or a mail.
 */
import { readReference } from "./entities.ts";

/** What stands behind the text of a link: its address, or why there is none yet. */
export type LinkTail =
  | { readonly kind: "complete"; readonly url: string; readonly end: number }
  /** The text ends before the link does. */
  | { readonly kind: "partial" }
  | { readonly kind: "none" };

const SPACE = /[ \t\n]*/y;
const ANGLE = /<((?:[^<>\n\\]|\\.)*)>/y;
const ANGLE_PARTIAL = /<(?:[^<>\n\\]|\\.)*\\?$/y;
// deno-lint-ignore no-control-regex -- CommonMark excludes control characters by name
const UNIT = /[^\x00-\x20\x7f()\\]+|\\[\x21-\x7e]|\\/y;
const TITLE = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)/y;
const TITLE_PARTIAL = /(?:"(?:[^"\\]|\\[^])*|'(?:[^'\\]|\\[^])*|\((?:[^()\\]|\\[^])*)\\?$/y;
const NONE: LinkTail = { kind: "none" };
const PARTIAL: LinkTail = { kind: "partial" };

/** Reads `(address "title")`; `at` is the parenthesis. */
export function readLinkTail(text: string, at: number): LinkTail {
  let end = match(SPACE, text, at + 1);
  if (end === text.length) return PARTIAL;
  let url = "";
  if (text[end] === "<") {
    const start = end;
    end = match(ANGLE, text, start);
    if (end < 0) return match(ANGLE_PARTIAL, text, start) < 0 ? NONE : PARTIAL;
    url = text.slice(start + 1, end - 1);
  } else {
    const start = end;
    end = bareEnd(text, start);
    url = text.slice(start, end);
  }
  if (end === text.length) return PARTIAL;
  const title = match(SPACE, text, end);
  if (title === text.length) return PARTIAL;
  if (title > end && text[title] !== ")") {
    const after = match(TITLE, text, title);
    if (after < 0) return match(TITLE_PARTIAL, text, title) < 0 ? NONE : PARTIAL;
    end = match(SPACE, text, after);
    if (end === text.length) return PARTIAL;
  } else end = title;
  return text[end] === ")" ? { kind: "complete", url: plain(url), end: end + 1 } : NONE;
}

/** A definition on a line of its own: `[label]: address "title"`. */
export function readDefinition(
  line: string,
): { readonly label: string; readonly url: string } | null {
  const found = DEFINITION.exec(line);
  if (found === null || (found[1] ?? "").trim() === "") return null;
  const address = found[2] ?? "";
  const url = address.startsWith("<") ? address.slice(1, -1) : address;
  return { label: labelKey(found[1] ?? ""), url: plain(url) };
}

const DEFINITION =
  /^ {0,3}\[(?!\^)((?:[^\[\]\\]|\\.){1,999})\]:[ \t]*(<[^<>]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;

/** Labels are the same if they differ in case and white space only. */
export function labelKey(label: string): string {
  return label.trim().replaceAll(/\s+/g, " ").toLowerCase().toUpperCase();
}

/** Backslash escapes and character references replaced. */
export function plain(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  let out = "";
  for (let at = 0; at < text.length;) {
    const next = text[at + 1] ?? "";
    if (text[at] === "\\" && /[!-/:-@[-`{-~]/.test(next)) {
      out += next;
      at += 2;
      continue;
    }
    const reference = text[at] === "&" ? readReference(text, at) : null;
    out += reference?.text ?? text[at];
    at += reference?.length ?? 1;
  }
  return out;
}

/** Longer ones are shown as text only; terminals stop reading at about this length. */
const MAX_HREF = 2048;
const SAFE_SCHEME = /^(?:https?|ftp|mailto):/i;

const FILE_SCHEME = /^file:\/\/\//i;

/**
 * The address as OSC 8 may carry it, in printable ASCII; undefined if it may not: another scheme
 * than http, https, ftp and mailto, or none (a terminal would not know what it is relative to).
 *
 * @param files whether it may be a file of this machine: only where the text is our own.
 */
export function safeHref(url: string, files = false): string | undefined {
  if (!SAFE_SCHEME.test(url) && !(files && FILE_SCHEME.test(url))) return undefined;
  const href = url.toWellFormed().replaceAll(/[^!-~]/gu, (character) => {
    return encodeURIComponent(character);
  });
  return href.length > MAX_HREF ? undefined : href;
}

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\.)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)/iu;

/** Whether text that looks like an address leads elsewhere: then the real one has to be seen. */
export function isMisleading(text: string, url: string): boolean {
  const shown = ADDRESS.exec(text.trim())?.[1];
  if (shown === undefined) return false;
  const real = /^[a-z][a-z0-9+.-]*:(?:\/\/)?(?:[^/?#]*@)?(?:www\.)?([^/?#:]*)/i.exec(url)?.[1];
  return real === undefined || real.toLowerCase() !== shown.toLowerCase();
}

function bareEnd(text: string, start: number): number {
  let at = start;
  for (let depth = 0; at < text.length;) {
    const next = match(UNIT, text, at);
    if (next >= 0) at = next;
    else if (text[at] === "(" && depth < 32) {
      depth++;
      at++;
    } else if (text[at] === ")" && depth > 0) {
      depth--;
      at++;
    } else break;
  }
  return at;
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? -1 : at + found[0].length;
}
