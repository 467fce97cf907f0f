/**
 * What a caller can act on in here.
 *
 * @module
 */

/** The router cannot do what it was asked to. */
export class RouterError extends Error {
  /** Tells it from other errors. */
  override readonly name = "RouterError";
  /** The table of what is killed at the hard end has no free place. */
  readonly reason = "registry full";
  /** What to do about it, one line. */
  readonly help: string;

  /** Says that all of `places` are taken. */
  constructor(places: number) {
    super(`too many programs are running at one time: ${places}`);
    this.help = "No more is started than can be ended with certainty; let one of them end first.";
  }
}
