/**
 * A bounded wait that leaves no timer behind.
 *
 * @module
 */

/** Resolves when `work` has, or after `ms` milliseconds, whichever is first. */
export async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
