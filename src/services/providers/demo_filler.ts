/**
 * Brings a text to an exact number of words: cut when it is too long, filled up when it is too
 * short. Deterministic, so that a test can tell a lost word from a word that never was.
 *
 * @module
 */

/** A word with the white space before it; what {@linkcode pieces} of a text join to is the text. */
const PIECE = /\s*\S+/g;

const INTRODUCTION =
  "Here the real answer ends. The rest is filler, so that the text has the length you asked for.";

const VOCABULARY = [
  "amber",
  "anchor",
  "basin",
  "birch",
  "candle",
  "canyon",
  "cedar",
  "cobalt",
  "copper",
  "delta",
  "ember",
  "falcon",
  "fennel",
  "garnet",
  "glacier",
  "harbour",
  "hazel",
  "island",
  "juniper",
  "kernel",
  "lantern",
  "lichen",
  "marble",
  "meadow",
  "nectar",
  "orchard",
  "pebble",
  "quartz",
  "river",
  "saffron",
  "timber",
  "willow",
] as const;

const SENTENCE_WORDS = 12;
const PARAGRAPH_SENTENCES = 5;

/** The words of `text`, each with the white space before it. A trailing space is not kept. */
export function pieces(text: string): string[] {
  return text.match(PIECE) ?? [];
}

/** `text` with exactly `words` words, as `wc -w` counts them. */
export function sized(text: string, words: number): string {
  const own = pieces(text);
  if (own.length >= words) return own.slice(0, words).join("");
  const filler = pieces(`\n\n${INTRODUCTION}`);
  for (let n = 0; own.length + filler.length < words; n++) filler.push(fillerPiece(n));
  return [...own, ...filler].slice(0, words).join("");
}

/** Filler word number `n` (from 0), in sentences and paragraphs; every 12th word is its number. */
function fillerPiece(n: number): string {
  const inSentence = n % SENTENCE_WORDS;
  const sentence = Math.floor(n / SENTENCE_WORDS);
  const newParagraph = inSentence === 0 && sentence % PARAGRAPH_SENTENCES === 0;
  const before = newParagraph ? "\n\n" : " ";
  if (inSentence === SENTENCE_WORDS - 1) return `${before}${n + 1}.`;
  // A walk with a step prime to the size, so that neighbours differ and every word comes up.
  const word = VOCABULARY[(n * 13 + sentence * 5) % VOCABULARY.length] ?? VOCABULARY[0];
  return before + (inSentence === 0 ? word[0]?.toUpperCase() + word.slice(1) : word);
}
