/**
 * The flags of one command line, asked for by name.
 *
 * Values were checked by the scan; nothing here can fail.
 */

import type { FlagUse } from "./scan.ts";

/** `Name` is the set of long names that can be asked for, so that a misspelling does not compile. */
export class GivenFlags<Name extends string> {
  readonly #uses: readonly FlagUse[];

  constructor(uses: readonly FlagUse[]) {
    this.#uses = uses;
  }

  /** Every use of any of these flags, in the order given. */
  all(...names: Name[]): FlagUse[] {
    const wanted: readonly string[] = names;
    return this.#uses.filter(({ flag }) => wanted.includes(flag.long));
  }

  has(name: Name): boolean {
    return this.all(name).length > 0;
  }

  /** The last value given; null without the flag, and for a flag without a value. */
  text(name: Name): string | null {
    return this.all(name).at(-1)?.value ?? null;
  }

  number(name: Name): number | null {
    const text = this.text(name);
    return text === null ? null : Number(text);
  }

  choice<Choice extends string>(name: Name, choices: readonly Choice[], otherwise: Choice): Choice {
    const text = this.text(name);
    return choices.find((choice) => choice === text) ?? otherwise;
  }
}
