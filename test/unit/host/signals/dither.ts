/**
 * Pauses of 0 to some tens of microseconds, by a seed, so that two threads meet at every point of
 * each other's work. Answers with a coin toss.
 */
export function dither(seed: number): () => boolean {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  return () => {
    let spin = next() % 400;
    while (spin > 0) spin--;
    return next() % 3 === 0;
  };
}
