/**
 * What a picker's filter finds.
 *
 * Owns the match: every word of the filter occurs in the label or the detail, in any case.
 *
 * @module
 */

/** Something to choose. */
export interface PickerItem {
  /** Names it in the outcome; each is there once. */
  readonly id: string;
  /** The row. Line breaks and tabs are shown as blanks. */
  readonly label: string;
  /** Said after the label, dimmed. */
  readonly detail?: string;
}

/** The items of a picker, to be looked through with a filter. */
export interface Choices {
  /** Whether a row that no filter hides stands before all others. */
  readonly hasFirst: boolean;
  /** The rows for a filter, in the order of the items; the same value for the same filter. */
  matching(filter: string): readonly PickerItem[];
}

/** Prepares items for many filters. */
export function choicesOf(items: readonly PickerItem[], first: PickerItem | null): Choices {
  const texts = items.map(({ label, detail = "" }) => comparable(`${label}\n${detail}`));
  const before = first === null ? [] : [first];
  const all = [...before, ...items];
  let last = { filter: "", rows: all };
  return {
    hasFirst: first !== null,
    matching(filter) {
      if (filter === last.filter) return last.rows;
      const words = comparable(filter).split(/\s+/).filter((word) => word !== "");
      const found = (index: number) => words.every((word) => texts[index]?.includes(word));
      const rows = [...before, ...items.filter((_, index) => found(index))];
      last = { filter, rows };
      return rows;
    },
  };
}

/** One form for what reads the same: composed, in small letters. */
function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
