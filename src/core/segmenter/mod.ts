/**
 * The one grapheme segmenter. Made when it is first needed: loading Unicode's rules takes 20 ms,
 * and most runs of the program show nothing but plain characters.
 *
 * @module
 */

const segmenter = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/** The grapheme clusters of a text, in order (UAX #29). Costs by length: hand in what is needed. */
export function segments(text: string): Intl.Segments {
  return segmenter().segment(text);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}
