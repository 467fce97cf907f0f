/**
 * The words a conversation can be named by, as data.
 *
 * @module
 */

import { type ConversationId, parseId } from "../../core/conversation/mod.ts";
import { StoreError } from "./errors.ts";

/** Which conversation one keyword means. */
export type OneOf = "active" | "recent" | "newest" | "pinned" | "previous" | "archived";
/** Which conversations a keyword with `+` means. */
export type ManyOf = "live" | "session" | "pinned" | "archived";
/** Which conversations a picker offers. */
export type PickFrom = "all" | "session" | "pinned" | "archived";

/** What a target says. */
export type Target =
  | { readonly kind: "id"; readonly id: ConversationId }
  | { readonly kind: "one"; readonly of: OneOf }
  | { readonly kind: "many"; readonly of: ManyOf }
  /** A choice of the user's; `filter` is what is searched for, empty for everything. */
  | { readonly kind: "pick"; readonly from: PickFrom; readonly filter: string }
  /** Ids on standard input, one a line. */
  | { readonly kind: "stdin" }
  | { readonly kind: "help" };

/** A row of the keyword table. */
export interface TargetKeyword {
  readonly words: readonly string[];
  readonly target: Target;
  /** What it means, for `help`. */
  readonly meaning: string;
}

const one = (of: OneOf): Target => ({ kind: "one", of });
const many = (of: ManyOf): Target => ({ kind: "many", of });
const pick = (from: PickFrom): Target => ({ kind: "pick", from, filter: "" });

/** Every keyword, in the order `help` shows them. */
export const TARGET_KEYWORDS: readonly TargetKeyword[] = [
  { words: ["active", "."], target: one("active"), meaning: "the active one of this session" },
  { words: ["session", "s"], target: one("previous"), meaning: "the one active here before it" },
  { words: ["recent", "r"], target: one("recent"), meaning: "the one used last, anywhere" },
  { words: ["newest", "n"], target: one("newest"), meaning: "the one created last" },
  { words: ["pinned", "p"], target: one("pinned"), meaning: "the one pinned last" },
  { words: ["archived", "a"], target: one("archived"), meaning: "the one archived last" },
  { words: ["+live", "+l"], target: many("live"), meaning: "all that are not archived" },
  { words: ["+session", "+s"], target: many("session"), meaning: "all that were active here" },
  { words: ["+pinned", "+p"], target: many("pinned"), meaning: "all that are pinned" },
  { words: ["+archived", "+a"], target: many("archived"), meaning: "all that are archived" },
  { words: ["?"], target: pick("all"), meaning: "choose from all" },
  { words: ["?s"], target: pick("session"), meaning: "choose from those active here before" },
  { words: ["?p"], target: pick("pinned"), meaning: "choose from the pinned" },
  { words: ["?a"], target: pick("archived"), meaning: "choose from the archived" },
  { words: ["-"], target: { kind: "stdin" }, meaning: "ids on standard input, one a line" },
  { words: ["help"], target: { kind: "help" }, meaning: "print this table" },
];

/** What a target says. Text that is neither an id nor a keyword is searched for. */
export function parseTarget(text: string): Target {
  const id = parseId(text);
  if (id !== null) return { kind: "id", id };
  const keyword = TARGET_KEYWORDS.find(({ words }) => words.includes(text));
  return keyword?.target ?? { kind: "pick", from: "all", filter: text.trim() };
}

/** What `conversation.default_id` says. @throws {StoreError} `invalid` for anything else. */
export function parseDefaultId(text: string): Target {
  const id = parseId(text);
  if (id !== null) return { kind: "id", id };
  switch (text) {
    case "ask":
      return pick("all");
    case "last-activated":
    case "last":
      return one("recent");
    case "last-created":
      return one("newest");
    case "previous":
    case "prev":
      return one("previous");
    default:
      throw new StoreError("invalid", `conversation.default_id cannot be ${JSON.stringify(text)}`, {
        help: "Use ask, last-activated, last-created, previous or a conversation's id.",
      });
  }
}

/** The ids in a text, one a line; blank lines are none. @throws {StoreError} `invalid`. */
export function parseIdLines(text: string): ConversationId[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => {
    const id = parseId(line);
    if (id !== null) return id;
    throw new StoreError("invalid", `${JSON.stringify(line)} is not a conversation id`, {
      help: "Give one id a line, such as jp-c17758406605.",
    });
  });
}
