/** A width function for tests: wide for CJK and emoji, nothing for marks, else one cell. */
export function measure(grapheme: string): number {
  if (/^[\p{M}\p{Cf}]+$/u.test(grapheme)) return 0;
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff01-\uff60]|\p{Emoji_Presentation}/u.test(
      grapheme,
    )
    ? 2
    : 1;
}
