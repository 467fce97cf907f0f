/**
 * What emacs mode remembers between the keys of one command.
 *
 * @module
 */

/** A numeric argument being typed: M-digits, M--. */
export interface Argument {
  readonly sign: 1 | -1;
  /** Null while only the sign was given. */
  readonly value: number | null;
}

/** Keys that were typed and are not a command yet. */
export interface EmacsPending {
  readonly argument: Argument | null;
  /** Escape was pressed: the next key counts as if Alt were held. */
  readonly meta: boolean;
  /** The next character is data: quoted, or what to search for. */
  readonly wait: "quoted" | "search_forward" | "search_backward" | null;
}

/** No key waits for another. */
export const NOTHING_PENDING: EmacsPending = { argument: null, meta: false, wait: null };

/** readline refuses larger arguments. */
export const MAX_ARGUMENT = 1_000_000;

/** The argument as a count. */
export function argumentCount(argument: Argument | null): number {
  return argument === null ? 1 : argument.sign * (argument.value ?? 1);
}

/** The argument with one more digit. */
export function withDigit(argument: Argument | null, digit: number): Argument {
  const value = Math.min((argument?.value ?? 0) * 10 + digit, MAX_ARGUMENT);
  return { sign: argument?.sign ?? 1, value };
}
