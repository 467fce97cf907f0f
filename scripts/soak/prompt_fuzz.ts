/**
 * The fuzzing of prompts, as functions of a seed: bytes through decoder and widget, and keys with
 * resizes on an emulated screen. Each throws at the first fault.
 */
import assert from "node:assert/strict";
import {
  confirm,
  inlineReply,
  lineInput,
  listPicker,
  selectWidget,
  type Widget,
} from "../../src/interaction/widgets/mod.ts";
import { measure } from "../../test/screen/emulator.ts";
import { ShownWidget } from "../../test/screen/shown_widget.ts";
import { encodeKey } from "../../test/support/keys.ts";
import { Driver } from "../../test/unit/interaction/widgets/driver.ts";
import { mulberry32 } from "./random.ts";

type AnyWidget = Widget<unknown, { readonly kind: string }>;

/** Bytes one prompt gets before the next is opened: its text then has a length that people type. */
const BYTES_PER_PROMPT = 2000;
const KEYS_PER_SEQUENCE = 8;
/** The emulator interprets on a timer, most of which is waiting. */
const AT_ONCE = 32;
/** High enough for all of a prompt: what a resize pushes off the screen is out of reach. */
const ROWS = 60;

const PIECES = [
  ..."abc xyz.(0$dwcpvVoOr3u",
  "漢字かな",
  "한글",
  "e\u0301",
  "\u0301",
  "👍🏽",
  "👨‍👩‍👧",
  "🇩🇪",
  "\u200d",
  "ที่",
  "word and more words ",
];
const KEYS = [
  ..."Enter Esc Tab Backspace Delete Insert Up Down Left Right Home End PageUp PageDown F5".split(
    " ",
  ),
  ..."M-Enter M-b M-f M-d M-u M-t M-y M-3 M-- C-Left C-Right C-Home C-End".split(" "),
  ..."abcdefghijklmnoprtuvwxyz_]\\".split("").map((char) => `C-${char}`),
];
const WHOLE = [
  ...PIECES,
  ...KEYS.map((key) => encodeKey(key)),
  ...KEYS.filter((key) => !key.startsWith("M-")).map((key) => encodeKey(key, { kittyFlags: 1 })),
  "\x1b[200~one\r\ntwo\x03\x1b[A\n\x1b[201~",
  "\x1b[200~漢字かな交じり文漢字かな交じり文\x1b[201~",
  "\x1b[12;40R",
  "\x1b[?1u",
  "\x1b[I",
  "\x1b]11;rgb:00/00/00\x07",
];

class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = mulberry32(seed);
  }

  below(n: number): number {
    return Math.floor(this.#next() * n);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }

  text(pieces: number): string {
    return Array.from({ length: this.below(pieces) }, () => this.of([...PIECES, "\n"])).join("");
  }
}

function anyWidget(dice: Dice): AnyWidget {
  const message = dice.of(["Reply: ", "", "Two\nlines? ", "漢字かな: "]);
  const preamble = dice.below(2) === 0 ? [] : [[{ text: dice.text(6), style: "31" }]];
  const editMode = dice.of(["emacs", "vi"] as const);
  const common = { message, preamble, editMode, text: dice.text(12), caret: dice.below(20) };
  switch (dice.below(6)) {
    case 0:
      return lineInput({ ...common, secret: dice.below(3) === 0, default: dice.text(4) });
    case 1: {
      const items = Array.from({ length: dice.below(30) }, (_, index) => ({
        id: String(index),
        label: dice.text(6),
        detail: dice.text(6),
      }));
      return listPicker({ message, preamble, items, filter: dice.text(3) }) as AnyWidget;
    }
    case 2:
      return confirm({ message, preamble, default: dice.of(["yes", "no"] as const) }) as AnyWidget;
    case 3:
      return selectWidget(() => ({
        message: "Interrupted",
        preamble: [dice.text(0)],
        choices: [{ key: "c", label: "Continue" }, { key: "漢", label: "漢字" }],
        enter: "c",
      })) as AnyWidget;
    default:
      return inlineReply({ ...common, opensEditor: true, history: ["earlier", "漢\nmore"] });
  }
}

/** What the first half has gone through. */
export interface ByteRun {
  readonly bytes: number;
  readonly prompts: number;
  readonly events: number;
  readonly outcomes: number;
  readonly views: number;
}

/** Random bytes, in reads of random lengths, through the decoder and a prompt of each kind. */
export function fuzzBytes({ bytes, seed }: { bytes: number; seed: number }): ByteRun {
  const run = { bytes: 0, prompts: 0, events: 0, outcomes: 0, views: 0 };
  while (run.bytes < bytes) {
    const dice = new Dice(seed + run.prompts);
    const widget = anyWidget(dice);
    const counted: AnyWidget = {
      ...widget,
      update: (state, event, context) => {
        run.events++;
        return widget.update(state, event, context);
      },
    };
    const driver = new Driver(counted, {
      columns: 1 + dice.below(90),
      rows: 1 + dice.below(30),
      kitty: dice.below(2) === 0,
      measure,
    });
    run.prompts++;
    try {
      for (let fed = 0; fed < BYTES_PER_PROMPT && run.bytes < bytes;) {
        // Purely random bytes seldom make a key: half of it is made of what terminals send.
        const input = dice.below(2) === 0
          ? dice.bytes(Math.min(1 + dice.below(40), bytes - run.bytes))
          : new TextEncoder().encode(dice.of(WHOLE)).subarray(0, bytes - run.bytes);
        driver.type(input, 1 + dice.below(8));
        fed += input.length;
        run.bytes += input.length;
        run.outcomes += driver.outcomes.length;
        run.views++;
        assertSound(driver);
        if (dice.below(20) === 0) driver.resize(dice.below(90), dice.below(30));
      }
    } catch (cause) {
      throw new Error(`prompt ${run.prompts} of seed ${seed}`, { cause });
    }
  }
  return run;
}

/** What the second half has gone through. */
export interface ScreenRun {
  readonly sequences: number;
  readonly keys: number;
  readonly resizes: number;
  readonly compared: number;
}

/** Random keys and resizes on an emulated screen, each compared with a fresh drawing. */
export async function fuzzScreens(
  { sequences, seed, first = 0, progress = () => {} }: {
    sequences: number;
    seed: number;
    /** The first sequence to run: a fault names its own. */
    first?: number;
    progress?: (done: number) => void;
  },
): Promise<ScreenRun> {
  const run = { sequences: 0, keys: 0, resizes: 0, compared: 0 };
  let next = first;
  const one = async (index: number): Promise<void> => {
    const dice = new Dice(seed ^ (0x9e3779b9 + index));
    const before = { columns: 8 + dice.below(60), rows: ROWS, above: dice.below(6) };
    using shown = await ShownWidget.open(anyWidget(dice), before);
    for (let key = 0; key < KEYS_PER_SEQUENCE; key++) {
      if (dice.below(4) === 0) {
        await shown.resize(8 + dice.below(60));
        run.resizes++;
      } else {
        await shown.type(dice.of(WHOLE));
        run.keys++;
      }
      assertSound(shown.driver);
    }
    await shown.assertFresh();
    run.compared++;
  };
  const work = async (): Promise<void> => {
    for (let index = next++; index < first + sequences; index = next++) {
      try {
        await one(index);
      } catch (cause) {
        throw new Error(`sequence ${index} of seed ${seed}`, { cause });
      }
      progress(++run.sequences);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return run;
}

/** The caret of every text and of the view is where one may be; every outcome's, too. */
function assertSound(driver: Driver<unknown, { readonly kind: string }>): void {
  const { editor, filter } = driver.state as {
    editor?: { text: string; caret: number };
    filter?: { editor: { text: string; caret: number } };
  };
  for (const each of [editor, filter?.editor]) {
    if (each !== undefined) assertPlace(each.text, each.caret);
  }
  for (const outcome of driver.outcomes.splice(0)) {
    const { text, caret } = outcome as { text?: string; caret?: number };
    if (text !== undefined && caret !== undefined) assertPlace(text, caret);
  }
  driver.effects.length = 0;
  const { lines, caret } = driver.view;
  const line = lines[caret.line];
  assert.ok(line !== undefined, "the caret is in a line");
  const length = line.reduce((sum, { text }) => sum + text.length, 0);
  assert.ok(caret.offset >= 0 && caret.offset <= length, "the caret is in its line");
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

function assertPlace(text: string, caret: number): void {
  assert.ok(text.isWellFormed());
  assert.ok(caret >= 0 && caret <= text.length);
  if (caret === text.length) return;
  assert.equal(segmenter.segment(text).containing(caret)?.index, caret, "between two characters");
}
