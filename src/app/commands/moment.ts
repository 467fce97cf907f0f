/**
 * A time as a person types it: a date, a date with a time, or an age.
 *
 * @module
 */

import { timestampOf } from "../../services/workspace/mod.ts";
import { CommandError } from "../app.ts";

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * The time as events carry it. A date is its first moment; without a zone it is UTC, as all times
 * that jp shows.
 *
 * @param now milliseconds since the epoch, for ages.
 * @throws {CommandError} for what is no time.
 */
export function momentOf(text: string, now: number): string {
  const [, count, unit = ""] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  const moment = count === undefined
    ? ofDate(text)
    : Math.floor(now) - Number(count) * (UNITS_MS[unit] ?? NaN);
  // A date object holds no more than 100 million days around the epoch.
  if (moment !== null && Math.abs(moment) < 8.64e15) return timestampOf(moment);
  throw new CommandError(`${JSON.stringify(text)} is not a time`, {
    help: "Write 2026-04-10, 2026-04-10T17:04, or an age: 30m, 2h, 3d, 1w.",
    code: 2,
  });
}

function ofDate(text: string): number | null {
  const match =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(Z|[+-]\d\d:\d\d)?)?$/i
      .exec(text);
  if (match === null) return null;
  const [, date = "", time = "00:00", zone = "Z"] = match;
  // A day the month does not have is taken for one of the next by some engines.
  const midnight = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(midnight) || timestampOf(midnight).slice(0, 10) !== date) return null;
  const moment = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(moment) ? null : moment;
}
