/**
 * What a key costs in a reply that holds a large paste: decoding, update, view and paint, as the
 * loop that shows the prompt does them. No process, no terminal.
 *
 *     deno run -A scripts/bench/widgets.ts
 */
import { type Frame, openFrame, paint } from "../../src/core/frame/mod.ts";
import { decode, startDecoder } from "../../src/core/keys/mod.ts";
import { cellWidth } from "../../src/host/terminal/mod.ts";
import { inlineReply, type InlineReplyState } from "../../src/interaction/widgets/pure.ts";

const MEGABYTE = 1 << 20;
const PASTES: Readonly<Record<string, string>> = {
  "lines of ASCII": "the quick brown fox jumps over the lazy dog 0123456789\n",
  "one line of ASCII": "abcdefghij",
  "lines of Chinese": "漢字かな交じり文と words\n",
  "one line of Chinese": "漢字かな交じり文",
  "short lines": "a\n",
  "emoji": "👨‍👩‍👧 🇩🇪 👍🏽\n",
};
const KEYS: Readonly<Record<string, string>> = {
  x: "x",
  Backspace: "\x7f",
  Left: "\x1b[D",
  Up: "\x1b[A",
  Enter: "\n",
  Home: "\x1b[1~",
};
const REPEATS = 20;

/** Milliseconds for one paste, and the median and worst of each key after it. */
export interface WidgetCost {
  readonly name: string;
  /** Bytes of UTF-8. */
  readonly bytes: number;
  readonly pasteMs: { readonly decode: number; readonly update: number; readonly draw: number };
  readonly keys: readonly { readonly key: string; readonly p50: number; readonly max: number }[];
}

/** Pastes a megabyte of each kind into an empty reply of 80 by 24 cells, then presses keys. */
export function measureWidgets(editMode: "emacs" | "vi" = "emacs"): WidgetCost[] {
  return Object.entries(PASTES).map(([name, piece]) => {
    const size = new TextEncoder().encode(piece).length;
    return measurePaste(name, piece.repeat(Math.floor(MEGABYTE / size)), editMode);
  });
}

function measurePaste(name: string, text: string, editMode: "emacs" | "vi"): WidgetCost {
  const widget = inlineReply({ message: "Reply: ", editMode, opensEditor: true });
  const context = { columns: 80, rows: 24, measure: cellWidth, kitty: false };
  const size = { columns: context.columns, rows: context.rows };
  let state: InlineReplyState = widget.initial;
  let frame: Frame = openFrame();
  let decoder = startDecoder();
  const feed = (bytes: Uint8Array): { decode: number; update: number; draw: number } => {
    const start = performance.now();
    const decoded = decode(decoder, bytes);
    decoder = decoded.state;
    const read = performance.now();
    for (const event of decoded.events) state = widget.update(state, event, context).state;
    const updated = performance.now();
    frame = paint(frame, widget.view(state, context), { size, measure: cellWidth }).frame;
    const drawn = performance.now();
    return { decode: read - start, update: updated - read, draw: drawn - updated };
  };
  const encoder = new TextEncoder();
  const pasted = encoder.encode(`\x1b[200~${text}\x1b[201~`);
  const pasteMs = feed(pasted);
  const keys = Object.entries(KEYS).map(([key, bytes]) => {
    const times = Array.from({ length: REPEATS }, () => {
      const { decode, update, draw } = feed(encoder.encode(bytes));
      return decode + update + draw;
    }).sort((a, b) => a - b);
    return { key, p50: times[REPEATS >> 1] ?? 0, max: times.at(-1) ?? 0 };
  });
  return { name, bytes: pasted.length - 12, pasteMs, keys };
}

if (import.meta.main) {
  for (const { name, bytes, pasteMs, keys } of measureWidgets()) {
    const { decode, update, draw } = pasteMs;
    const paste = [decode, update, draw].map((ms) => ms.toFixed(1)).join(" + ");
    const each = keys.map(({ key, p50, max }) => `${key} ${p50.toFixed(2)}/${max.toFixed(1)}`);
    console.log(`${name}, ${bytes} bytes: decode + update + draw ${paste} ms`);
    console.log(`  p50/max ms: ${each.join(" · ")}`);
  }
}
