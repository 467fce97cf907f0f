/**
 * Events as text and key names as keys: `C-c`, `M-Enter`, `S-Left`.
 *
 * Owns the notation, which is Emacs's, in one fixed order of modifiers (C-M-S-Super-). What
 * `describeKey` writes for a key, `parseKeyName` reads back.
 */
import type { InputEvent, Key, KeyName, Reply } from "./types.ts";
import { charKey, namedKey } from "./legacy.ts";
import { utf8Length } from "./utf8.ts";

/** The canonical printable name of an event: `C-c`, `Space`, `M-Enter`, `paste(12 bytes)`. */
export function describeKey(event: InputEvent): string {
  switch (event.kind) {
    case "key":
      return prefix(event) + keyName(event);
    case "paste":
      return `paste(${utf8Length(event.text)} bytes)`;
    case "reply":
      return `reply(${describeReply(event)})`;
    case "focus":
      return event.focused ? "focus-in" : "focus-out";
    case "mouse":
      return "mouse";
  }
}

/**
 * Reads a key's canonical name; null if it is none. Modifiers may come in any order, and names in
 * any case; `C-A` is Control-a with Shift.
 */
export function parseKeyName(text: string): Key | null {
  let rest = text;
  let mods = { ctrl: false, alt: false, shift: false, super: false };
  for (;;) {
    const match = /^(C|M|S|Super)-(?=.)/su.exec(rest);
    if (match === null) break;
    const held = ({ C: "ctrl", M: "alt", S: "shift", Super: "super" } as const)[
      match[1] as "C" | "M" | "S" | "Super"
    ];
    mods = { ...mods, [held]: true };
    rest = rest.slice(match[0].length);
  }
  const point = rest.codePointAt(0);
  if (point !== undefined && String.fromCodePoint(point) === rest) {
    const upper = rest !== rest.toLowerCase();
    return charKey(point, mods.ctrl && upper ? { ...mods, shift: true } : mods);
  }
  const name = BY_LABEL.get(rest.toLowerCase());
  if (name === undefined) return null;
  return name === "space" ? charKey(0x20, mods) : namedKey(name, mods);
}

type Named = Exclude<KeyName, "char" | "unknown">;

const LABELS: Readonly<Record<string, string>> = {
  enter: "Enter",
  tab: "Tab",
  backspace: "Backspace",
  delete: "Delete",
  insert: "Insert",
  escape: "Escape",
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
  home: "Home",
  end: "End",
  pageup: "PageUp",
  pagedown: "PageDown",
  ...Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`f${i + 1}`, `F${i + 1}`])),
};

const BY_LABEL: ReadonlyMap<string, Named | "space"> = new Map([
  ...Object.keys(LABELS).map((name) => [name, name as Named] as const),
  ["space", "space"] as const,
]);

function prefix(key: Key): string {
  return (key.ctrl ? "C-" : "") + (key.alt ? "M-" : "") + (key.shift ? "S-" : "") +
    (key.super === true ? "Super-" : "");
}

function keyName(key: Key): string {
  if (key.name === "unknown") return `unknown(${key.sequence ?? ""})`;
  if (key.name !== "char") return LABELS[key.name] ?? key.name;
  return key.char === " " ? "Space" : key.char ?? "";
}

function describeReply(reply: Reply): string {
  switch (reply.reply) {
    case "cursor":
      return `cursor ${reply.row};${reply.column}`;
    case "attributes":
      return `${reply.level} attributes ${reply.params.join(";")}`;
    case "kitty-flags":
      return `kitty flags ${reply.flags}`;
    case "mode":
      return `mode ${reply.private ? "?" : ""}${reply.mode} is ${reply.value}`;
    case "string":
      return `${reply.of} ${reply.text.slice(0, 32)}`;
    case "other":
      return reply.sequence;
  }
}
