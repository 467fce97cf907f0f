/**
 * Names and paths as they may be shown: on one line, every character of them seen. What a person
 * approves has to be what it says.
 */
import { isHiddenInName, shownInstead } from "./hidden.ts";

/**
 * A file name, path, tool name, title or command as it is put into a line of chrome or a prompt.
 * Control characters, line ends, and everything invisible or reordering shows as what it is
 * (`␛`, `<U+202E>`), whatever `style.sanitize` says: a name without them would be another name.
 * A joiner or variation selector inside an emoji stays.
 */
export function safeName(name: string): string {
  let shown = "";
  let emoji = false;
  const points = Array.from(name);
  points.forEach((point, index) => {
    const code = point.codePointAt(0) ?? 0;
    const joins = code === 0x200d && emoji && EMOJI.test(points[index + 1] ?? "");
    shown += isHiddenInName(code) && !joins ? shownInstead(code, true) : point;
    // The emoji itself, or its selector and skin tone between it and the joiner.
    emoji = EMOJI.test(point) || (emoji && (code === 0xfe0f || /\p{Emoji_Modifier}/u.test(point)));
  });
  return shown;
}

const EMOJI = /^\p{Extended_Pictographic}/u;
