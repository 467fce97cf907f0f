/**
 * Characters that are not seen: which of them deceive, in running text and in names. Must never
 * count those that spell words or emoji (joiners, variation selectors, the tags of flags) among
 * the ones taken out of text.
 */

const ESCAPED = (code: number): string => `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;

/** Marks the two modes of cleaning leave: nothing, or something readable. */
export function shownInstead(code: number, visualize: boolean): string {
  if (!visualize) return "";
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : ESCAPED(code);
}

/** C0 but tab and line feed, DEL, C1. */
export function isControl(code: number): boolean {
  return (code < 0x20 && code !== 0x09 && code !== 0x0a) || (code >= 0x7f && code <= 0x9f);
}

/**
 * Directional embeddings, overrides and isolates, which show text in another order than it is
 * (CVE-2021-42574), and interlinear annotations. Right-to-left text needs none of them.
 */
export function isReordering(code: number): boolean {
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
    (code >= 0xfff9 && code <= 0xfffb);
}

/** Whether a code point has no business in the name of anything. */
export function isHiddenInName(code: number): boolean {
  return isControl(code) || code === 0x09 || code === 0x0a || isReordering(code) ||
    code === 0xad || code === 0x034f || code === 0x061c || code === 0x115f || code === 0x1160 ||
    code === 0x17b4 || code === 0x17b5 || (code >= 0x180b && code <= 0x180f) ||
    (code >= 0x200b && code <= 0x200f) || code === 0x2028 || code === 0x2029 ||
    (code >= 0x2060 && code <= 0x206f) || code === 0x2800 || code === 0x3164 ||
    (code >= 0xfe00 && code <= 0xfe0e) || code === 0xfeff || code === 0xffa0 ||
    (code >= 0xd800 && code <= 0xdfff) || (code >= 0xe0000 && code <= 0xe0fff);
}
