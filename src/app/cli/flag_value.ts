/**
 * Which values a flag takes, and from where.
 *
 * Must never look at more than one flag and one argument.
 */

import type { FlagValue } from "./spec.ts";

/** A negative number is a word, never a flag: no flag is a digit. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;
const DIGITS = /^\d+$/;
const NAME = /^[A-Za-z_][\w.-]*$/;

/**
 * Whether an argument reads as a flag. A lone dash (standard input), a negative number and a dash
 * with a space behind it (an item of a list) do not.
 */
export function looksLikeFlag(argument: string): boolean {
  return argument.length > 1 && argument.startsWith("-") && !/^-\s/.test(argument) &&
    !NEGATIVE_NUMBER.test(argument);
}

/**
 * Whether the next argument is this flag's value. Never where the flag may stand without one: the
 * word behind a bare -t or --fork is the first of the text.
 */
export function takesNext(value: FlagValue, next: string | undefined): next is string {
  if (next === undefined || looksLikeFlag(next)) return false;
  return value.kind !== "none" && !isOptional(value);
}

/** Whether the flag may stand without a value. */
export function isOptional(value: FlagValue): boolean {
  return (value.kind === "number" || value.kind === "name") && value.optional === true;
}

/** Whether an attached or following value is one this flag accepts. */
export function accepts(value: FlagValue, given: string): boolean {
  switch (value.kind) {
    case "none":
      return false;
    case "text":
      return given !== "" || value.emptyOk === true;
    case "name":
      return NAME.test(given);
    case "choice":
      return value.choices.includes(given);
    case "pair":
      // The first "=" ends the key, as in --cfg.
      return given.indexOf("=") > 0;
    case "number": {
      if (!DIGITS.test(given)) return false;
      const number = Number(given);
      return number >= value.least && number <= value.most;
    }
  }
}
