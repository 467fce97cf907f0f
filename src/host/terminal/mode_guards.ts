/**
 * Changes of the terminal's modes, held one on top of the other: what each has to put back. Pure;
 * the calls are the terminal's.
 *
 * @module
 */

import {
  type BitChange,
  cbreakChange,
  type ModeChange,
  rawChange,
  type TermiosLayout,
} from "../platform/port.ts";

/**
 * The line disciplines a prompt may ask for: keys one by one with Ctrl-C a signal, keys one by one
 * with Ctrl-C a byte, or lines that nobody sees being typed.
 */
export type Discipline = "cbreak" | "raw" | "hidden";

const NO_BITS: BitChange = { mask: 0, value: 0 };

/** A change of nothing. */
export const NO_CHANGE: ModeChange = {
  input: NO_BITS,
  output: NO_BITS,
  local: NO_BITS,
  control: null,
};

/** What each discipline changes. */
export const CHANGES: Readonly<Record<Discipline, (layout: TermiosLayout) => ModeChange>> = {
  raw: rawChange,
  cbreak: cbreakChange,
  hidden: ({ local }) => ({ ...NO_CHANGE, local: { mask: local.ECHO, value: 0 } }),
};

/** A change that is in force until its holder is done. */
export interface Guard {
  readonly change: ModeChange;
  /** Whether a prompt holds it: it then makes an unusual discipline ours. */
  readonly prompt: boolean;
  undo: ModeChange;
}

/**
 * A guard goes while later ones stay: what they hold too stays as it is, and the first of them to
 * hold it puts the old value back when its turn comes. Returns what can be undone now.
 */
export function inherit(undo: ModeChange, later: readonly Guard[]): ModeChange {
  let left = undo;
  for (const guard of later) {
    const own = guard.undo;
    const take = (mine: BitChange, theirs: BitChange): BitChange => {
      const shared = mine.mask & theirs.mask;
      return { mask: mine.mask, value: ((mine.value & ~shared) | (theirs.value & shared)) >>> 0 };
    };
    const without = (bits: BitChange, mask: number): BitChange => ({
      mask: (bits.mask & ~mask) >>> 0,
      value: (bits.value & ~mask) >>> 0,
    });
    guard.undo = {
      input: take(own.input, left.input),
      output: take(own.output, left.output),
      local: take(own.local, left.local),
      control: own.control !== null && left.control !== null ? left.control : own.control,
    };
    left = {
      input: without(left.input, own.input.mask),
      output: without(left.output, own.output.mask),
      local: without(left.local, own.local.mask),
      control: own.control === null ? left.control : null,
    };
  }
  return left;
}

/** One change that undoes all guards: where two changed one bit, the first one's old value wins. */
export function undoOfAll(guards: readonly Guard[]): ModeChange {
  const merge = (over: BitChange, under: BitChange): BitChange => ({
    mask: (over.mask | under.mask) >>> 0,
    value: ((over.value & ~under.mask) | (under.value & under.mask)) >>> 0,
  });
  return guards.reduceRight<ModeChange>((all, { undo }) => ({
    input: merge(all.input, undo.input),
    output: merge(all.output, undo.output),
    local: merge(all.local, undo.local),
    control: undo.control ?? all.control,
  }), NO_CHANGE);
}
